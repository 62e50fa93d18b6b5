import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from '../../src/server/ledger/audit.ts';
import { type Balancer, startBalancer } from '../../tools/balancer.mjs';
import { isFullRun } from '../harness/full-run.ts';
import { type BuiltServer, buildServer, type ServerProcess } from '../harness/processes.ts';
import { chanceOf } from '../server/chaos/chance.ts';
import { makeWorld, type World } from '../server/chaos/world.ts';
import { atRate, faultsOf, type Hit, quantile } from './fixed-rate.ts';
import { type Seller, sellersOf, shotOf, stretchPasswords } from './shots.ts';
import { cpuOf, cpuOfPostgres } from './usage.ts';

const perSecond = Number(process.env.RATE ?? 100);
const minutes = Number(process.env.MINUTES ?? (isFullRun ? 10 : 2));
const merchants = Number(process.env.MERCHANTS ?? 100);
const half = minutes * 30;
const chance = chanceOf(Number(process.env.SEED ?? 7));

let built: BuiltServer;
let world: World;
let pair: ServerProcess[];
let front: Balancer;
let sellers: Seller[];

const run = () => built.run('main', { ...world.env, NODE_ENV: 'production', SOUK_LOG_REQUESTS: '0' });
const send = async () => front.send(await Promise.all(pair.map(async ({ ready }) => ({ url: await ready }))));

beforeAll(async () => {
  built = await buildServer();
  world = await makeWorld('postgres', { merchants, orders: 5 });
  await stretchPasswords(world);
  pair = [run(), run()];
  front = await startBalancer();
  await send();
  sellers = await sellersOf(front.url, world);
});
afterAll(async () => {
  for (const { child, ended } of pair) {
    child.kill('SIGTERM');
    await ended;
  }
  await front.close();
  await world.remove();
});

const line = (what: string, hits: Hit[]): string => {
  const cells = [
    quantile(hits, 0.5).toFixed(1),
    quantile(hits, 0.99).toFixed(1),
    quantile(hits, 1).toFixed(0),
    faultsOf(hits).length,
    hits.length,
  ];
  return `${what.padEnd(28)}${cells.map((cell) => String(cell).padStart(10)).join('')}\n`;
};

it(`answers ${perSecond} requests a second by two processes, of which one is killed after ${half} s and comes back`, async () => {
  const next = () => shotOf(sellers, chance);
  // Warm, and not counted.
  await atRate(front.url, { perSecond, seconds: 10 }, next);
  const cpuNow = () => ({
    souk: pair.reduce((all, { child }) => all + cpuOf(child.pid), 0),
    postgres: cpuOfPostgres(),
  });
  const [load, cpu, resent] = [loadavg()[0] ?? 0, cpuNow(), front.resent()];
  let used = cpu;
  const kill = async () => {
    await pause(half * 1000);
    used = cpuNow();
    const [killed, other] = pair as [ServerProcess, ServerProcess];
    killed.child.kill('SIGKILL');
    await killed.ended;
    // As a supervisor starts it again, and a balancer sends nothing before it is ready.
    pair = [run(), other];
    await send();
  };
  const [hits] = await Promise.all([atRate(front.url, { perSecond, seconds: 2 * half }, next), kill()]);
  const within = (from: number, until: number) =>
    hits.filter(({ due }) => due >= from * 1000 && due < until * 1000);
  const share = (of: 'souk' | 'postgres') => ((used[of] - cpu[of]) / (half * perSecond)).toFixed(1);
  const heads = ['p50 ms', 'p99 ms', 'max ms', 'faults', 'requests']
    .map((head) => head.padStart(10))
    .join('');
  process.stdout.write(
    `\n${perSecond} requests a second for ${minutes} minutes on two processes behind a balancer, PostgreSQL, ${merchants} merchants; all of it on one machine with a load of ${load.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after.\n` +
      `${''.padEnd(28)}${heads}\n` +
      line('both processes', within(0, half)) +
      line('10 s from the kill on', within(half, half + 10)) +
      line('after that', within(half + 10, 2 * half)) +
      line('outside the 10 s', [...within(0, half), ...within(half + 10, 2 * half)]) +
      `${hits.filter(({ status }) => status >= 500 || status === 0).length} answered by 5xx or not at all; ${front.resent() - resent} sent to the other process.\n` +
      `Computed for a request: ${share('souk')} ms by Souk, ${share('postgres')} ms by PostgreSQL.\n`,
  );
  expect(faultsOf(hits).slice(0, 5)).toEqual([]);
  const database = await world.open();
  const { findings } = await audit(database.db).finally(database.close);
  expect(findings).toEqual([]);
});
