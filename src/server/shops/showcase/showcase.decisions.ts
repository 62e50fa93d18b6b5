import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Database } from '../../platform/database/db.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { amount, integer, text } from '../../platform/decisions/flag-types.ts';
import { count, money } from '../../platform/decisions/output-types.ts';
import { refuse } from '../../platform/refuse.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { goodsOf, shopIdOf } from '../find-rows.ts';
import { hasCostChanged, pieceCost } from '../goods/catalog.ts';
import { unlist } from '../goods/stock.ts';
import { notify } from '../notices/notify.ts';
import { reasonFlags, reasonsOf } from '../restrictions/reason-flags.ts';
import { restrict } from '../restrictions/restrict.ts';
import { restrictionState, restrictionSummary } from '../restrictions/restrictions.decisions.ts';
import { notifyUnlisted } from './unlisted-notices.ts';

/** Locks the goods, so that an order's change of the stock in between is not overwritten. */
async function lockGoods(db: Database, named: string): Promise<typeof goods.$inferSelect> {
  const { id } = await goodsOf(db, named);
  const [row] = await db.select().from(goods).where(eq(goods.id, id)).for('no key update');
  if (!row) throw refuse(codes.recordNotFound, { field: 'goods' });
  return row;
}

export const showcaseDecisions = {
  stock: defineDecision({
    about:
      "Sets the supplier's stock or cost; goods that ran out or changed by more than 5 % leave the showcases.",
    on: 'goods',
    roles: ['supplier'],
    weight: 'plain',
    input: { goods: text, stock: v.optional(integer(0, 1_000_000)), cost: v.optional(amount) },
    output: v.object({ goods: v.string(), stock: count, cost: money, unlisted: count }),
    run: async ({ db, clock }, input) => {
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
      await notifyUnlisted(db, { kind: `goods_${reason}`, goodsId: id, shopIds, at });
      return { goods: before.code, stock, cost: formatMoney(cost), unlisted: shopIds.length };
    },
  }),

  'goods-withdraw': defineDecision({
    about: 'The supplier no longer offers the goods: they leave the warehouse and all showcases.',
    on: 'goods',
    roles: ['supplier'],
    weight: 'plain',
    input: { goods: text },
    output: v.object({ goods: v.string(), unlisted: count }),
    run: async ({ db, clock }, input) => {
      const { id, code } = await goodsOf(db, input.goods);
      const at = clock.now();
      await db.update(goods).set({ withdrawnAt: at }).where(eq(goods.id, id));
      const shopIds = await unlist(db, id, { reason: 'goods_withdrawn', at });
      await notifyUnlisted(db, { kind: 'goods_withdrawn', goodsId: id, shopIds, at });
      return { goods: code, unlisted: shopIds.length };
    },
  }),

  'goods-delist': defineDecision({
    about: 'Takes goods out of a showcase against a rule of the platform, with the statement of reasons.',
    on: 'goods',
    roles: ['support'],
    weight: 'binds',
    input: { shop: v.optional(text), goods: text, ...reasonFlags },
    output: restrictionState,
    run: async (deps, { shop, goods: named, ...stated }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      const article = await goodsOf(deps.db, named);
      const listed = and(eq(showcase.shopId, shopId), eq(showcase.goodsId, article.id));
      const [listing] = await deps.db
        .select({ id: showcase.id })
        .from(showcase)
        .where(and(listed, eq(showcase.status, 'listed')));
      if (!listing) throw refuse(codes.recordNotFound, { field: 'goods', reason: 'not_listed' });
      const decision = { shopId, kind: 'goods_delisted' as const, subject: listing.id, actor };
      const row = await restrict(deps, { ...decision, ...reasonsOf(stated) });
      const at = deps.clock.now();
      await unlist(deps.db, article.id, {
        reason: 'policy',
        at,
        statementId: row.statementId,
        ids: [listing.id],
      });
      const params = { goods: article.id };
      await notify(deps.db, { shopId, kind: 'goods_policy', params, statementId: row.statementId, at });
      return restrictionSummary(row);
    },
  }),
};
