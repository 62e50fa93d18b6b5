import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { audit } from '../../src/server/ledger/audit.ts';
import { day } from '../../src/server/platform/clock.ts';
import { type OpenDatabase, queryRows } from '../../src/server/platform/database/db.ts';
import { openPglite } from '../../src/server/platform/database/open-pglite.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { bothKinds } from '../harness/database.ts';
import { startTestServer } from '../harness/server.ts';
import { dumpDatabase } from './shipped/dump.ts';
import { dumpOf, type OldDatabase, openShipped, shipped } from './shipped/old-database.ts';

const open = ({ url, dataDir }: OldDatabase): Promise<OpenDatabase> =>
  url ? openPostgres({ url, log: silentLog }) : openPglite(dataDir, silentLog);

const parsed = (line: string): [table: string, row: Record<string, unknown>] => {
  const [table = '', row = ''] = line.split('\t');
  return [table, JSON.parse(row)];
};

/** Columns that were removed since, with the empty value that all rows had there. */
const gone: Record<string, Record<string, unknown>> = {
  shops: { id_number: '', id_photo_file_id: null },
};

// An order with a parcel on its way had no date at which that ends.
const wasUndated = (table: string, { status }: Record<string, unknown>) =>
  table === 'orders' && status === 'shipped';

/** Reduces today's rows to the columns of an old version, so that both can be compared. */
const withOldColumns = (now: string[], before: string[]): string[] => {
  const columns = new Map(
    before.map((line) => parsed(line)).map(([table, row]) => [table, Object.keys(row)]),
  );
  return now.flatMap((line) => {
    const [table, row] = parsed(line);
    const empty: Record<string, unknown> = {
      ...gone[table],
      ...(wasUndated(table, row) && { due_at: null }),
    };
    const old = columns.get(table)?.map((column) => [column, column in empty ? empty[column] : row[column]]);
    return old ? [`${table}\t${JSON.stringify(Object.fromEntries(old))}`] : [];
  });
};
// Accounts and heads are compared by tests/server/chains.test.ts: they were split between the shops.
const isKept = (line: string): boolean =>
  !['accounts', 'ledger_head'].includes(parsed(line)[0]) && parsed(line)[1].kind !== 'chain_opened';
const rewritten = (lines: string[]) =>
  lines.map((line) => `${parsed(line)[0]}\t${JSON.stringify(parsed(line)[1])}`);

describe.each(shipped.flatMap((version) => bothKinds.map((kind) => [version, kind] as const)))(
  'a database of %s on %s',
  (version, kind) => {
    const { found, lines } = dumpOf(version);
    let old: OldDatabase;
    let database: OpenDatabase;
    beforeAll(async () => {
      old = await openShipped(kind, version);
      database = await open(old);
    });
    afterAll(async () => {
      await database.close();
      await old.remove();
    });

    it('held rows in nearly every table', () => {
      expect(new Set(lines.map((line) => parsed(line)[0])).size).toBeGreaterThanOrEqual(25);
    });

    it('has every row that it had, with what stood in it', async () => {
      const all = await dumpDatabase(database.db);
      const now = withOldColumns(all.filter(isKept), lines);
      expect(now.sort()).toEqual(rewritten(lines.filter(isKept)).sort());
    });

    it('has a date by which each parcel on its way arrives, 45 days after it was shipped', async () => {
      const days = await queryRows<{ days: number }>(
        database.db,
        sql`select extract(epoch from o.due_at - e.at)::int / 86400 as days from orders o
          join order_events e on e.order_id = o.id and e.event = 'ship' where o.status = 'shipped'`,
      );
      expect(days).toEqual([{ days: 45 }, { days: 45 }]);
    });

    it('is in order', async () => {
      const report = await audit(database.db);
      expect(report.findings).toEqual([]);
      const posted = lines.filter((line) => line.startsWith('transactions\t'));
      const shops = new Set(posted.map((line) => parsed(line)[1].shop_id));
      expect(report.transactions).toBe(posted.length + shops.size);
    });

    it('is used on by its users', async () => {
      const server = await startTestServer(kind, {
        database: { ...database, url: old.url },
        start: '2025-03-04T16:00:00.000Z',
      });
      const { username, password, payPassword, token, key, reply, payable } = found;
      expect((await server.call('POST /login', { username, password })).code).toBe(codes.ok);
      expect((await server.call('GET /v1/me', {}, { token })).code).toBe(codes.ok);
      const { orderId } =
        (JSON.parse(reply) as { data: { results: { orderId: string }[] } }).data.results[0] ?? {};
      const again = await server.call(
        'POST /v1/order/pay',
        { orderIds: [orderId], payPassword },
        { token, key },
      );
      expect(again.text).toBe(reply);
      const paid = await server.call('POST /v1/order/pay', { orderIds: [payable], payPassword }, { token });
      expect(paid).toMatchObject({ code: codes.ok, data: { results: [{ orderId: payable, code: 200 }] } });
      const orders = await server.call<{ counts: object }>('POST /v1/order/list', {}, { token });
      expect(Object.keys(orders.data.counts).length).toBeGreaterThanOrEqual(10);
      for (const step of [3, 8, 2, 20, 40]) {
        server.clock.advance(step * day);
        await runDue(server.deps);
      }
      expect((await audit(database.db)).findings).toEqual([]);
      await server.close();
    });
  },
);
