import * as v from 'valibot';
import { type CallSpecs, publicCodes, userCodes } from './call-spec.ts';
import { count, id, time, timeZone } from './fields.ts';
import { problemMessage } from './messages.ts';
import { pageInput, pageOf } from './page.ts';
import { newUsername, password, tokenOutput, verifyCode } from './session.ts';
import { foldDigits } from './typed-text.ts';

/** Typed on any keyboard: full-width letters and all digits are folded, case does not matter. */
export const inviteCode = v.pipe(
  v.string(),
  v.trim(),
  v.normalize('NFKC'),
  v.transform(foldDigits),
  v.toUpperCase(),
  v.nonEmpty(),
  v.regex(/^[A-Z0-9]{4,16}$/, problemMessage('invite_code')),
);

/** Invitations of the shop's day. */
const inviteQuota = v.object({ used: count, limit: count, resetsAt: time, timeZone });

/** An invited friend and the state of the invitation; the name is empty until the friend registers. */
const invite = v.object({
  friendId: id,
  usernameMasked: v.string(),
  invitedAt: time,
  status: v.picklist(['invited', 'registered', 'expired']),
  /** The code to hand out until a friend has registered; null after that. */
  inviteCode: v.nullable(v.string()),
  link: v.nullable(v.string()),
  expiresAt: v.nullable(time),
});

/** Registration with a code that was checked before; it also signs in. */
const registerInput = v.object({
  action: v.literal('register'),
  inviteCode,
  /** From the check of the code, ten minutes before at most. */
  ticket: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
  username: newUsername,
  password,
  verifyCode: v.optional(verifyCode),
  /** The version that the check of the code returned and that the user has agreed to. */
  termsVersion: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)),
});

/** The first of two steps: whether the code is valid, and registration is open. */
const inviteCheckInput = v.object({ action: v.literal('check'), inviteCode });

/**
 * A valid code; any other is refused with 438. `ticket` is needed to register, null while registration is closed.
 * `inviterMasked` is null for a code issued by the operator.
 */
const inviteChecked = v.object({
  action: v.literal('check'),
  valid: v.boolean(),
  registrationOpen: v.boolean(),
  inviterMasked: v.nullable(v.string()),
  ticket: v.nullable(v.string()),
  termsVersion: v.string(),
  /** The link of the terms; empty where the operator has set none. */
  termsLink: v.string(),
});

export const invitesCalls = {
  'POST /invite_code': {
    about: 'Check an invitation code, or register with it.',
    input: v.variant('action', [inviteCheckInput, registerInput]),
    output: v.variant('action', [
      inviteChecked,
      v.object({ action: v.literal('register'), ...tokenOutput.entries }),
    ]),
    codes: publicCodes(412, 414, 415, 416, 417, 418, 436, 438, 439),
    auth: 'public',
    effect: 'write',
    fieldCodes: {
      inviteCode: { missing: 436, invalid: 438 },
      username: { missing: 412 },
      password: { missing: 412 },
      verifyCode: { invalid: 415 },
    },
  },
  'POST /v1/user/invite/list': {
    about: 'Friends invited so far, and what is left of today.',
    input: v.object(pageInput),
    output: v.object({ ...pageOf(invite), today: inviteQuota }),
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/user/invite/add': {
    about:
      'Make a code that works once; with a friend by id whose last one has run out, another one for that friend.',
    input: v.object({ friendId: v.optional(id) }),
    output: v.object({ inviteCode: v.string(), link: v.string(), expiresAt: time, today: inviteQuota }),
    codes: userCodes(404, 439, 442, 453, 454),
    auth: 'user',
    effect: 'keyed',
  },
} as const satisfies CallSpecs;
