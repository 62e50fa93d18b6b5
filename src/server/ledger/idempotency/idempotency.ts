import { createHash } from 'node:crypto';
import { and, desc, eq, gt, like, lt, or, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after, hour, second } from '../../platform/clock.ts';
import type { Handlers } from '../../platform/context.ts';
import { type Database, queryRows } from '../../platform/database/db.ts';
import { limitPasswordWork, stretch } from '../../platform/passwords.ts';
import { refuse } from '../../platform/refuse.ts';
import { idempotencyKeys } from '../../schema/idempotency.ts';
import { isSecretName } from './secret-name.ts';

/** A call that may be sent again: its shop, operation, key and the hash of its body. */
export interface IdempotentCall {
  shopId: string;
  operation: string;
  key: string;
  bodyHash: string;
}

// A proof of identity is no part of the call's effect: a retry may contain another proof.
const proofs = new Set([
  'payPassword',
  'loginPassword',
  'password',
  'oldPassword',
  'confirmPassword',
  'verifyCode',
]);
// A new secret is part of the call's effect, so it counts: stretched, as it is stored.
const newSecrets = new Set(['newPassword']);

/** Parameters to stretch a new secret: its user, with the key of the call as its salt. */
export interface StretchOptions {
  userId: string;
  salt: string;
  cost: number;
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** Which members of a body are proofs, and which are new secrets. */
interface Secrecy {
  isProof(name: string): boolean;
  isNewSecret(name: string): boolean;
}

const callSecrecy: Secrecy = {
  isProof: (name) => proofs.has(name),
  isNewSecret: (name) => newSecrets.has(name),
};
/** The operator's only proof is the server's key, so all secrets of a decision are new ones. */
const decisionSecrecy: Secrecy = { isProof: () => false, isNewSecret: isSecretName };

// Members are sorted and proofs left out: a hash over six digits could be guessed from the table. A file counts by its
// content, under whatever name.
const canonicalize = async (value: unknown, by: StretchOptions, secrecy: Secrecy): Promise<unknown> => {
  if (Array.isArray(value)) return Promise.all(value.map((one) => canonicalize(one, by, secrecy)));
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Blob) return { sha256: sha256(Buffer.from(await value.arrayBuffer())) };
  const members = Object.entries(value).filter(([name]) => !secrecy.isProof(name));
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  const written = members.map(async ([name, one]) => {
    if (!secrecy.isNewSecret(name) || typeof one !== 'string')
      return [name, await canonicalize(one, by, secrecy)] as const;
    return [name, await limitPasswordWork(by.userId, () => stretch(one, by.salt, by.cost))] as const;
  });
  return Object.fromEntries(await Promise.all(written));
};

/** Returns the SHA-256 of a body, in hex: proofs left out, new secrets stretched, files by their content. */
export const hashBody = async (input: unknown, by: StretchOptions, secrecy = callSecrecy): Promise<string> =>
  sha256(JSON.stringify(await canonicalize(input, by, secrecy)));

/** Returns the SHA-256 of an operator's decision. */
export const hashDecision = (flags: unknown, by: Omit<StretchOptions, 'userId'>): Promise<string> =>
  hashBody(flags, { ...by, userId: 'operator' }, decisionSecrecy);

const isOfCall = ({ shopId, operation, key }: Omit<IdempotentCall, 'bodyHash'>) =>
  and(
    eq(idempotencyKeys.shopId, shopId),
    eq(idempotencyKeys.operation, operation),
    eq(idempotencyKeys.key, key),
  );

/**
 * Returns the stored reply of this call, or null when the key is free.
 * @throws Refusal 203 `key_reused` when the key was used with another body
 */
export const storedReply = async (db: Database, call: IdempotentCall): Promise<string | null> => {
  const [row] = await db.select().from(idempotencyKeys).where(isOfCall(call));
  if (!row) return null;
  if (row.bodyHash !== call.bodyHash) throw refuse(codes.invalidOperation, { reason: 'key_reused' });
  return row.reply;
};

// The lock belongs to the transaction: it ends with the commit, the rollback, or the server's death.
const tryLock = async (tx: Database, shopId: string, key: string): Promise<boolean> => {
  const lock = createHash('sha256')
    .update(JSON.stringify([shopId, key]))
    .digest()
    .readBigInt64BE();
  const [row] = await queryRows<{ held: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${lock.toString()}::bigint) as held`,
  );
  return row?.held === true;
};

/**
 * Returns the stored reply of a call, or runs it and stores its reply, inside the movement's transaction.
 * @throws Refusal 202 while another request with this key is running
 */
export const runIdempotent = async (
  tx: Database,
  call: IdempotentCall,
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

/** How long an equal call from a client without keys counts as a double tap and not as a second request. */
const dedupePeriod = 30 * second;

/** Runs a call without a key as `runIdempotent` does: for a short time its body serves as the key. */
export const dedupeByBody = async (
  tx: Database,
  unkeyed: Omit<IdempotentCall, 'key'>,
  at: Date,
  run: () => Promise<string>,
): Promise<string> => {
  // Cannot equal a client's key: those are UUIDs.
  const call = { ...unkeyed, key: `body:${unkeyed.bodyHash}` };
  // A row from the future was written before the clock was put back, so it is no repetition.
  const isOver = or(
    lt(idempotencyKeys.createdAt, after(at, -dedupePeriod)),
    gt(idempotencyKeys.createdAt, at),
  );
  await tx.delete(idempotencyKeys).where(and(isOfCall(call), isOver));
  return runIdempotent(tx, call, at, run);
};

/**
 * Deletes the stored reply of a call without a key that had no lasting effect, so that a client can send it again at
 * once; `id` is the identifier in the reply.
 */
export const releaseDedupe = async (
  tx: Database,
  { shopId, operation, id }: Pick<IdempotentCall, 'shopId' | 'operation'> & { id: string },
): Promise<void> => {
  const ownKeys = and(eq(idempotencyKeys.shopId, shopId), eq(idempotencyKeys.operation, operation));
  const named = sql`position(${JSON.stringify(id)} in ${idempotencyKeys.reply}) > 0`;
  await tx.delete(idempotencyKeys).where(and(ownKeys, like(idempotencyKeys.key, 'body:%'), named));
};

/** Returns the state of a key and its reply, without sending the body again. */
export const stateOfKey = (db: Database, shopId: string, key: string) =>
  db.transaction(async (tx) => {
    // The lock comes first, then the row: in the other order a movement that ends in between would look unknown.
    if (!(await tryLock(tx, shopId, key))) return { state: 'running' as const, reply: null };
    const ownKeys = and(eq(idempotencyKeys.shopId, shopId), eq(idempotencyKeys.key, key));
    const [row] = await tx
      .select()
      .from(idempotencyKeys)
      .where(ownKeys)
      .orderBy(desc(idempotencyKeys.createdAt))
      .limit(1);
    return row ? { state: 'done' as const, reply: row.reply } : { state: 'unknown' as const, reply: null };
  });

/** Deletes keys older than 48 hours; clients are promised 24. */
export const deleteOldKeys = async (db: Database, now: Date): Promise<void> => {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, after(now, -48 * hour)));
};

/** Handles the query for the state and reply of a keyed call. */
export const operationHandlers = {
  'POST /v1/operation': async ({ db, caller }, { key }) => {
    const { state, reply } = await stateOfKey(db, caller.shopId, key.toLowerCase());
    if (reply === null) return { state, code: null, data: null };
    const { code, data } = JSON.parse(reply) as { code: number; data: unknown };
    return { state, code, data };
  },
} satisfies Partial<Handlers>;
