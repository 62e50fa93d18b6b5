import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';
import { startPair } from '../harness/replicated.ts';
import { seed } from '../harness/seed.ts';
import { type Report, runFailovers } from './failover/run.ts';

const rounds = Number(process.env.FAILOVERS ?? 2);
const size = { clients: 16, merchants: 4, orders: 4 * rounds };

let built: BuiltServer;
beforeAll(async () => {
  built = await buildServer();
});

const median = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)];
const timesOf = (back: Report['back'], what: 'first' | 'all') => {
  const sorted = back.map((one) => one[what]).sort((a, b) => a - b);
  return `median ${median(sorted)} ms, worst ${sorted.at(-1)} ms`;
};
const say = ({ acknowledged, back, ...found }: Report) => {
  const ways = [...new Set(back.map(({ route }) => route))].map((route) => {
    const some = back.filter((one) => one.route === route);
    return `by ${route} ${some.length} times: first answer ${timesOf(some, 'first')}, all ${timesOf(some, 'all')}`;
  });
  process.stdout.write(
    `${acknowledged.length} movements acknowledged, ${found.lost.length} lost, ${found.duplicated.length} duplicated, ` +
      `${found.findings.length} findings, ${found.missing.length} anchors missing; ${ways.join('; ')}; ` +
      `without waiting for the standby ${found.lostWithoutIt.length} lost; seed ${seed}.\n`,
  );
};

it(`a primary that is killed ${rounds} times under load loses nothing and doubles nothing that its standby was waited for`, async () => {
  const report = await runFailovers(built, { rounds, seed, ...size });
  say(report);
  const { lost, duplicated, findings, refused, changed, missing } = report;
  expect({ lost, duplicated, findings, refused, changed, missing }).toEqual({
    lost: [],
    duplicated: [],
    findings: [],
    refused: [],
    changed: [],
    missing: [],
  });
  expect([report.back.length, report.noted]).toEqual([rounds, rounds]);
  expect(report.acknowledged.length).toBeGreaterThanOrEqual(40 * rounds);
  expect(Math.max(...report.back.map(({ first }) => first))).toBeLessThan(5_000);
  // Where commits wait for no standby, this comparison has to find losses; else it would find none anywhere.
  expect(report.lostWithoutIt.length).toBeGreaterThan(0);
}, 1_800_000);

it('a standby is no place to start on, and no limit of a session acknowledges what it has not received', async () => {
  const pair = await startPair();
  try {
    await expect(openPostgres({ url: pair.standbyUrl(), log: silentLog })).rejects.toThrow(
      /^DATABASE_URL leads to a standby, which takes no writes\. Name the primary, or promote this one/,
    );
    await pair.cutOff();
    const client = new pg.Client({ connectionString: pair.url(), statement_timeout: 200, lock_timeout: 200 });
    client.on('error', () => {});
    await client.connect();
    const committed = client.query('create table moved ()').then(
      () => 'acknowledged',
      (error: Error) => error.message,
    );
    expect(await Promise.race([committed, pause(1_500, 'waiting')])).toBe('waiting');
    pair.kill();
    expect(await committed).toMatch(/^Connection terminated/);
  } finally {
    await pair.stop();
  }
});
