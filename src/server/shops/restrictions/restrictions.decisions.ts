import * as v from 'valibot';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { restrictionKinds } from '../../schema/restrictions.ts';
import { shopIdOf } from '../find-rows.ts';
import { reasonFlags, reasonsOf } from './reason-flags.ts';
import { liftRestriction, renewRestriction, restrict } from './restrict.ts';
import type { RestrictionRow } from './restrictions.ts';

export const restrictionSummary = ({ id, kind, statementId, reviewBy, liftedAt }: RestrictionRow) => ({
  id,
  kind,
  statementId,
  reviewBy: reviewBy.toISOString(),
  liftedAt: liftedAt?.toISOString() ?? null,
});

const shopKinds = restrictionKinds.filter((kind) => kind !== 'goods_delisted');

export const restrictionDecisions = {
  restrict: defineDecision(
    'Restricts a shop, with its statement of reasons and the date by which it is reviewed or ends.',
    { shop: v.optional(text), kind: v.picklist(shopKinds), ...reasonFlags },
    async (deps, { shop, kind, ...stated }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      return restrictionSummary(await restrict(deps, { shopId, kind, actor, ...reasonsOf(stated) }));
    },
  ),

  'restriction-renew': defineDecision(
    'Keeps a restriction for another period, in its last 3 days and at most twice; needs a new statement of reasons. Only the order of an authority (--legal-reference) keeps it longer.',
    { restriction: text, ...reasonFlags },
    async (deps, { restriction, ...stated }, actor) =>
      restrictionSummary(await renewRestriction(deps, restriction, { actor, ...reasonsOf(stated) })),
  ),

  'restriction-lift': defineDecision(
    'Ends a restriction before its date; goods that it took off are listed again.',
    { restriction: text, reason: text },
    async (deps, { restriction, reason }, actor) =>
      restrictionSummary(await liftRestriction(deps, restriction, actor, reason)),
  ),
};
