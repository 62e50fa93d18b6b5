import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../platform/database/db.ts';
import { refuse } from '../platform/refuse.ts';
import { goods, showcase } from '../schema/goods.ts';
import { runDue } from '../services/run-due.ts';
import { pieceCost } from '../shops/goods/catalog.ts';
import { hasCostChanged } from '../shops/goods/cost-change.ts';
import { unlist } from '../shops/goods/stock.ts';
import { recordClicks, recordVisits } from '../shops/shop/shop-events.ts';
import { notifyUnlisted } from '../shops/showcase/unlisted-notices.ts';
import { type Decision, decision, demoOnly } from './decision.ts';
import { goodsOf, shopIdOf, sum, text, whole } from './flag-types.ts';

/** Locks the goods, so that an order's change of the stock in between is not overwritten. */
async function lockGoods(db: Database, named: string): Promise<typeof goods.$inferSelect> {
  const { id } = await goodsOf(db, named);
  const [row] = await db.select().from(goods).where(eq(goods.id, id)).for('no key update');
  if (!row) throw refuse(codes.recordNotFound, { field: 'goods' });
  return row;
}

const tick: Decision = {
  ...decision('Does what is due now, without waiting for the next round.', {}, (deps) => runDue(deps), {
    key: 'optional',
  }),
  ownTransactions: true,
};

export const marketDecisions = {
  visit: demoOnly(
    decision(
      "Visits to a shop's front; played by the demo only.",
      { shop: v.optional(text), count: v.optional(whole(1, 1000), 1) },
      async (deps, { shop, count }) => {
        await recordVisits(deps, await shopIdOf(deps.db, shop), count);
        return { count };
      },
    ),
  ),

  click: demoOnly(
    decision(
      'Clicks on listed goods; played by the demo only.',
      { goods: text, shop: v.optional(text), count: v.optional(whole(1, 1000), 1) },
      async (deps, input) => {
        const article = await goodsOf(deps.db, input.goods);
        await recordClicks(deps, await shopIdOf(deps.db, input.shop), [
          { goodsId: article.id, count: input.count },
        ]);
        return { count: input.count };
      },
    ),
  ),

  stock: decision(
    "Sets the supplier's stock or cost; goods that ran out or changed by more than 5 % leave the showcases.",
    { goods: text, stock: v.optional(whole(0, 1_000_000)), cost: v.optional(sum) },
    async ({ db, clock }, input) => {
      const { id, ...before } = await lockGoods(db, input.goods);
      const stock = input.stock ?? before.stock;
      const cost = input.cost ?? before.cost;
      await db.update(goods).set({ stock, cost }).where(eq(goods.id, id));
      const at = clock.now();
      const now = pieceCost({ cost, shipping: before.shipping });
      const listed = await db
        .select()
        .from(showcase)
        .where(and(eq(showcase.goodsId, id), eq(showcase.status, 'listed')));
      const changed = listed.filter((row) => hasCostChanged(now, row.listedCost)).map((row) => row.id);
      const reason = stock === 0 ? 'stock_out' : 'cost_change';
      const shopIds = await unlist(db, id, { reason, at, ...(stock === 0 ? {} : { ids: changed }) });
      await notifyUnlisted(db, { kind: `goods_${reason}`, goods: before.name, shopIds, at });
      return { goods: before.code, stock, cost: formatMoney(cost), unlisted: shopIds.length };
    },
  ),

  'goods-withdraw': decision(
    'The supplier no longer offers the goods: they leave the warehouse and all showcases.',
    { goods: text },
    async ({ db, clock }, input) => {
      const { id, code, name } = await goodsOf(db, input.goods);
      const at = clock.now();
      await db.update(goods).set({ withdrawnAt: at }).where(eq(goods.id, id));
      const shopIds = await unlist(db, id, { reason: 'goods_withdrawn', at });
      await notifyUnlisted(db, { kind: 'goods_withdrawn', goods: name, shopIds, at });
      return { goods: code, unlisted: shopIds.length };
    },
  ),

  tick,
};
