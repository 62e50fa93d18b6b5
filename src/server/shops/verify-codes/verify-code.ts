import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { wideNetworkOf } from '../../platform/caller-address.ts';
import { after, minute, second } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Random } from '../../platform/ids.ts';
import type { Message } from '../../platform/messenger.ts';
import { type Refusal, refuse } from '../../platform/refuse.ts';
import { secretKeyFor } from '../../platform/secrets/secret.ts';
import { verifyCodes } from '../../schema/verify-codes.ts';
import {
  codeRequests,
  consumeAttempt,
  countUpTo,
  isKnownNetwork,
  nameCodeRequests,
  passwordAttempts,
  resetAttempts,
  returnAttempt,
  subjectOf,
  wideCodeRequests,
} from '../sessions/throttle.ts';
import { nameKeyOf } from '../sessions/usernames.ts';

const lifetime = 10 * minute;
const tries = 5;
/** The least time between two codes, since delivery takes a while. */
const resendInterval = minute;

// A code is for one name and one address: a request from another address can neither use it up nor replace it.
const subjectFor = (username: string, address: string) =>
  subjectOf('verify_code', nameKeyOf(username), address);

/** Returns six digits, uniformly distributed: numbers that would favour some are discarded. */
const newCode = (random: Random): string => {
  for (;;) {
    const number = random(4).readUInt32BE();
    if (number < 4_294_000_000) return String(number % 1_000_000).padStart(6, '0');
  }
};

// A million codes are quickly tried, so the hash needs a key that is not stored beside it.
const hashOf = async (context: RequestContext, subject: string, code: string): Promise<string> =>
  createHmac('sha256', await secretKeyFor(context, 'verify_codes'))
    .update(`${subject}\n${code}`)
    .digest('base64url');

const alreadySentRefusal = async ({ db, clock }: RequestContext, subject: string): Promise<Refusal> => {
  const [row] = await db.select().from(verifyCodes).where(eq(verifyCodes.subject, subject));
  const left = after(row?.createdAt ?? clock.now(), resendInterval).getTime() - clock.now().getTime();
  const retryAfter = Math.max(1, Math.ceil(left / second));
  return refuse(codes.systemBusy, { reason: 'sent_already', retryAfter });
};

/** Returns the key of the codes that were requested for a name, from all networks. */
const requestsFor = (username: string) => subjectOf('sendings_name', nameKeyOf(username));

/**
 * Counts a request by its network, and where the name has never signed in from there also by the name and by the /48
 * around it: attackers have codes sent from many networks.
 * @throws Refusal 201 `too_many_attempts`
 */
async function consumeRequest(context: RequestContext, username: string): Promise<void> {
  const { address } = context;
  await consumeAttempt(context, subjectOf('sendings', address), codeRequests);
  if (await isKnownNetwork(context, nameKeyOf(username), address)) return;
  const wide = wideNetworkOf(address);
  if (wide !== address) await consumeAttempt(context, subjectOf('sendings', wide), wideCodeRequests);
  await consumeAttempt(context, requestsFor(username), nameCodeRequests);
}

/**
 * Makes a code for a name, known or not, and sends it where there is a recipient. One a minute for each name and
 * address; 201 has the time to wait.
 */
export async function sendCode(
  context: RequestContext,
  username: string,
  to: Pick<Message, 'purpose' | 'userId' | 'phone'> | null,
): Promise<{ expiresAt: Date }> {
  const { db, clock, random, address, messenger, lang } = context;
  const now = clock.now();
  const subject = subjectFor(username, address);
  await consumeRequest(context, username);
  const code = newCode(random);
  const expiresAt = after(now, lifetime);
  const fresh = {
    codeHash: await hashOf(context, subject, code),
    triesLeft: tries,
    createdAt: now,
    expiresAt,
  };
  const [stored] = await db
    .insert(verifyCodes)
    .values({ subject, ...fresh })
    .onConflictDoUpdate({
      target: verifyCodes.subject,
      set: fresh,
      setWhere: lte(verifyCodes.createdAt, after(now, -resendInterval)),
    })
    .returning({ subject: verifyCodes.subject });
  if (!stored) throw await alreadySentRefusal(context, subject);
  if (to)
    messenger.send({
      kind: 'verify_code',
      ...to,
      username,
      lang,
      code,
      expiresAt: expiresAt.toISOString(),
    });
  return { expiresAt };
}

/**
 * Checks a verification code and uses one of its tries; the answers are the same for unknown names.
 * @throws Refusal 416 it is missing, 414 none is open, 415 it differs
 */
export async function requireCode(
  context: RequestContext,
  username: string,
  code: string | undefined,
): Promise<void> {
  if (code === undefined) throw refuse(codes.codeRequired, { field: 'verifyCode' });
  const { db, clock, address } = context;
  const subject = subjectFor(username, address);
  const hash = await hashOf(context, subject, code);
  const open = and(
    eq(verifyCodes.subject, subject),
    gt(verifyCodes.expiresAt, clock.now()),
    gt(verifyCodes.triesLeft, 0),
  );
  const [row] = await db
    .update(verifyCodes)
    .set({ triesLeft: sql`${verifyCodes.triesLeft} - 1` })
    .where(open)
    .returning({ codeHash: verifyCodes.codeHash });
  if (!row) throw refuse(codes.invalidVerificationCode, { field: 'verifyCode' });
  if (!timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(hash)))
    throw refuse(codes.incorrectCode, { field: 'verifyCode' });
}

/** Returns the key of a name's failed sign-ins, from all addresses. */
const failuresOf = (username: string) => subjectOf('name', nameKeyOf(username));

/**
 * Checks the code of a sign-in where it needs one, after three failed ones of its name.
 * @throws Refusal 416 it needs one, 414 none is open, 415 it differs
 */
export async function requireSignInCode(
  context: RequestContext,
  username: string,
  code: string | undefined,
): Promise<void> {
  const { verify } = context.config.signIn;
  if (verify === 'never') return;
  if (verify === 'after-failures' && (await countUpTo(context, failuresOf(username), passwordAttempts.free)))
    return;
  await requireCode(context, username, code);
}

/** Checks the code of a registration, where every sign-in and registration needs one. */
export async function requireVerifiedName(
  context: RequestContext,
  username: string,
  code: string | undefined,
): Promise<void> {
  if (context.config.signIn.verify === 'always') await requireCode(context, username, code);
}

/**
 * Ends a verification after a success: deletes the code, subtracts its request from the count of the name, resets the
 * failures. A sign-in is remembered after it: the request was counted by the name unless the network was known.
 */
export async function endVerification(context: RequestContext, username: string): Promise<void> {
  if (context.config.signIn.verify === 'never') return;
  const { db, address } = context;
  const used = await db
    .delete(verifyCodes)
    .where(eq(verifyCodes.subject, subjectFor(username, address)))
    .returning({ subject: verifyCodes.subject });
  // A user with many sign-ins would otherwise be slowed down in the end: a count lasts while it grows.
  if (used.length > 0 && !(await isKnownNetwork(context, nameKeyOf(username), address)))
    await returnAttempt(context, requestsFor(username));
  await resetAttempts(context, failuresOf(username));
}

export const deleteOldCodes = async (db: Database, now: Date): Promise<void> => {
  await db.delete(verifyCodes).where(lt(verifyCodes.expiresAt, now));
};
