import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { refuse } from '../platform/refuse.ts';
import { showcase } from '../schema/goods.ts';
import { restrictionKinds } from '../schema/restrictions.ts';
import { unlist } from '../shops/goods/stock.ts';
import { notify } from '../shops/notices/notify.ts';
import { liftRestriction, renewRestriction, restrict } from '../shops/restrictions/restrict.ts';
import type { RestrictionRow } from '../shops/restrictions/restrictions.ts';
import { changeCredit } from '../shops/shop/credit.ts';
import { decision } from './decision.ts';
import { goodsOf, merchantText, shopIdOf, text } from './flag-types.ts';
import { reasonFlags, reasonsOf } from './reason-flags.ts';

const summary = ({ id, kind, statementId, reviewBy, liftedAt }: RestrictionRow) => ({
  id,
  kind,
  statementId,
  reviewBy: reviewBy.toISOString(),
  liftedAt: liftedAt?.toISOString() ?? null,
});

const shopKinds = restrictionKinds.filter((kind) => kind !== 'goods_delisted');
const points = v.pipe(v.string(), v.regex(/^-?[1-9]\d?$/), v.transform(Number));

export const restrictionDecisions = {
  restrict: decision(
    'Restricts a shop, with its statement of reasons and the date by which it is reviewed or ends.',
    { shop: v.optional(text), kind: v.picklist(shopKinds), ...reasonFlags },
    async (deps, { shop, kind, ...stated }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      return summary(await restrict(deps, { shopId, kind, actor, ...reasonsOf(stated) }));
    },
  ),

  'restriction-renew': decision(
    'Keeps a restriction for another term, in its last 3 days and at most twice; needs a new statement of reasons. Only the order of an authority (--legal-reference) keeps it longer.',
    { restriction: text, ...reasonFlags },
    async (deps, { restriction, ...stated }, actor) =>
      summary(await renewRestriction(deps, restriction, { actor, ...reasonsOf(stated) })),
  ),

  'restriction-lift': decision(
    'Ends a restriction before its date; goods that it took off are listed again.',
    { restriction: text, reason: merchantText },
    async (deps, { restriction, reason }, actor) =>
      summary(await liftRestriction(deps, restriction, actor, reason)),
  ),

  'goods-delist': decision(
    'Takes goods out of a showcase against a rule of the platform, with the statement of reasons.',
    { shop: v.optional(text), goods: text, ...reasonFlags },
    async (deps, { shop, goods, ...stated }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      const article = await goodsOf(deps.db, goods);
      const listed = and(eq(showcase.shopId, shopId), eq(showcase.goodsId, article.id));
      const [listing] = await deps.db
        .select({ id: showcase.id })
        .from(showcase)
        .where(and(listed, eq(showcase.status, 'listed')));
      if (!listing) throw refuse(codes.recordNotFound, { field: 'goods', reason: 'not_listed' });
      const meant = { shopId, kind: 'goods_delisted' as const, subject: listing.id, actor };
      const row = await restrict(deps, { ...meant, ...reasonsOf(stated) });
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
    { shop: v.optional(text), points, facts: merchantText, rule: merchantText },
    async (deps, { shop, points: change, facts, rule }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      return changeCredit(deps, { shopId, change, facts, rule, actor });
    },
  ),
};
