import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltServer, buildServer, type ServerProcess, watch } from '../harness/processes.ts';
import { chanceOf } from '../server/chaos/chance.ts';
import { makeWorld, type World } from '../server/chaos/world.ts';
import { atRate, faultsOf, type Hit, quantile, type Shot } from './fixed-rate.ts';
import { isRead, type Seller, sellersOf, shotOf, stretchPasswords } from './shots.ts';
import { cpuOf, cpuOfPostgres } from './usage.ts';

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

beforeAll(async () => {
  built = await buildServer();
  world = await makeWorld('postgres', { merchants, orders: 5 });
  await stretchPasswords(world);
  souk = built.run('main', { ...world.env, NODE_ENV: 'production', SOUK_LOG_REQUESTS: '0' });
  const env = { ...process.env, ...world.env };
  bare = watch(spawn(process.execPath, [join(import.meta.dirname, 'bare.mjs')], { env }));
  sellers = await sellersOf(await souk.ready, world);
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
  const computed = { souk: 0, postgres: 0 };
  const cpuNow = () => ({ souk: cpuOf(souk.child.pid), postgres: cpuOfPostgres() });
  // In turn, so that a machine that drifts drifts for both.
  for (let round = 0; round < rounds; round++) {
    floor.push(...(await ask('bare')));
    const before = cpuNow();
    hits.push(...(await ask('souk')));
    const after = cpuNow();
    computed.souk += after.souk - before.souk;
    computed.postgres += after.postgres - before.postgres;
  }
  const reads = hits.filter(({ shot }) => isRead(shot));
  const writes = hits.filter(({ shot }) => !isRead(shot));
  const share = (of: 'souk' | 'postgres') => (computed[of] / hits.length).toFixed(1);
  const heads = ['p50 ms', 'p99 ms', 'p50', 'p99', 'requests'].map((head) => head.padStart(10)).join('');
  process.stdout.write(
    `\n${perSecond} requests a second on PostgreSQL, ${merchants} merchants; server, database and this on one machine.\n` +
      `${''.padEnd(10)}${heads}\n${line('select 1', floor, floor)}\n${line('Souk', hits, floor)}\n` +
      `${line('  reads', reads, floor)}\n${line('  writes', writes, floor)}\n` +
      `Computed for a request: ${share('souk')} ms by Souk, ${share('postgres')} ms by PostgreSQL.\n`,
  );
  expect(faultsOf(hits).slice(0, 5)).toEqual([]);
});
