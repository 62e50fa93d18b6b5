import * as v from 'valibot';
import { type CallSpecs, publicCodes, userCodes } from './call-spec.ts';
import { features } from './features.ts';
import { amount, count, currency, id, line, time, timeZone } from './fields.ts';
import { foldDigits } from './money.ts';
import { named } from './named.ts';
import { restriction } from './restriction.ts';

/** 3 to 64 characters, trimmed. Names that differ in case or in the width of their letters only are one. */
export const username = line(3, 64);
/**
 * The same for a name that is chosen now: nothing in it that cannot be seen, so that no two look alike for that, and no
 * beginning of a shop's number or of an id, by which an operator would mean somebody else.
 */
export const newUsername = v.pipe(username, v.check(isOwn, named('characters')));
/** Kept byte for byte: never trimmed. */
export const password = v.pipe(v.string(), v.nonEmpty(), v.minLength(8), v.maxLength(128));
/** As it was sent, 4 to 8 characters; its digits may be typed in another script. */
export const verifyCode = v.pipe(
  v.string(),
  v.transform(foldDigits),
  v.trim(),
  v.nonEmpty(),
  v.minLength(4),
  v.maxLength(8),
);

/** `verifyCode` only after 414, 415 or 416 has asked for one. */
export const loginInput = v.object({ username, password, verifyCode: v.optional(verifyCode) });
/**
 * For whom a code is sent; the answer does not tell whether there is such a user. A name that is only about to be
 * registered is given with its invitation code and the ticket of that code's check.
 */
export const verifyCodeInput = v.object({
  username,
  invitation: v.optional(
    v.object({
      inviteCode: v.pipe(v.string(), v.maxLength(64)),
      ticket: v.pipe(v.string(), v.maxLength(128)),
    }),
  ),
});

/** A token is opaque; it goes into the authorization header as it is. */
export const tokenOutput = v.object({ token: v.string(), expiresAt: time });

/** The limits in force, in the units of `limits.ts`. */
export const limitsOutput = v.object({
  accountsPerUser: count,
  feedbackMinGraphemes: count,
  feedbackMaxGraphemes: count,
  feedbackReplyDays: v.number(),
  openFeedback: count,
  invitationsPerDay: count,
  invitationDays: v.number(),
  openInvitations: count,
  showcaseDeletionsPerDay: count,
  uploadMb: v.number(),
  uploadsPerDay: count,
  uploadMbPerDay: v.number(),
  identityAttemptsPerDay: count,
  /** Working days, from Monday to Friday in the shop's time zone. */
  identityReviewDays: count,
  minimumDeposit: amount,
  maximumDeposit: amount,
  newShopDepositCap: amount,
  trialWithdrawal: amount,
  minimumWithdrawal: amount,
  withdrawalFeePercent: amount,
  withdrawalFeeMinimum: amount,
  platformFeePercent: amount,
  payByHours: v.number(),
  autoAcceptDays: v.number(),
  returnWindowDays: v.number(),
  afterSaleHours: v.number(),
  claimObjectionDays: v.number(),
  caseReviewDays: v.number(),
  newAccountUsableAfterHours: v.number(),
  payPasswordTries: count,
  payPasswordLockMinutes: v.number(),
  payPasswordUsableAfterHours: v.number(),
  sessionIdleHours: v.number(),
  sessionAbsoluteDays: v.number(),
  quoteMinutes: v.number(),
  goodsByLevel: v.object({ shop: count, merchant: count, agent: count, partner: count }),
  appealDays: v.number(),
  feeByLevel: v.object({ shop: amount, merchant: amount, agent: amount, partner: amount }),
  depositByLevel: v.object({ shop: amount, merchant: amount, agent: amount, partner: amount }),
});

/** The signed-in user, the shop, and what this server can do. */
export const me = v.object({
  id,
  username: v.string(),
  /** Origin of uploaded files; empty when they come from the API's own origin. */
  fileHost: v.string(),
  /** Page of the online customer service; empty when the operator has none. */
  serviceLink: v.string(),
  /** The user's own invitation code, empty until there is one. */
  invite: v.string(),
  /** Language tag that the user last chose, empty until then. */
  lang: v.string(),
  shopId: id,
  timeZone,
  currency,
  permissions: v.array(v.string()),
  restrictions: v.array(restriction),
  features: v.array(v.picklist(features)),
  limits: limitsOutput,
  payPasswordSet: v.boolean(),
  /** A demo shop: its money is not real, and money screens say so. */
  demo: v.boolean(),
});

export const sessionCalls = {
  'POST /login': {
    about: 'Sign in with username and password.',
    input: loginInput,
    output: tokenOutput,
    codes: publicCodes(410, 411, 412, 413, 414, 415, 416, 436, 440),
    auth: 'public',
    fieldCodes: {
      username: { missing: 412 },
      password: { missing: 412 },
      verifyCode: { missing: 416, invalid: 415 },
    },
  },
  'GET /v1/me': {
    about: 'The signed-in user, the limits in force and what this server can do.',
    input: v.object({}),
    output: me,
    codes: userCodes(),
    auth: 'user',
  },
  'POST /logout': {
    about: 'End this session, or all sessions of the user.',
    input: v.object({ all: v.optional(v.boolean(), false) }),
    output: v.object({ ended: count }),
    whileBlocked: true,
    codes: userCodes(),
    auth: 'user',
    feature: 'logout',
  },
  'POST /verify_code': {
    about: 'Send a verification code to the user of this name; answers the same for unknown names.',
    input: verifyCodeInput,
    output: v.object({ expiresAt: time }),
    codes: publicCodes(204, 412),
    auth: 'public',
    feature: 'verifyCode',
    fieldCodes: { username: { missing: 412 } },
  },
} as const satisfies CallSpecs;

function isOwn(name: string): boolean {
  return !/[\p{C}\u115f\u1160\u2800\u3164\uffa0]|^(sh-\d|shop_|usr_)/iu.test(name);
}
