// One file: sign-in, sign-out and the signed-in user, which all calls of a session share.
import * as v from 'valibot';
import { type CallSpecs, publicCodes, userCodes } from './call-spec.ts';
import { features } from './features.ts';
import { amount, count, currency, id, line, time, timeZone } from './fields.ts';
import { problemMessage } from './messages.ts';
import { restriction } from './restriction.ts';
import { foldDigits } from './typed-text.ts';

/** 3 to 64 characters, trimmed. Names that differ only in case or in the width of their letters are the same. */
const username = line(3, 64);
/**
 * A username that is chosen now: without invisible characters, so that no two look alike, and without the prefix of a
 * shop's number or of an id, which operators could mistake for another user.
 */
export const newUsername = v.pipe(username, v.check(isOwn, problemMessage('characters')));
/** Kept byte for byte: never trimmed. */
export const password = v.pipe(v.string(), v.nonEmpty(), v.minLength(8), v.maxLength(128));
/** A verification code as it was sent, 4 to 8 characters; its digits may be typed in another script. */
export const verifyCode = v.pipe(
  v.string(),
  v.transform(foldDigits),
  v.trim(),
  v.nonEmpty(),
  v.minLength(4),
  v.maxLength(8),
);

/** `verifyCode` only after 414, 415 or 416 has asked for one. */
const loginInput = v.object({ username, password, verifyCode: v.optional(verifyCode) });
/**
 * The sign-in form's input: the lengths of name and password were rules of the registration, and the server checks
 * them.
 */
export const signInInput = v.object({
  ...loginInput.entries,
  username: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64)),
  password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
});
/**
 * The recipient of a code; the answer does not reveal whether there is such a user. A name that is about to be
 * registered comes with its invitation code and the ticket of that code's check.
 */
const verifyCodeInput = v.object({
  username,
  invitation: v.optional(
    v.object({
      inviteCode: v.pipe(v.string(), v.maxLength(64)),
      ticket: v.pipe(v.string(), v.maxLength(128)),
    }),
  ),
});

/** The version that was shown, so that no user agrees to another one. */
const termsInput = v.object({ termsVersion: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)) });

/** A token is opaque; it goes into the authorization header as it is. */
export const tokenOutput = v.object({ token: v.string(), expiresAt: time });

const byLevel = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.object({ shop: schema, merchant: schema, agent: schema, partner: schema });

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
  openRecharges: v.optional(count),
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
  caseReviewDays: v.number(),
  newAccountUsableAfterHours: v.number(),
  payPasswordTries: count,
  payPasswordLockMinutes: v.number(),
  payPasswordUsableAfterHours: v.number(),
  sessionIdleHours: v.number(),
  sessionAbsoluteDays: v.number(),
  quoteMinutes: v.number(),
  goodsByLevel: byLevel(count),
  appealDays: v.number(),
  feeByLevel: byLevel(amount),
  depositByLevel: byLevel(amount),
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
  /** Terms that were announced and do not apply yet; until `from` those in `limits` apply. */
  nextTerms: v.optional(
    v.nullable(
      v.object({
        minimumWithdrawal: amount,
        withdrawalFeePercent: amount,
        withdrawalFeeMinimum: amount,
        platformFeePercent: v.optional(amount),
        minimumDeposit: v.optional(amount),
        feeByLevel: v.optional(byLevel(amount)),
        depositByLevel: v.optional(byLevel(amount)),
        from: time,
      }),
    ),
  ),
  payPasswordSet: v.boolean(),
  /**
   * The terms to agree to before anything else, for a user with an account that a partner has opened: the version, and
   * the link (empty: none yet). Null once that is done, and for every user who registered.
   */
  agreement: v.nullable(v.object({ termsVersion: v.string(), termsLink: v.string() })),
  /** Whether there is a login password; an account that a partner has opened has none. */
  passwordSet: v.boolean(),
  /** Whether it is a demo shop: its money is not real, and money screens show that. */
  demo: v.boolean(),
});

export const sessionCalls = {
  'POST /login': {
    about: 'Sign in with username and password.',
    input: loginInput,
    output: tokenOutput,
    codes: publicCodes(410, 411, 412, 413, 414, 415, 416, 436, 440),
    auth: 'public',
    effect: 'write',
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
    effect: 'read',
    beforeAgreement: true,
  },
  'POST /v1/user/terms': {
    about:
      'Agree to the terms, in an account that a partner has opened; 405 `terms_changed` for another version than the one in force.',
    input: termsInput,
    output: v.object({ agreedAt: time }),
    codes: userCodes(),
    auth: 'user',
    effect: 'write',
    beforeAgreement: true,
    feature: 'terms',
  },
  'POST /logout': {
    about: 'End this session, or all sessions of the user.',
    input: v.object({ all: v.optional(v.boolean(), false) }),
    output: v.object({ ended: count }),
    whileBlocked: true,
    beforeAgreement: true,
    codes: userCodes(),
    auth: 'user',
    effect: 'write',
    feature: 'logout',
  },
  'POST /v1/user/lang': {
    about: 'Keep the language that the user chose, for other devices and for what is written to them.',
    input: v.object({ lang: v.pipe(v.string(), v.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8}){0,3}$/)) }),
    output: v.object({ lang: v.string() }),
    codes: userCodes(),
    auth: 'user',
    effect: 'write',
    beforeAgreement: true,
    feature: 'language',
  },
  'POST /verify_code': {
    about: 'Send a verification code to the user of this name; answers the same for unknown names.',
    input: verifyCodeInput,
    output: v.object({ expiresAt: time }),
    codes: publicCodes(204, 412),
    auth: 'public',
    effect: 'write',
    feature: 'verifyCode',
    fieldCodes: { username: { missing: 412 } },
  },
} as const satisfies CallSpecs;

/** Marks that are not drawn, and the forms of our own numbers. */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|^(sh-\d|shop_|usr_)/iu;

/** Letters that look alike come from several of these; names in Han, kana or hangul have Latin letters beside them. */
const scripts = [
  /[\p{sc=Latn}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]/u,
  /\p{sc=Cyrl}/u,
  /\p{sc=Grek}/u,
  /[^\P{L}\p{sc=Zyyy}\p{sc=Latn}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Cyrl}\p{sc=Grek}]/u,
];

/** Returns whether a name cannot be mistaken for another: without hidden marks, in one script. */
function isOwn(name: string): boolean {
  return !hidden.test(name) && scripts.filter((script) => script.test(name)).length <= 1;
}
