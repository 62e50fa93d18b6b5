import { createHash } from 'node:crypto';
import { and, desc, eq, like, lt, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { after, hour, second } from '../clock.ts';
import { type Database, rows } from '../database/db.ts';
import { refuse } from '../refuse.ts';
import { idempotencyKeys } from '../schema/idempotency.ts';
import { paymentGate, stretch } from '../session/passwords.ts';

/** A call that may be sent again: whose, which, under what key, with what body. */
export interface KeyedCall {
  shopId: string;
  operation: string;
  key: string;
  bodyHash: string;
}

// What proves who calls is no part of what the call does: another try may bring another proof.
const proofs = new Set([
  ...['payPassword', 'loginPassword', 'password'],
  ...['oldPassword', 'confirmPassword', 'verifyCode'],
]);
// What a call sets as a new secret is, so it counts: stretched, as it is where it is kept.
const newSecrets = new Set(['newPassword']);

/** How a new secret is stretched: whose it is, with the key of the call as its salt. */
export interface Stretching {
  userId: string;
  salt: string;
  cost: number;
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

// Members in one order, without the passwords: a hash of six digits could be guessed from the table. A file is what is
// in it, whatever its sender calls it.
const canonical = async (value: unknown, by: Stretching): Promise<unknown> => {
  if (Array.isArray(value)) return Promise.all(value.map((one) => canonical(one, by)));
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Blob) return { sha256: sha256(Buffer.from(await value.arrayBuffer())) };
  const members = Object.entries(value).filter(([name, one]) => !proofs.has(name) && one !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  const written = members.map(async ([name, one]) => {
    if (!newSecrets.has(name) || typeof one !== 'string') return [name, await canonical(one, by)] as const;
    return [name, await paymentGate(by.userId, () => stretch(one, by.salt, by.cost))] as const;
  });
  return Object.fromEntries(await Promise.all(written));
};

export const hashBody = async (input: unknown, by: Stretching): Promise<string> =>
  sha256(JSON.stringify(await canonical(input, by)) ?? '');

/**
 * The stored reply of this very call, or null when the key is free.
 * @throws Refusal 203 `key_reused` when the key was used with another body
 */
export const storedReply = async (db: Database, call: KeyedCall): Promise<string | null> => {
  const { shopId, operation, key } = call;
  const one = and(
    eq(idempotencyKeys.shopId, shopId),
    eq(idempotencyKeys.operation, operation),
    eq(idempotencyKeys.key, key),
  );
  const [row] = await db.select().from(idempotencyKeys).where(one);
  if (!row) return null;
  if (row.bodyHash !== call.bodyHash) throw refuse(codes.invalidOperation, { reason: 'key_reused' });
  return row.reply;
};

// The lock is the transaction's: it is gone when the movement is committed, rolled back, or its server dies.
const tryLock = async (tx: Database, shopId: string, key: string): Promise<boolean> => {
  const lock = createHash('sha256')
    .update(JSON.stringify([shopId, key]))
    .digest()
    .readBigInt64BE();
  const [row] = await rows<{ held: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${lock.toString()}::bigint) as held`,
  );
  return row?.held === true;
};

/**
 * Inside the movement's transaction: the reply that is already there, or the reply of `run`, stored with it.
 * @throws Refusal 202 while another request with this key is running
 */
export const once = async (
  tx: Database,
  call: KeyedCall,
  at: Date,
  run: () => Promise<string>,
): Promise<string> => {
  if (!(await tryLock(tx, call.shopId, call.key))) throw refuse(codes.operationBusy, { retryAfter: 1 });
  const stored = await storedReply(tx, call);
  if (stored !== null) return stored;
  const reply = await run();
  await tx.insert(idempotencyKeys).values({ ...call, reply, createdAt: at });
  return reply;
};

/** For how long the same again, from a client that sends no keys, is a tap made twice and no second wish. */
const moment = 30 * second;

/** As `once`, for a call that came without a key: its body stands for it, for a moment. */
export const onceAMoment = async (
  tx: Database,
  { shopId, operation, bodyHash }: Omit<KeyedCall, 'key'>,
  at: Date,
  run: () => Promise<string>,
): Promise<string> => {
  // No client's own: those are UUIDs.
  const key = `body:${bodyHash}`;
  const mine = and(
    eq(idempotencyKeys.shopId, shopId),
    eq(idempotencyKeys.operation, operation),
    eq(idempotencyKeys.key, key),
  );
  await tx.delete(idempotencyKeys).where(and(mine, lt(idempotencyKeys.createdAt, after(at, -moment))));
  return once(tx, { shopId, operation, key, bodyHash }, at, run);
};

/**
 * Lets a client that sends no keys ask for the same again at once, where what it asked for first came to nothing; `id`
 * is what the reply named.
 */
export const letGo = async (
  tx: Database,
  { shopId, operation, id }: Pick<KeyedCall, 'shopId' | 'operation'> & { id: string },
): Promise<void> => {
  const mine = and(eq(idempotencyKeys.shopId, shopId), eq(idempotencyKeys.operation, operation));
  const named = sql`position(${JSON.stringify(id)} in ${idempotencyKeys.reply}) > 0`;
  await tx.delete(idempotencyKeys).where(and(mine, like(idempotencyKeys.key, 'body:%'), named));
};

/** What became of a key; the body is not sent again in order to ask. */
export const stateOfKey = (db: Database, shopId: string, key: string) =>
  db.transaction(async (tx) => {
    // First the lock, then the row: in the other order a movement that ends in between would look unknown.
    if (!(await tryLock(tx, shopId, key))) return { state: 'running' as const, reply: null };
    const mine = and(eq(idempotencyKeys.shopId, shopId), eq(idempotencyKeys.key, key));
    const [row] = await tx
      .select()
      .from(idempotencyKeys)
      .where(mine)
      .orderBy(desc(idempotencyKeys.createdAt))
      .limit(1);
    return row ? { state: 'done' as const, reply: row.reply } : { state: 'unknown' as const, reply: null };
  });

/** Keys are promised for 24 hours and kept for 48. */
export const forgetOldKeys = async (db: Database, now: Date): Promise<void> => {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, after(now, -48 * hour)));
};
