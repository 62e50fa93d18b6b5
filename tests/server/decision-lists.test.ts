import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reads } from '../../src/server/operators/registry.ts';
import { fillTables } from '../harness/many-rows.ts';
import { nodesOf, plansOf, readsOf, rowsOf, type Statement } from '../harness/query-plans.ts';
import { operator } from '../harness/recharging.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { decisionRows, inputsOf, openDecisionDesk, waitedFor } from './decisions/rows.ts';

const lists = Object.keys(reads);

// A page, with a row or two of another table for each of it.
const mostRows = 500;

describe('a list of what waits for an operator', () => {
  let server: TestServer;
  const sent = new Map<string, Statement[]>();

  // First everything is asked; then the tables are filled, and what was asked is explained.
  beforeAll(async () => {
    server = await startTestServer('postgres', { start: '2030-01-01T09:00:00.000Z', config: { operator } });
    for (const name of Object.values(waitedFor)) await decisionRows[name]?.(await openDecisionDesk(server));
    for (const name of lists) {
      const inputs = await inputsOf(name, await openDecisionDesk(server));
      const page = 'limit' in (reads[name]?.input.entries ?? {}) ? { limit: 200 } : {};
      sent.set(
        name,
        await readsOf(async () => {
          for (const input of inputs) await server.read(name, { ...page, ...input });
        }),
      );
    }
    const { db } = server.database;
    await fillTables(db, 5_000);
    // What was filled in is of the past: of some lists it would wait, as a date has no value in every second row.
    await db.execute(sql`update recharges set sent_back_at = now() where sent_back_at is null`);
    await db.execute(sql`update feedback set replied_at = now() where replied_at is null`);
    await db.execute(sql`vacuum analyze recharges, feedback`);
  }, 600_000);
  afterAll(() => server.close());

  it('is known here, with what it waits for', () => {
    expect(Object.keys(waitedFor).sort()).toEqual([...lists].sort());
  });

  it.each(lists)('is read by an index: %s', async (name) => {
    const statements = sent.get(name) ?? [];
    expect(statements.length).toBeGreaterThan(0);
    const plans = await plansOf(server.database.url, statements);
    const whole = plans.flatMap((plan, index) =>
      nodesOf(plan)
        .filter((node) => rowsOf(node) > mostRows)
        .map((node) => `${rowsOf(node)} rows of ${node['Relation Name']} in ${statements[index]?.text}`),
    );
    expect(whole).toEqual([]);
  });
});
