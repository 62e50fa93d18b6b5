import * as v from 'valibot';
import { day } from '../../../contract/fields.ts';
import { type IdentityPart, identityParts, idTypes } from '../../../contract/identity.ts';
import { identityStatuses } from '../../../contract/status.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { count, maybeText, maybeTime } from '../../platform/decisions/output-types.ts';
import { maskedName } from '../../platform/mask.ts';
import { shopIdOf } from '../../shops/find-rows.ts';
import { type DocumentCode, documentCodes } from '../../shops/shop/document-codes.ts';
import { approveIdentity, openApplication, rejectIdentity, revokeIdentity } from './decide.ts';
import { setExpiry } from './expiry.ts';
import type { IdentityRow } from './identity-row.ts';

const reasons = identityParts.flatMap((part) => documentCodes.map((code) => `${part}:${code}` as const));

export const identityState = v.object({
  shopId: v.string(),
  status: v.picklist(identityStatuses),
  idType: v.nullable(v.picklist(idTypes)),
  idNumberMasked: maybeText,
  nameMasked: maybeText,
  submittedAt: maybeTime,
  reviewBy: maybeTime,
  expiresAt: maybeTime,
  reasons: v.array(v.object({ field: v.string(), code: v.string() })),
});

export const identitySummary = (row: IdentityRow) => ({
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

/** Parts with reasons: `front:blurry`, `idNumber:differs`. */
const reasonList = v.pipe(
  v.array(v.picklist(reasons)),
  v.minLength(1),
  v.transform((pairs) =>
    pairs.map((pair) => {
      const [field, code] = pair.split(':') as [IdentityPart, DocumentCode];
      return { field, code };
    }),
  ),
  v.check(
    (reasons) => new Set(reasons.map(({ field }) => field)).size === reasons.length,
    'name each part once',
  ),
);

export const identityDecisions = {
  'identity-open': defineDecision({
    about:
      'The application of a shop with links to its documents, which last five minutes. That it was opened is recorded.',
    on: 'identity',
    roles: ['support'],
    weight: 'plain',
    input: { shop: v.optional(text) },
    output: v.object({
      ...identityState.entries,
      realName: maybeText,
      front: v.string(),
      back: v.string(),
      othersWithThisNumber: count,
    }),
    run: async (deps, input, actor) => {
      const shopId = await shopIdOf(deps.db, input.shop);
      const { row, front, back, others } = await openApplication(deps, { shopId, actor });
      return { ...identitySummary(row), realName: row.realName, front, back, othersWithThisNumber: others };
    },
  }),

  'identity-approve': defineDecision({
    about:
      'The person behind a shop is verified. `idNumber`, as read on the document, is compared with what was typed.',
    on: 'identity',
    roles: ['support'],
    weight: 'frees',
    input: { shop: v.optional(text), idNumber: v.optional(text), validUntil: v.optional(day) },
    output: identityState,
    run: async (deps, input, actor) => {
      const shopId = await shopIdOf(deps.db, input.shop);
      const read = { idNumber: input.idNumber, lastDay: input.validUntil };
      return identitySummary(await approveIdentity(deps, { shopId, actor, ...read }));
    },
  }),

  'identity-reject': defineDecision({
    about: 'Parts of an application are refused, each with its reason, like front:blurry,idNumber:differs.',
    on: 'identity',
    roles: ['support'],
    weight: 'binds',
    input: { shop: v.optional(text), reasons: reasonList, reason: text },
    output: identityState,
    run: async (deps, { shop, reasons, reason }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      return identitySummary(await rejectIdentity(deps, { shopId, actor, reasons, note: reason }));
    },
  }),

  'identity-expire': defineDecision({
    about:
      'Sets until which day the verified document is valid; the merchant is notified at least 30 days before.',
    on: 'identity',
    roles: ['support'],
    weight: 'binds',
    input: { shop: v.optional(text), validUntil: day },
    output: identityState,
    run: async (deps, input, actor) => {
      const shopId = await shopIdOf(deps.db, input.shop);
      return identitySummary(await setExpiry(deps, { shopId, actor, lastDay: input.validUntil }));
    },
  }),

  'identity-revoke': defineDecision({
    about: 'Confirmed fraud: the verification ends at once, with a statement of reasons.',
    on: 'identity',
    roles: ['support'],
    weight: 'binds',
    input: { shop: v.optional(text), facts: text, rule: text },
    output: identityState,
    run: async (deps, { shop, facts, rule }, actor) => {
      const shopId = await shopIdOf(deps.db, shop);
      return identitySummary(await revokeIdentity(deps, { shopId, actor, facts, rule }));
    },
  }),
};
