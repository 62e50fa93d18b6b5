import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { unlist } from '../goods/stock.ts';
import { notify } from '../notices/notify.ts';
import { refuse } from '../refuse.ts';
import { longestReview } from '../restrictions/holds.ts';
import { liftRestriction, renewRestriction, restrict } from '../restrictions/restrict.ts';
import type { RestrictionRow } from '../restrictions/restrictions.ts';
import { showcase } from '../schema/goods.ts';
import { restrictionKinds } from '../schema/restrictions.ts';
import { changeCredit } from '../shop/credit.ts';
import { decision } from './decision.ts';
import { goodsOf, shopIdOf, text, whole } from './flags.ts';

const summary = ({ id, kind, statementId, reviewBy, liftedAt }: RestrictionRow) => ({
  ...{ id, kind, statementId, reviewBy: reviewBy.toISOString() },
  liftedAt: liftedAt?.toISOString() ?? null,
});

const statement = { facts: text, rule: text, days: v.optional(whole(1, longestReview), longestReview) };
const shopKinds = restrictionKinds.filter((kind) => kind !== 'goods_delisted');
const points = v.pipe(v.string(), v.regex(/^-?[1-9]\d?$/), v.transform(Number));

export const restrictionDecisions = {
  restrict: decision(
    'Restricts a shop, with its statement of reasons and the date by which it is reviewed or ends.',
    { shop: v.optional(text), kind: v.picklist(shopKinds), ...statement },
    async (deps, { shop, kind, facts, rule, days }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      return summary(await restrict(deps, { shopId, kind, facts, rule, actor, reviewDays: days }));
    },
  ),

  'restriction-renew': decision(
    'Keeps a restriction for another term; needs a new statement of reasons.',
    { restriction: text, ...statement },
    async (deps, { restriction, facts, rule, days }, actor) =>
      summary(await renewRestriction(deps, restriction, { facts, rule, actor, reviewDays: days })),
  ),

  'restriction-lift': decision(
    'Ends a restriction before its date; goods that it took off are listed again.',
    { restriction: text, reason: text },
    async (deps, { restriction, reason }, actor) =>
      summary(await liftRestriction(deps, restriction, actor, reason)),
  ),

  'goods-delist': decision(
    'Takes goods out of a showcase against a rule of the platform, with the statement of reasons.',
    { shop: v.optional(text), goods: text, ...statement },
    async (deps, { shop, goods, facts, rule, days }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      const article = await goodsOf(deps.db, goods);
      const listed = and(eq(showcase.shopId, shopId), eq(showcase.goodsId, article.id));
      const [listing] = await deps.db
        .select({ id: showcase.id })
        .from(showcase)
        .where(and(listed, eq(showcase.status, 'listed')));
      if (!listing) throw refuse(codes.recordNotFound, { field: 'goods', reason: 'not_listed' });
      const reasons = { facts, rule, actor, reviewDays: days };
      const row = await restrict(deps, { shopId, kind: 'goods_delisted', subject: listing.id, ...reasons });
      const at = deps.clock.now();
      await unlist(deps.db, article.id, {
        reason: 'policy',
        at,
        statementId: row.statementId,
        ids: [listing.id],
      });
      const link = `/appeal?ref=${row.statementId}`;
      const params = { goods: article.name };
      await notify(deps.db, { shopId, kind: 'goods_policy', params, link, at });
      return summary(row);
    },
  ),

  'score-change': decision(
    'Changes the credit score of a shop by some points, with the statement of reasons.',
    { shop: v.optional(text), points, facts: text, rule: text },
    async (deps, { shop, points: change, facts, rule }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      return changeCredit(deps, { shopId, change, facts, rule, actor });
    },
  ),
};
