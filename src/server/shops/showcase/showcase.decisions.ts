import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { text, translationChangesOf } from '../../platform/decisions/flag-types.ts';
import { count, money } from '../../platform/decisions/output-types.ts';
import { refuse } from '../../platform/refuse.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { goodsOf, shopIdOf } from '../find-rows.ts';
import { goodsFields, goodsName, goodsText, origin } from '../goods/goods.decisions.ts';
import { unlist } from '../goods/stock.ts';
import { notify } from '../notices/notify.ts';
import { reasonFlags, reasonsOf } from '../restrictions/reason-flags.ts';
import { restrict } from '../restrictions/restrict.ts';
import { restrictionState, restrictionSummary } from '../restrictions/restrictions.decisions.ts';
import { changeGoods } from './change-goods.ts';
import { notifyUnlisted } from './unlisted-notices.ts';

const { cost, shipping, price, stock, ...describing } = goodsFields;
const changeable = v.partial(
  v.object({
    ...describing,
    // An empty one takes the origin away, as it does the description.
    shipsFrom: v.union([v.literal(''), origin]),
    translations: translationChangesOf(goodsName),
    textTranslations: translationChangesOf(goodsText),
    cost,
    shipping,
    price,
    stock,
  }),
).entries;
const prices = v.partial(v.object({ cost, shipping, price })).entries;
const changedGoods = v.object({
  goods: v.string(),
  cost: money,
  shipping: money,
  price: money,
  stock: count,
  unlisted: count,
});

export const showcaseDecisions = {
  'goods-change': defineDecision({
    about:
      'Changes what is named of goods, and nothing else: pictures and delivery as a whole, translations by language (null takes one away). Goods that ran out or whose cost changed by more than 5 % leave the showcases.',
    on: 'goods',
    roles: ['supplier'],
    weight: 'plain',
    codes: [430],
    input: { goods: text, ...changeable },
    output: changedGoods,
    run: changeGoods,
  }),

  stock: defineDecision({
    about: 'Sets how many pieces the supplier has; goods that ran out leave the showcases.',
    on: 'goods',
    roles: ['supplier'],
    weight: 'plain',
    input: { goods: text, stock },
    output: changedGoods,
    run: changeGoods,
  }),

  'goods-price': defineDecision({
    about:
      'Sets the cost of a piece to a merchant, its shipping, or the suggested price; goods whose cost changed by more than 5 % leave the showcases.',
    on: 'goods',
    roles: ['supplier'],
    weight: 'plain',
    input: { goods: text, ...prices },
    output: changedGoods,
    run: changeGoods,
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
