import { beforeAll, expect, it } from 'vitest';
import { bothKinds } from '../harness/database.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';
import { seed } from '../harness/seed.ts';
import { runKills } from './webhooks/kills.ts';

const kills = Number(process.env.KILLS ?? 1);

let built: BuiltServer;
beforeAll(async () => {
  built = await buildServer();
});

it.each(kills > 2 ? bothKinds : (['postgres'] as const))(
  `every event is received, in the order of its shop, though server and receiver are killed ${kills} times, on %s`,
  async (kind) => {
    const report = await runKills(built, { kind, kills, seed });
    process.stdout.write(`${kind}: ${JSON.stringify(report)}; seed ${seed}.\n`);
    const { lost, unmatched, disordered, unsigned } = report;
    expect({ lost, unmatched, disordered, unsigned }).toEqual({
      lost: [],
      unmatched: [],
      disordered: [],
      unsigned: 0,
    });
    expect(report.kills.server).toBe(kills);
    expect(report.events).toBeGreaterThanOrEqual(report.paid);
  },
  3_600_000,
);
