import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { formatMoney, UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { hour } from '../../src/server/platform/clock.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { Refusal } from '../../src/server/platform/refuse.ts';
import { orders } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { placeHold } from '../../src/server/shops/restrictions/holds.ts';
import { type OrderEvent, orderMachine } from '../../src/server/trade/model/order-machine.ts';
import { type Kind, kinds } from '../harness/database.ts';
import { addListed, apply, type GoodsRow, place } from '../harness/market.ts';
import { seed } from '../harness/seed.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { totalOf } from '../harness/total.ts';
import * as model from './models/order-model.ts';

const walks = Number(process.env.WALKS ?? 200);
const cent = UNITS / 100n;

type Act =
  | { do: 'place'; goods: number; quantity: number; wallet: boolean }
  | { do: 'forward' | 'decline' | 'cancel' | 'case' | 'repaid'; at: number }
  | { do: 'refund'; at: number; fault: model.Fault }
  | { do: 'part'; at: number; cents: number }
  | { do: 'hold'; cents: number }
  | { do: 'wait'; hours: number };

const at = fc.nat(3);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      goods: fc.nat(1),
      quantity: fc.integer({ min: 1, max: 3 }),
      wallet: fc.boolean(),
    }),
  },
  { weight: 14, arbitrary: fc.record({ do: fc.constant('forward' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('decline' as const, 'cancel' as const, 'case' as const, 'repaid' as const),
      at,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      at,
      fault: fc.constantFrom('supplier' as const, 'merchant' as const, 'returned' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('part' as const), at, cents: fc.integer({ min: 0, max: 900 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('hold' as const), cents: fc.integer({ min: 1, max: 2_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 7, 30, 49, 170, 340, 1_100),
    }),
  },
);
// A walk starts with an order, or most of its events would find none.
const walk = fc
  .tuple(fc.boolean(), fc.array(act, { minLength: 9, maxLength: 9 }))
  .map(([wallet, acts]): Act[] => [{ do: 'place', goods: 0, quantity: 1, wallet }, ...acts]);

interface World {
  server: TestServer;
  user: TestUser;
  goods: GoodsRow[];
  ids: string[];
  m: model.Model;
}

/** The code the server answers with; a refusal's own. */
const codeOf = (doing: Promise<unknown>): Promise<number> =>
  doing.then(
    () => codes.ok,
    (error) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

async function onOrder(world: World, step: Act & { at: number }): Promise<[is: number, should: number]> {
  const { server, ids, m } = world;
  const index = step.at % ids.length;
  const orderId = ids[index] ?? '';
  const order = m.orders[index];
  if (!order) throw new Error('the model lost an order');
  const byEvent = (event: OrderEvent, decision = {}) => {
    const party = orderMachine[order.status][event]?.by ?? 'operator';
    return codeOf(apply(server, { orderId, event, party, decision }));
  };
  switch (step.do) {
    case 'forward': {
      const event = (model.forwardEvent(order) ?? 'release') as OrderEvent;
      return [await byEvent(event), model.goesOn(m, order)];
    }
    case 'decline':
    case 'cancel':
      return [await byEvent(step.do), model.ends(m, order)];
    case 'refund':
      return [await byEvent('refund', { fault: step.fault }), model.refunded(m, order, step.fault)];
    case 'part':
      return [
        await byEvent('partial_refund', { partialAmount: BigInt(step.cents) * cent }),
        model.partlyRefunded(order, step.cents),
      ];
    case 'repaid': {
      const is = await codeOf(decide(server.deps, 'supplier-repaid', { order: orderId }, 'test'));
      const owed = order.supplierOwes;
      order.supplierOwes = false;
      return [is, owed ? codes.ok : codes.invalidOperation];
    }
    default: {
      const turn = order.caseOpen ? 'case-withdraw' : 'case-open';
      const is = await codeOf(decide(server.deps, turn, { order: orderId, reason: 'a question' }, 'test'));
      return [is, model.caseTurned(m, order)];
    }
  }
}

async function take(world: World, step: Act): Promise<[is: number, should: number]> {
  const { server, user, goods, ids, m } = world;
  if (step.do === 'wait') {
    server.clock.advance(step.hours * hour);
    m.now += step.hours * hour;
    await runDue(server.deps);
    model.due(m);
    return [codes.ok, codes.ok];
  }
  if (step.do === 'hold') {
    const hold = {
      shopId: user.shopId,
      amount: BigInt(step.cents) * cent,
      reasonCode: 'risk' as const,
      ref: '',
      actor: 'test',
    };
    const statement = { facts: 'facts', rule: 'rule', reviewDays: 14 };
    const placing = inTransaction(server.deps.db, (tx) =>
      placeHold({ ...server.deps, db: tx }, { ...hold, ...statement }),
    );
    return [await codeOf(placing), model.held(m, step.cents)];
  }
  if (step.do !== 'place') return onOrder(world, step);
  const article = goods[step.goods];
  if (!article) throw new Error('no such goods');
  const order = await place(server, user, article.id, {
    quantity: step.quantity,
    ...(step.wallet ? { wallet: 'held_until_delivery' } : {}),
  });
  ids.push(order.id);
  const cents = (amount: bigint) => Number(amount / cent);
  model.placed(
    m,
    { amount: cents(order.amount), cost: cents(order.cost), fee: cents(order.fee) },
    step.wallet,
  );
  return [codes.ok, codes.ok];
}

async function agrees({ server, user, ids, m }: World): Promise<void> {
  const { db } = server.deps;
  const balance = async (name: string) => Number((await totalOf(db, name)) / cent);
  expect({
    available: await balance(`M.available:${user.shopId}`),
    frozen: await balance(`M.frozen:${user.shopId}`),
    shop: await balance(`M.shop:${user.shopId}`),
    escrow: await Promise.all(ids.map((id) => balance(`E.order:${id}`))),
    statuses: await Promise.all(
      ids.map(async (id) => (await db.select().from(orders).where(eq(orders.id, id)))[0]?.status),
    ),
  }).toEqual({
    available: m.available,
    frozen: m.frozen,
    shop: m.shop,
    escrow: m.orders.map(model.escrowOf),
    statuses: m.orders.map((order) => order.status),
  });
}

const start = async (kind: Kind) => {
  const server = await startTestServer(kind);
  const stage = await server.addUser();
  // The second article earns less than the fee, so that the balance has to pay for it.
  const goods = [await addListed(server, stage), await addListed(server, stage, { price: 12n * UNITS })];
  return { server, goods };
};

describe.each(kinds)('random walks of orders on %s', (kind) => {
  let stage: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    stage = await start(kind);
  });
  afterAll(() => stage.server.close());

  it(`agree with the model after each of ${walks} walks, and leave the books in order`, {
    timeout: 1_800_000,
  }, async () => {
    const { server } = stage;
    let walked = 0;
    const property = fc.asyncProperty(walk, fc.constantFrom(0, 30, 1_000), async (acts, funds) => {
      const user = await server.addUser();
      if (funds > 0) await server.fund(user.shopId, BigInt(funds) * UNITS);
      const items = stage.goods.map((row) => ({
        goodsId: row.id,
        sellingPrice: formatMoney(row.suggestedPrice),
      }));
      await server.call('POST /v1/showcase/add', { items }, { token: user.token });
      const m = model.emptyModel(server.clock.now().getTime(), funds * 100);
      const world: World = { server, user, goods: stage.goods, ids: [], m };
      for (const step of acts) {
        const [is, should] = await take(world, step);
        expect(is, JSON.stringify(step)).toBe(should);
      }
      await agrees(world);
      if (++walked % 50 === 0) expect((await audit(server.deps.db)).findings).toEqual([]);
    });
    await fc.assert(property, { numRuns: walks, seed, endOnFailure: true });
    expect((await audit(server.deps.db)).findings).toEqual([]);
  });
});
