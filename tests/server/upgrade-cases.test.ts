import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { dumpOf, type OldDatabase, openShipped } from './shipped/old-database.ts';

// What the first version kept beside its orders, and this one keeps in separate tables.
const before = `
  update orders set case_id = 'case_old', case_reason = 'The lamp came broken.', case_since = '2025-03-03T15:00:00Z'
    where id = (select id from orders where status = 'pending_settlement' order by id limit 1);
  insert into shop_events (shop_id, kind, order_id, stars, at)
    select shop_id, 'rating', id, 4, '2025-03-03T15:00:00Z' from orders where status = 'completed';`;

describe('cases, stars and carriers of the first version', () => {
  let old: OldDatabase;
  let server: TestServer;
  let rated: number;
  const { found } = dumpOf('0000_initial');
  const call = async <T>(name: string, input: object = {}) => {
    const { username, password } = found;
    const { data } = await server.call<{ token: string }>('POST /login', { username, password });
    return server.call<T>(name, input, { token: data.token });
  };

  beforeAll(async () => {
    old = await openShipped('postgres', '0000_initial');
    const client = new pg.Client({ connectionString: old.url });
    await client.connect();
    const [, inserted] = (await client.query(before)) as unknown as pg.QueryResult[];
    rated = inserted?.rowCount ?? 0;
    await client.end();
    const database = await openPostgres({ url: old.url, log: silentLog });
    server = await startTestServer('postgres', {
      database: { ...database, url: old.url },
      start: '2025-03-04T16:00:00.000Z',
    });
  });
  afterAll(async () => {
    await server.database.close();
    await server.close();
    await old.remove();
  });

  it('go on: an open case is one that the platform looks at, by a date', async () => {
    const { data } = await call<Output<'POST /v1/order/list'>>('POST /v1/order/list', { afterSale: 'open' });
    const [order] = data.list;
    expect(order?.afterSale).toMatchObject({
      caseId: 'case_old',
      state: 'platform_review',
      next: 'platform',
    });
    const { data: info } = await call<Output<'POST /v1/order/after-sale/info'>>(
      'POST /v1/order/after-sale/info',
      {
        caseId: 'case_old',
      },
    );
    expect(info.case).toMatchObject({
      orderId: order?.id,
      type: 'refund',
      reason: 'The lamp came broken.',
      fault: 'supplier',
      openedAt: '2025-03-03T15:00:00.000Z',
      actBy: expect.any(String),
      paused: { what: 'settlement' },
    });
    expect(info.case.history).toMatchObject([{ state: 'platform_review', by: 'system' }]);
  });

  it('can be read: stars are comments without words', async () => {
    expect(rated).toBeGreaterThan(0);
    const { data } = await call<Output<'GET /v1/order-comment'>>('GET /v1/order-comment');
    expect(data.summary).toMatchObject({ count: rated, average: 4, unanswered: rated });
    expect(data.list[0]).toMatchObject({ rating: 4, content: '', by: 'buyer', goodsId: expect.any(String) });
  });

  it('can be followed: a parcel’s carrier is known', async () => {
    const { data } = await call<Output<'POST /v1/order/list'>>('POST /v1/order/list', { limit: 50 });
    const sent = data.list.find((order) => order.allowedActions.includes('logistics'));
    expect((await call('POST /v1/order/logistics', { orderId: sent?.id })).code).toBe(codes.ok);
  });
});
