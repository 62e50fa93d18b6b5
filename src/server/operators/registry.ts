import type { ErrorCode } from '../../contract/errors.ts';
import type { Decision, Read, Role } from '../platform/decisions/define-decision.ts';
import { adDecisions } from '../services/ads/ads.decisions.ts';
import { appealDecisions } from '../services/appeals/appeals.decisions.ts';
import { appealReads } from '../services/appeals/appeals.reads.ts';
import { commentDecisions } from '../services/comments/comments.decisions.ts';
import { commentReads } from '../services/comments/comments.reads.ts';
import { correctionDecisions } from '../services/corrections/corrections.decisions.ts';
import { dueDecisions } from '../services/due.decisions.ts';
import { feedbackDecisions } from '../services/help/feedback.decisions.ts';
import { feedbackReads } from '../services/help/feedback.reads.ts';
import { helpDecisions } from '../services/help/help.decisions.ts';
import { identityDecisions } from '../services/identity/identity.decisions.ts';
import { identityReads } from '../services/identity/identity.reads.ts';
import { registrationDecisions } from '../services/invites/registration.decisions.ts';
import { rechargeDecisions } from '../services/recharges/recharges.decisions.ts';
import { rechargeReads } from '../services/recharges/recharges.reads.ts';
import { signInDecisions } from '../services/sign-in/sign-in.decisions.ts';
import { withdrawalDecisions } from '../services/withdrawals/withdrawals.decisions.ts';
import { withdrawalReads } from '../services/withdrawals/withdrawals.reads.ts';
import { trafficDecisions } from '../shops/figures/traffic.decisions.ts';
import { goodsDecisions } from '../shops/goods/goods.decisions.ts';
import { goodsReads } from '../shops/goods/goods.reads.ts';
import { loginPasswordDecisions } from '../shops/login-password/login-password.decisions.ts';
import { payPasswordDecisions } from '../shops/pay-password/pay-password.decisions.ts';
import { holdDecisions } from '../shops/restrictions/holds.decisions.ts';
import { restrictionDecisions } from '../shops/restrictions/restrictions.decisions.ts';
import { permissionDecisions } from '../shops/sessions/permissions.decisions.ts';
import { qualificationDecisions } from '../shops/shop/qualifications.decisions.ts';
import { qualificationReads } from '../shops/shop/qualifications.reads.ts';
import { shopDecisions } from '../shops/shop/shop.decisions.ts';
import { shopReads } from '../shops/shop/shop.reads.ts';
import { showcaseDecisions } from '../shops/showcase/showcase.decisions.ts';
import { showcaseReads } from '../shops/showcase/showcase.reads.ts';
import { webhookDecisions } from '../shops/webhooks/webhooks.decisions.ts';
import { webhookReads } from '../shops/webhooks/webhooks.reads.ts';
import { caseDecisions } from '../trade/cases/cases.decisions.ts';
import { caseReads } from '../trade/cases/cases.reads.ts';
import { orderDecisions } from '../trade/orders/orders.decisions.ts';
import { orderReads } from '../trade/orders/orders.reads.ts';
import { parcelDecisions } from '../trade/orders/parcels.decisions.ts';
import { keyDecisions } from './keys.decisions.ts';
import { keyReads } from './keys.reads.ts';
import { logReads } from './log.reads.ts';

// The one source of the machine API: HTTP, command line, OpenAPI document and keys all read these two tables.

/** Every decision by name. */
export const decisions: Record<string, Decision> = {
  ...orderDecisions,
  ...parcelDecisions,
  ...identityDecisions,
  ...qualificationDecisions,
  ...caseDecisions,
  ...commentDecisions,
  ...correctionDecisions,
  ...holdDecisions,
  ...dueDecisions,
  ...shopDecisions,
  ...trafficDecisions,
  ...goodsDecisions,
  ...showcaseDecisions,
  ...restrictionDecisions,
  ...appealDecisions,
  ...adDecisions,
  ...withdrawalDecisions,
  ...rechargeDecisions,
  ...payPasswordDecisions,
  ...registrationDecisions,
  ...loginPasswordDecisions,
  ...permissionDecisions,
  ...signInDecisions,
  ...feedbackDecisions,
  ...helpDecisions,
  ...webhookDecisions,
  ...keyDecisions,
};

/** Every read by name; none has the name of a decision. */
export const reads: Record<string, Read> = {
  ...orderReads,
  ...caseReads,
  ...commentReads,
  ...goodsReads,
  ...shopReads,
  ...showcaseReads,
  ...identityReads,
  ...qualificationReads,
  ...appealReads,
  ...withdrawalReads,
  ...rechargeReads,
  ...feedbackReads,
  ...webhookReads,
  ...keyReads,
  ...logReads,
};

/** Returns the row of a name, or undefined; a name such as `toString` has none. */
export const rowOf = (name: string): Decision | Read | undefined => {
  if (Object.hasOwn(decisions, name)) return decisions[name];
  return Object.hasOwn(reads, name) ? reads[name] : undefined;
};

/** Returns whether a key of these roles may use a row; the lead may use all. */
export const mayUse = (held: readonly Role[], row: Decision | Read): boolean =>
  held.some((role) => role === 'lead' || row.roles.includes(role));

/** The codes by which any row may refuse; `codes` of a row adds its own. */
const commonCodes: readonly ErrorCode[] = [201, 202, 203, 402, 403, 404, 405, 406, 409, 424, 500, 501];

/** Returns every code by which a row may refuse. */
export const codesOf = ({ codes = [] }: Decision | Read): readonly ErrorCode[] => [
  ...new Set([...commonCodes, ...codes]),
];
