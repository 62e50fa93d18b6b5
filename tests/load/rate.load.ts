import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { systemRandom } from '../../src/server/platform/ids.ts';
import { hashPassword } from '../../src/server/platform/passwords.ts';
import { users } from '../../src/server/schema.ts';
import { type BuiltServer, buildServer, type ServerProcess, watch } from '../harness/processes.ts';
import { payPassword } from '../harness/server.ts';
import { chanceOf } from '../server/chaos/chance.ts';
import { makeWorld, type World } from '../server/chaos/world.ts';
import { atRate, type Hit, quantile, type Shot } from './fixed-rate.ts';
import { isRead, type Seller, shotOf } from './shots.ts';

const perSecond = Number(process.env.RATE ?? 100);
const rounds = Number(process.env.ROUNDS ?? 6);
const merchants = Number(process.env.MERCHANTS ?? 100);
const seconds = 10;
const chance = chanceOf(Number(process.env.SEED ?? 7));

let built: BuiltServer;
let world: World;
let souk: ServerProcess;
let bare: ServerProcess;
let sellers: Seller[];

const post = async (url: string, { path, headers, body }: Shot) => {
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  return (await answer.json()) as { code: number; data: { list: { id: string }[] } };
};

beforeAll(async () => {
  built = await buildServer();
  world = await makeWorld('postgres', { merchants, orders: 5 });
  const database = await world.open();
  // As costly to compare as in production; the world is made with a cheap one.
  const payPasswordHash = await hashPassword(payPassword, 2 ** 14, systemRandom);
  await database.db.update(users).set({ payPasswordHash });
  await database.close();
  souk = built.run('main', { ...world.env, NODE_ENV: 'production', SOUK_LOG_REQUESTS: '0' });
  const env = { ...process.env, ...world.env };
  bare = watch(spawn(process.execPath, [join(import.meta.dirname, 'bare.mjs')], { env }));
  const url = await souk.ready;
  sellers = [];
  for (const merchant of world.merchants) {
    const headers = { 'content-type': 'application/json', authorization: merchant.token };
    const { data } = await post(url, { path: '/api/v1/showcase/list', headers, body: '{}' });
    sellers.push({ ...merchant, itemId: data.list[0]?.id ?? '' });
  }
});
afterAll(async () => {
  for (const { child, ended } of [souk, bare]) {
    child.kill('SIGTERM');
    await ended;
  }
  await world.remove();
});

const line = (what: string, hits: Hit[], beside: Hit[]): string => {
  const of = (share: number) => [quantile(hits, share), quantile(hits, share) / quantile(beside, share)];
  const [[p50 = 0, r50 = 0], [p99 = 0, r99 = 0]] = [of(0.5), of(0.99)];
  const cells = [p50.toFixed(1), p99.toFixed(1), `${r50.toFixed(1)} x`, `${r99.toFixed(1)} x`, hits.length];
  return `${what.padEnd(10)}${cells.map((cell) => String(cell).padStart(10)).join('')}`;
};

it(`answers ${perSecond} requests a second, 80 % of them reads, beside a route that asks for one row`, async () => {
  const pace = { perSecond, seconds };
  const nothing: Shot = { path: '/', headers: {}, body: '' };
  const ask = async (of: 'bare' | 'souk') =>
    of === 'bare'
      ? atRate(await bare.ready, pace, () => nothing)
      : atRate(await souk.ready, pace, () => shotOf(sellers, chance));
  // Warm, and not counted.
  await ask('bare');
  await ask('souk');
  const [floor, hits]: [Hit[], Hit[]] = [[], []];
  // In turn, so that a machine that drifts drifts for both.
  for (let round = 0; round < rounds; round++) {
    floor.push(...(await ask('bare')));
    hits.push(...(await ask('souk')));
  }
  const reads = hits.filter(({ shot }) => isRead(shot));
  const writes = hits.filter(({ shot }) => !isRead(shot));
  const heads = ['p50 ms', 'p99 ms', 'p50', 'p99', 'requests'].map((head) => head.padStart(10)).join('');
  process.stdout.write(
    `\n${perSecond} requests a second on PostgreSQL, ${merchants} merchants; server, database and this on one machine.\n` +
      `${''.padEnd(10)}${heads}\n${line('select 1', floor, floor)}\n${line('Souk', hits, floor)}\n` +
      `${line('  reads', reads, floor)}\n${line('  writes', writes, floor)}\n`,
  );
  const bad = hits.filter(({ text, status }) => status !== 200 || JSON.parse(text).code !== codes.ok);
  expect(bad.map(({ shot, text }) => `${shot.path}: ${text}`).slice(0, 5)).toEqual([]);
});
