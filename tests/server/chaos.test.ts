import { beforeAll, describe, expect, it } from 'vitest';
import { bothKinds } from '../harness/database.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';
import { seed } from '../harness/seed.ts';
import { type Report, runChaos } from './chaos/run.ts';

const kills = Number(process.env.KILLS ?? 1);
const isWhole = kills > 2;

const say = (what: string, { acknowledged, inFlight, faults, ...found }: Report) =>
  process.stdout.write(
    `${what}: ${acknowledged.length} movements acknowledged, ${found.lost.length} lost, ${found.duplicated.length} duplicated, ` +
      `${found.findings.length} findings; in flight at each kill ${inFlight.join(', ')}; ${JSON.stringify(faults)}; seed ${seed}.\n`,
  );

describe(`a server that is killed ${kills} times behind a line that resets, drops and repeats`, () => {
  let built: BuiltServer;
  beforeAll(async () => {
    built = await buildServer();
  });
  const size = isWhole ? { clients: 40, merchants: 8, orders: 60 } : { clients: 32, merchants: 4, orders: 4 };

  it.each(isWhole ? bothKinds : (['pglite'] as const))(
    'loses nothing it acknowledged and does nothing twice, on %s',
    async (kind) => {
      const report = await runChaos(built, { kind, kills, seed, ...size });
      say(kind, report);
      const { lost, duplicated, findings, refused, changed } = report;
      expect({ lost, duplicated, findings, refused, changed }).toEqual({
        lost: [],
        duplicated: [],
        findings: [],
        refused: [],
        changed: [],
      });
      expect(report.inFlight).toHaveLength(kills);
      expect(Math.min(...report.inFlight)).toBeGreaterThanOrEqual(20);
      expect(report.acknowledged.length).toBeGreaterThanOrEqual(20 * kills);
      expect(Object.values(report.faults).every((times) => times > 0)).toBe(true);
    },
    1_800_000,
  );
});
