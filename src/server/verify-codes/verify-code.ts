import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { after, minute, second } from '../clock.ts';
import type { RequestContext } from '../context.ts';
import type { Database } from '../database/db.ts';
import type { Random } from '../ids.ts';
import { type Refusal, refuse } from '../refuse.ts';
import { verifyCodes } from '../schema/verify-codes.ts';
import { keyFor } from '../secrets/secret.ts';
import { nameKeyOf } from '../session/names.ts';
import { claimTry, countUpTo, forgetTries, passwordTries, sendings, subjectOf } from '../session/throttle.ts';
import type { Message } from './courier.ts';

type Needs = Pick<RequestContext, 'db' | 'clock' | 'config' | 'random' | 'address' | 'courier' | 'lang'>;

const lifetime = 10 * minute;
const tries = 5;
/** A code takes a while to arrive: another one is not sent sooner. */
const between = minute;

// A code is for one name and one address: who asks from elsewhere can neither use it up nor replace it.
const pairOf = (username: string, address: string) => subjectOf('verify_code', nameKeyOf(username), address);

/** Six digits, each as likely as the others: bytes that would favour some are thrown away. */
const newCode = (random: Random): string => {
  for (;;) {
    const number = random(4).readUInt32BE();
    if (number < 4_294_000_000) return String(number % 1_000_000).padStart(6, '0');
  }
};

// A million codes are soon tried out, so the hash needs a key that does not stand beside it.
const hashOf = async (context: Needs, subject: string, code: string): Promise<string> =>
  createHmac('sha256', await keyFor(context, 'verify_codes'))
    .update(`${subject}\n${code}`)
    .digest('base64url');

const sentAlready = async ({ db, clock }: Needs, subject: string): Promise<Refusal> => {
  const [row] = await db.select().from(verifyCodes).where(eq(verifyCodes.subject, subject));
  const left = after(row?.createdAt ?? clock.now(), between).getTime() - clock.now().getTime();
  const retryAfter = Math.max(1, Math.ceil(left / second));
  return refuse(codes.systemBusy, { reason: 'sent_already', retryAfter });
};

/**
 * Makes a code for a name, known or not, and sends it where there is somebody to send it to. One a minute for each
 * name and address; 201 says how long to wait.
 */
export async function sendCode(
  context: Needs,
  username: string,
  to: Pick<Message, 'purpose' | 'userId' | 'phone'> | null,
): Promise<{ expiresAt: Date }> {
  const { db, clock, random, address, courier, lang } = context;
  const now = clock.now();
  const subject = pairOf(username, address);
  await claimTry(context, subjectOf('sendings', address), sendings);
  const code = newCode(random);
  const expiresAt = after(now, lifetime);
  const fresh = {
    codeHash: await hashOf(context, subject, code),
    triesLeft: tries,
    createdAt: now,
    expiresAt,
  };
  const [kept] = await db
    .insert(verifyCodes)
    .values({ subject, ...fresh })
    .onConflictDoUpdate({
      target: verifyCodes.subject,
      set: fresh,
      setWhere: lte(verifyCodes.createdAt, after(now, -between)),
    })
    .returning({ subject: verifyCodes.subject });
  if (!kept) throw await sentAlready(context, subject);
  if (to)
    courier.send({
      ...{ kind: 'verify_code', ...to, username, lang, code, expiresAt: expiresAt.toISOString() },
    });
  return { expiresAt };
}

/**
 * Passes with the code that was sent, and uses one of its tries; the answers are the same for names that nobody has.
 * @throws Refusal 416 it is missing, 414 none is open, 415 it differs
 */
export async function requireCode(context: Needs, username: string, code: string | undefined): Promise<void> {
  if (code === undefined) throw refuse(codes.codeRequired, { field: 'verifyCode' });
  const { db, clock, address } = context;
  const subject = pairOf(username, address);
  const given = await hashOf(context, subject, code);
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
  if (!timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(given)))
    throw refuse(codes.incorrectCode, { field: 'verifyCode' });
}

/** The sign-ins of a name that came to nothing, from wherever they came. */
const failuresOf = (username: string) => subjectOf('name', nameKeyOf(username));

/**
 * Passes when a sign-in brings the code that it needs, after three failed ones of its name.
 * @throws Refusal 416 it needs one, 414 none is open, 415 it differs
 */
export async function requireSignInCode(
  context: Needs,
  username: string,
  code: string | undefined,
): Promise<void> {
  const { verify } = context.config.entry;
  if (verify === 'never') return;
  if (verify === 'after-failures' && (await countUpTo(context, failuresOf(username), passwordTries.free)))
    return;
  await requireCode(context, username, code);
}

/** Passes when a registration brings its code, where every entry needs one. */
export async function requireVerifiedName(
  context: Needs,
  username: string,
  code: string | undefined,
): Promise<void> {
  if (context.config.entry.verify === 'always') await requireCode(context, username, code);
}

/** Whoever has come in has shown that it was no guessing: the code is used up, and the failures are forgotten. */
export async function endVerification(context: Needs, username: string): Promise<void> {
  if (context.config.entry.verify === 'never') return;
  const { db, address } = context;
  await db.delete(verifyCodes).where(eq(verifyCodes.subject, pairOf(username, address)));
  await forgetTries(context, failuresOf(username));
}

export const forgetOldCodes = async (db: Database, now: Date): Promise<void> => {
  await db.delete(verifyCodes).where(lt(verifyCodes.expiresAt, now));
};
