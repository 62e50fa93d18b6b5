import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { bothKinds } from '../harness/database.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';
import { makeWorld } from '../server/chaos/world.ts';
import { cpuOf, cpuOfPostgres, memoryOf } from './usage.ts';

const minutes = Number(process.env.MINUTES ?? 2);
/** The most of one core that an idle server may take, in percent; half of it is the demo's business, a day a minute. */
const mostPercent = 2.5;
/** The most that an idle process with the embedded database may hold, in MB of 1,000,000 bytes. */
const mostMb = 380;

let built: BuiltServer;

beforeAll(async () => {
  built = await buildServer();
});

it.each(bothKinds)(
  `%s: an idle server with its demo takes little of a core for ${minutes} minutes`,
  async (kind) => {
    const world = await makeWorld(kind, { merchants: 0, orders: 0 });
    const { child, ready, ended } = built.run('main', { ...world.env, SOUK_DEMO: '1' });
    await ready;
    // What a start compiles, fills and tidies is not what a server does while nothing happens.
    await pause(60_000);
    const before = { server: cpuOf(child.pid), postgres: cpuOfPostgres() };
    await pause(minutes * 60_000);
    const percentOf = (ms: number) => ms / (minutes * 600);
    const percent = percentOf(cpuOf(child.pid) - before.server);
    const beside = kind === 'postgres' ? percentOf(cpuOfPostgres() - before.postgres) : 0;
    const { now } = memoryOf(child);
    child.kill('SIGTERM');
    await ended;
    await world.remove();
    process.stdout.write(
      `${kind}: ${percent.toFixed(2)} % of a core, ${beside.toFixed(2)} % of PostgreSQL, ${now.toFixed(0)} MB.\n`,
    );
    expect(percent + beside).toBeLessThanOrEqual(mostPercent);
    if (kind === 'pglite') expect(now).toBeLessThanOrEqual(mostMb);
  },
);
