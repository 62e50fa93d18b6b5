import { beforeAll, expect, it } from 'vitest';
import { audit } from '../../src/server/audit/audit.ts';
import type { Kind } from '../harness/database.ts';
import { isFullRun } from '../harness/full-run.ts';
import { type BuiltServer, buildServer, type ServerProcess } from '../harness/processes.ts';
import { chanceOf } from '../server/chaos/chance.ts';
import { makeWorld, type World } from '../server/chaos/world.ts';
import { atRate, faultsOf, quantile } from './fixed-rate.ts';
import { sellersOf, shotOf, stretchPasswords } from './shots.ts';
import { memoryOf } from './usage.ts';

const perSecond = Number(process.env.RATE ?? 50);
const minutes = Number(process.env.MINUTES ?? (isFullRun ? 60 : 6));
const merchants = Number(process.env.MERCHANTS ?? 100);
const seed = Number(process.env.SEED ?? 7);
/** What is compared with each other; the first of them is left out, in which a server compiles and fills its caches. */
const parts = 6;

/** The most that the process of a server may have held, in MB of 1,000,000 bytes. */
const peakMb: Record<Kind, number> = { postgres: 250, pglite: 450 };
const kinds = (process.env.KINDS ?? 'postgres,pglite').split(',') as Kind[];

let built: BuiltServer;

beforeAll(async () => {
  built = await buildServer();
});

const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;

/** Loads a server part by part, and prints each as it ends. */
async function soak(souk: ServerProcess, world: World): Promise<{ held: number[]; faults: string[] }> {
  const url = await souk.ready;
  const sellers = await sellersOf(url, world);
  const chance = chanceOf(seed);
  const seconds = (minutes * 60) / parts;
  const held: number[] = [];
  const faults: string[] = [];
  process.stdout.write(`${''.padEnd(12)}   MB held    p50 ms    p99 ms    faults\n`);
  for (let part = 1; part <= parts; part++) {
    const readings: number[] = [];
    const timer = setInterval(() => readings.push(memoryOf(souk.child).now), 1000);
    const hits = await atRate(url, { perSecond, seconds }, () => shotOf(sellers, chance)).finally(() =>
      clearInterval(timer),
    );
    held.push(mean(readings));
    faults.push(...faultsOf(hits));
    const cells = [mean(readings), quantile(hits, 0.5), quantile(hits, 0.99), faultsOf(hits).length];
    process.stdout.write(
      `part ${part} of ${parts}${cells.map((cell) => cell.toFixed(1).padStart(10)).join('')}\n`,
    );
  }
  return { held, faults };
}

it.each(kinds)(
  `%s: ${perSecond} requests a second for ${minutes} minutes leave the server as large as it was`,
  async (kind) => {
    const world = await makeWorld(kind, { merchants, orders: 5 });
    await stretchPasswords(world);
    const souk = built.run('main', {
      ...world.env,
      SOUK_LOG_REQUESTS: '0',
      // As docs/scale.md advises.
      MALLOC_ARENA_MAX: '2',
      ...(kind === 'postgres' && { NODE_ENV: 'production' }),
    });
    process.stdout.write(`\n${kind}\n`);
    const { held, faults, most } = await soak(souk, world)
      .then((result) => ({ ...result, most: memoryOf(souk.child).most }))
      .finally(async () => {
        souk.child.kill('SIGTERM');
        await souk.ended;
      });
    const growth = (held.at(-1) ?? 0) / (held[1] ?? 1);
    const database = await world.open();
    const { findings } = await audit(database.db).finally(database.close);
    await world.remove();
    process.stdout.write(
      `At most ${most.toFixed(0)} MB; the last part ${growth.toFixed(3)} of the second; ${findings.length} findings.\n`,
    );
    expect(faults.slice(0, 5)).toEqual([]);
    expect(findings).toEqual([]);
    expect(most).toBeLessThanOrEqual(peakMb[kind]);
    expect(growth).toBeLessThanOrEqual(1.1);
  },
  7_200_000,
);
