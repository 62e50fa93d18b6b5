// A month of a merchant who looks at nothing but what waits, twice a day, and does what stands there.
import { and, count, eq, inArray } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { afterSaleEvents, orders } from '../../src/server/schema.ts';
import { driveCase, request } from '../harness/cases.ts';
import { decide } from '../harness/decide.ts';
import { addListed, apply, type GoodsRow, place } from '../harness/market.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Act = Output<'POST /v1/today'>['acts'][number];

const placed = Number(process.env.ORDERS ?? 300);
const wanted = { cases: Math.ceil(placed / 15), reviews: Math.ceil((placed * 2) / 15) };
const steps = 60;
const restrictedAt: Readonly<Record<number, string>> = {
  10: 'listing',
  24: 'wallet_frozen',
  40: 'withdrawal_prohibited',
};

const server = useServer('postgres');
let user: TestUser;
let goods: GoodsRow;
const seen = new Set<string>();
let opened = 0;
let reviewed = 0;
const done = { cases: 0, paid: 0, replies: 0, relisted: 0 };

const ok = async <T>(answer: Promise<{ code: number; text: string; data: T }>): Promise<T> => {
  const { code, text, data } = await answer;
  expect(code, text).toBe(200);
  return data;
};

const waiting = async () => {
  const { acts, total } = await ok(user.call('POST /v1/today'));
  expect(acts).toHaveLength(total);
  expect((await ok(user.call('POST /v1/notify/check'))).acts).toBe(total);
  return acts;
};

/** Does what an act asks for, where its path leads. */
const work: Readonly<Record<Act['kind'], (act: Act) => Promise<unknown>>> = {
  case: async ({ subject }) => {
    const answer =
      done.cases++ % 2 ? { answer: 'reject', reason: 'It was sent whole.' } : { answer: 'approve' };
    await ok(user.call('POST /v1/order/after-sale', { caseId: subject, ...answer }));
  },
  pay: async ({ path, count: due }) => {
    const status = new URLSearchParams(path.split('?')[1]).get('status');
    for (let left = due; left > 0; ) {
      const { list } = await ok(user.call('POST /v1/order/list', { status, sort: 'actBy', limit: 20 }));
      const orderIds = list.map(({ id }) => id);
      await ok(user.call('POST /v1/order/pay', { orderIds, payPassword }));
      left -= orderIds.length;
      done.paid += orderIds.length;
    }
  },
  delisted: async ({ subject, amount }) => {
    const { list } = await ok(user.call('POST /v1/showcase/list', { status: 'unlisted' }));
    const goodsId = list.find(({ id }) => id === subject)?.goodsId;
    const { code } = await user.call('POST /v1/showcase/add', { items: [{ goodsId, sellingPrice: amount }] });
    // While listing is restricted the row stays.
    if (code === 200) done.relisted++;
  },
  reviews: async () => {
    const { list } = await ok(user.call('GET /v1/order-comment'));
    for (const { id, orderId, reply } of list.filter((one) => !one.reply)) {
      expect(reply).toBeNull();
      const words = { content: 'Thank you!', signature: 'Olive & Oak' };
      await ok(user.call('POST /v1/order-comment', { orderId, parentId: id, ...words }));
      done.replies++;
    }
  },
  restriction: async ({ reason }) => seen.add(reason ?? ''),
  stock: async () => {},
  identity: async () => {},
  deposit: async () => {},
};

/** Moves the market by half a day: buyers, the supplier, the carrier and now and then the platform. */
async function playMarket(at: number) {
  const { db } = server.deps;
  const parcels = await db
    .select({ id: orders.id, no: orders.no, status: orders.status })
    .from(orders)
    .where(and(eq(orders.shopId, user.shopId), inArray(orders.status, ['to_be_shipped', 'to_be_accepted'])));
  for (const { id: orderId, no, status } of parcels) {
    if (status === 'to_be_accepted') {
      await apply(server, { orderId, event: 'accept', party: 'buyer' });
      if (reviewed >= ((at + 1) * wanted.reviews) / steps) continue;
      reviewed++;
      await decide(server.deps, 'comment', { order: no, reference: no, stars: '5', text: 'Good.' }, 'rosa');
      continue;
    }
    await apply(server, { orderId, event: 'ship', party: 'supplier' });
    await apply(server, { orderId, event: 'deliver', party: 'carrier' });
  }
  const [disputed] = parcels.filter(({ status }) => status === 'to_be_shipped');
  if (disputed && opened < ((at + 1) * wanted.cases) / steps) {
    opened++;
    await driveCase(server, await request(server, disputed.id), 'merchant_due');
  }
  const shop = { shop: user.shopId, facts: 'Two reports.', rule: '9.1', days: '7' };
  if (restrictedAt[at]) await server.decide('restrict', { ...shop, kind: restrictedAt[at] });
  const due = Math.ceil(((at + 1) * placed) / steps) - Math.ceil((at * placed) / steps);
  const [listed] = (await ok(user.call('POST /v1/showcase/list', { status: 'listed' }))).list;
  for (let index = 0; listed && index < due; index++) await place(server, user, goods.id);
  if (at === 30) await server.decide('goods-price', { goods: goods.code, cost: '12.00' });
}

beforeAll(async () => {
  user = await server.addUser();
  goods = await addListed(server, user);
});

it('a month worked through what waits alone misses no deadline, and its rows are the badge at each step', async () => {
  for (let at = 0; at < steps; at++) {
    await playMarket(at);
    for (const act of await waiting()) await work[act.kind](act);
    await waiting();
    await user.wait(12 * hour);
  }
  await user.wait(3 * day);
  const { db } = server.deps;
  const inShop = eq(orders.shopId, user.shopId);
  const [all] = await db.select({ count: count() }).from(orders).where(inShop);
  const [lapsed] = await db
    .select({ count: count() })
    .from(orders)
    .where(and(inShop, eq(orders.endReason, 'pay_by_passed')));
  const [unanswered] = await db
    .select({ count: count() })
    .from(afterSaleEvents)
    .where(and(eq(afterSaleEvents.shopId, user.shopId), eq(afterSaleEvents.event, 'no_answer')));
  expect({ lapsed: lapsed?.count, unanswered: unanswered?.count }).toEqual({ lapsed: 0, unanswered: 0 });
  expect(all?.count).toBe(done.paid);
  expect({ paid: done.paid, cases: done.cases, reviews: done.replies }).toEqual({ paid: placed, ...wanted });
  expect([...seen]).toEqual(Object.values(restrictedAt));
  expect(done.relisted).toBe(1);
}, 300_000);
