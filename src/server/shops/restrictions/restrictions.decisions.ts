import * as v from 'valibot';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { maybeTime, time } from '../../platform/decisions/output-types.ts';
import { restrictionKinds } from '../../schema/restrictions.ts';
import { shopIdOf } from '../find-rows.ts';
import { reasonFlags, reasonsOf } from './reason-flags.ts';
import { liftRestriction, renewRestriction, restrict } from './restrict.ts';
import type { RestrictionRow } from './restrictions.ts';

export const restrictionState = v.object({
  id: v.string(),
  kind: v.picklist(restrictionKinds),
  statementId: v.string(),
  reviewBy: time,
  liftedAt: maybeTime,
});

export const restrictionSummary = ({ id, kind, statementId, reviewBy, liftedAt }: RestrictionRow) => ({
  id,
  kind,
  statementId,
  reviewBy: reviewBy.toISOString(),
  liftedAt: liftedAt?.toISOString() ?? null,
});

const shopKinds = restrictionKinds.filter((kind) => kind !== 'goods_delisted');

export const restrictionDecisions = {
  restrict: defineDecision({
    about: 'Restricts a shop, with its statement of reasons and the date by which it is reviewed or ends.',
    on: 'restriction',
    roles: ['support'],
    weight: 'binds',
    input: { shop: v.optional(text), kind: v.picklist(shopKinds), ...reasonFlags },
    output: restrictionState,
    run: async (deps, { shop, kind, ...stated }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      return restrictionSummary(await restrict(deps, { shopId, kind, actor, ...reasonsOf(stated) }));
    },
  }),

  'restriction-renew': defineDecision({
    about:
      'Keeps a restriction for another period, in its last 3 days and at most twice; needs a new statement of reasons. Only the order of an authority (`legalReference`) keeps it longer.',
    on: 'restriction',
    roles: ['support'],
    weight: 'binds',
    input: { restriction: text, ...reasonFlags },
    output: restrictionState,
    run: async (deps, { restriction, ...stated }, actor) =>
      restrictionSummary(await renewRestriction(deps, restriction, { actor, ...reasonsOf(stated) })),
  }),

  'restriction-lift': defineDecision({
    about: 'Ends a restriction before its date; goods that it took off are listed again.',
    on: 'restriction',
    roles: ['support'],
    weight: 'frees',
    input: { restriction: text, reason: text },
    output: restrictionState,
    run: async (deps, { restriction, reason }, actor) =>
      restrictionSummary(await liftRestriction(deps, restriction, actor, reason)),
  }),
};
