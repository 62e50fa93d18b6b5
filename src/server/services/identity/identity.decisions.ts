import { asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { day } from '../../../contract/fields.ts';
import { identityParts } from '../../../contract/identity.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { integer, text } from '../../platform/decisions/flag-types.ts';
import { maskedName } from '../../platform/mask.ts';
import { identities } from '../../schema/identity.ts';
import { shopIdOf } from '../../shops/find-rows.ts';
import { documentCodes } from '../../shops/shop/document-codes.ts';
import { approveIdentity, openApplication, rejectIdentity, revokeIdentity } from './decide.ts';
import { setExpiry } from './expiry.ts';
import type { IdentityRow } from './identity-row.ts';

const summary = (row: IdentityRow) => ({
  shopId: row.shopId,
  status: row.status,
  idType: row.idType,
  idNumberMasked: row.idNumberMasked,
  nameMasked: row.realName === null ? null : maskedName(row.realName),
  submittedAt: row.submittedAt?.toISOString() ?? null,
  reviewBy: row.reviewBy?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  reasons: row.reasons,
});

/** Parts with reasons: `front:blurry,idNumber:differs` */
const reasonList = v.pipe(
  text,
  v.transform((typed) => typed.split(',').map((one) => one.trim().split(':'))),
  v.array(v.strictTuple([v.picklist(identityParts), v.picklist(documentCodes)])),
  v.minLength(1),
  v.transform((pairs) => pairs.map(([field, code]) => ({ field, code }))),
  v.check((reasons) => new Set(reasons.map(({ field }) => field)).size === reasons.length),
);

export const identityDecisions = {
  identities: defineDecision(
    'Applications of identity that wait for a reviewer, the most urgent first.',
    { limit: v.optional(integer(1, 200), 50) },
    async ({ db }, { limit }) => {
      const applications = await db
        .select()
        .from(identities)
        .where(eq(identities.status, 'applying'))
        .orderBy(asc(identities.reviewBy), asc(identities.shopId))
        .limit(limit);
      return { list: applications.map(summary) };
    },
    { key: 'optional' },
  ),

  'identity-open': defineDecision(
    'The application of a shop with links to its documents, which last five minutes. That it was opened is recorded.',
    { shop: v.optional(text) },
    async (deps, input, actor) => {
      const shopId = await shopIdOf(deps.db, input.shop);
      const { row, front, back, others } = await openApplication(deps, { shopId, actor });
      return { ...summary(row), realName: row.realName, front, back, othersWithThisNumber: others };
    },
  ),

  'identity-approve': defineDecision(
    'The person behind a shop is verified. --id-number, as read on the document, is compared with what was typed.',
    { shop: v.optional(text), 'id-number': v.optional(text), 'valid-until': v.optional(day) },
    async (deps, input, actor) => {
      const shopId = await shopIdOf(deps.db, input.shop);
      const read = { idNumber: input['id-number'], lastDay: input['valid-until'] };
      return summary(await approveIdentity(deps, { shopId, actor, ...read }));
    },
  ),

  'identity-reject': defineDecision(
    'Parts of an application are refused, each with its reason: --reasons front:blurry,idNumber:differs.',
    { shop: v.optional(text), reasons: reasonList, reason: text },
    async (deps, { shop, reasons, reason }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      return summary(await rejectIdentity(deps, { shopId, actor, reasons, note: reason }));
    },
  ),

  'identity-expire': defineDecision(
    'Sets until which day the verified document is valid; the merchant is notified at least 30 days before.',
    { shop: v.optional(text), 'valid-until': day },
    async (deps, input, actor) => {
      const shopId = await shopIdOf(deps.db, input.shop);
      return summary(await setExpiry(deps, { shopId, actor, lastDay: input['valid-until'] }));
    },
  ),

  'identity-revoke': defineDecision(
    'Confirmed fraud: the verification ends at once, with a statement of reasons.',
    { shop: v.optional(text), facts: text, rule: text },
    async (deps, { shop, facts, rule }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      return summary(await revokeIdentity(deps, { shopId, actor, facts, rule }));
    },
  ),
};
