import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderStatuses } from '../../src/contract/status.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { isEnded, netOf, netSql } from '../../src/server/trade/model/order-rules.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase('postgres');
});
afterAll(() => database.close());

const figures = { id: 'ord_1', shopId: 'shp_1', amount: 97_000_003n, cost: 60_000_001n };

describe.each(orderStatuses)('the net proceeds of an order that is %s', (status) => {
  test.each([
    ['wallet', 0n, 0n],
    ['wallet', 4_850_000n, 7_000_000n],
    ['escrow', 4_850_000n, 0n],
    ['escrow', 0n, 97_000_003n],
  ] as const)(
    'are the same in SQL, paid from the %s, with a fee of %s and %s refunded',
    async (funding, fee, refunded) => {
      const order = { ...figures, status, funding, fee, refunded };
      const { amount, cost } = figures;
      const [row] = await queryRows<{ net: string }>(
        database.db,
        sql`select ${netSql}::text as net from (values (${status}, ${funding}, ${amount}::bigint, ${cost}::bigint,
        ${fee}::bigint, ${refunded}::bigint)) as orders (status, funding, amount, cost, fee, refunded)`,
      );
      expect(BigInt(row?.net ?? '')).toBe(isEnded(order) ? 0n : netOf(order));
    },
  );
});
