import { and, asc, eq, inArray } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Deps } from '../platform/context.ts';
import type { Database } from '../platform/database/db.ts';
import { refuse } from '../platform/refuse.ts';
import { entries, isOfEntry, transactions } from '../schema/ledger.ts';
import { chainOf, merchantOf } from './account-names.ts';
import { type Entry, post } from './ledger.ts';

/** A transaction of the ledger as it was posted. */
export interface PostedTransaction {
  seq: bigint;
  kind: string;
  ref: string;
  shopId: string | null;
  at: Date;
  entries: Entry[];
}

const isCorrection = (kind: string) => kind === 'reversal' || kind === 'correction';

/** Returns the condition for the transaction of a shop's chain with a number. */
export const isNumbered = ({ shopId, seq }: { shopId: string; seq: bigint }) =>
  and(eq(transactions.chain, chainOf(shopId)), eq(transactions.seq, seq));

/** Returns a shop's posting with a number, or the one with a kind and reference; 404 where there is none. */
export async function findPosting(
  db: Database,
  named: { shopId: string; seq: bigint } | { kind: string; ref: string },
): Promise<PostedTransaction> {
  const which =
    'seq' in named
      ? isNumbered(named)
      : and(eq(transactions.kind, named.kind), eq(transactions.ref, named.ref));
  const [transaction] = await db.select().from(transactions).where(which);
  if (!transaction) throw refuse(codes.recordNotFound, { field: 'transaction' });
  const { chain, seq, kind, ref, shopId, at } = transaction;
  const lines = await db
    .select({ account: entries.account, amount: entries.amount })
    .from(entries)
    .where(and(eq(entries.chain, chain), eq(entries.seq, seq)))
    .orderBy(asc(entries.position));
  return { seq, kind, ref, shopId, at, entries: lines };
}

const opposite = (list: Entry[]): Entry[] =>
  list.map(({ account, amount }) => ({ account, amount: -amount }));

/** Returns by how much entries change the merchant's own accounts. */
const merchantSum = (list: Entry[]): bigint =>
  list.reduce((sum, { account, amount }) => (merchantOf(account) ? sum + amount : sum), 0n);

/** Returns by how much a posting's reversal and its right entries change the merchant's own accounts. */
export const merchantChange = (wrong: PostedTransaction, right: Entry[]): bigint =>
  merchantSum(right) - merchantSum(wrong.entries);

/**
 * Refuses a correction itself, and a posting that was corrected before.
 * @throws Refusal 203 `is_a_correction` or `already_posted`
 */
export async function requireUncorrected(
  db: Database,
  { kind, ref }: Pick<PostedTransaction, 'kind' | 'ref'>,
): Promise<void> {
  if (isCorrection(kind)) throw refuse(codes.invalidOperation, { reason: 'is_a_correction' });
  const [reversal] = await db
    .select({ seq: transactions.seq })
    .from(transactions)
    .where(and(eq(transactions.kind, 'reversal'), eq(transactions.ref, ref)));
  if (reversal) throw refuse(codes.invalidOperation, { reason: 'already_posted' });
}

/**
 * Reverses a correction: posts the opposite of the reversal and the correction that have the reference `corrected`, as
 * one reversal with the reference `ref`.
 * @throws Refusal 203 `already_posted` the second time
 */
export async function reverseCorrection(
  { db: tx, clock }: Deps,
  { shopId, corrected, ref }: { shopId: string; corrected: string; ref: string },
  { reason, actor }: { reason: string; actor: string },
): Promise<void> {
  const posted = await tx
    .select({ account: entries.account, amount: entries.amount })
    .from(transactions)
    .innerJoin(entries, isOfEntry)
    .where(
      and(
        eq(transactions.shopId, shopId),
        eq(transactions.ref, corrected),
        inArray(transactions.kind, ['reversal', 'correction']),
      ),
    );
  const posting = { kind: 'reversal', ref, shopId, actor, at: clock.now(), reason };
  await post(tx, { ...posting, entries: opposite(posted) });
}

/**
 * Reverses a wrong posting in full and posts the right one, both under its reference, so that it can be corrected once;
 * a posting is never changed. The part that gives comes before the part that takes, so that the merchant needs only the
 * balance of both. `right` may be empty, where nothing should have been posted.
 * @returns by how much the two change the merchant's own accounts
 * @throws Refusal 203 `already_posted` the second time, 203 for a correction itself, 424 where the balance is short
 */
export async function reversePosting(
  { db: tx, clock }: Deps,
  wrong: PostedTransaction,
  { right, reason, actor }: { right: Entry[]; reason: string; actor: string },
): Promise<bigint> {
  if (isCorrection(wrong.kind)) throw refuse(codes.invalidOperation, { reason: 'is_a_correction' });
  const reversal = opposite(wrong.entries);
  const common = { ref: wrong.ref, shopId: wrong.shopId, actor, at: clock.now(), reason };
  const postings = [
    { ...common, kind: 'reversal', entries: reversal },
    { ...common, kind: 'correction', entries: right },
  ].filter((posting) => posting.entries.length > 0);
  const inOrder = merchantSum(reversal) >= 0n ? postings : postings.reverse();
  for (const posting of inOrder) await post(tx, posting);
  return merchantSum(reversal) + merchantSum(right);
}
