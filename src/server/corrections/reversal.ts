import { and, asc, eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Basics } from '../context.ts';
import type { Database } from '../database/db.ts';
import { merchantOf } from '../ledger/account-names.ts';
import { type Entry, post } from '../ledger/ledger.ts';
import { refuse } from '../refuse.ts';
import { entries, transactions } from '../schema/ledger.ts';

/** A transaction of the ledger as it was posted. */
export interface Posted {
  seq: bigint;
  kind: string;
  ref: string;
  shopId: string | null;
  entries: Entry[];
}

const isCorrection = (kind: string) => kind === 'reversal' || kind === 'correction';

/** What was posted under a number of the chain, or under a kind and reference; 404 where nothing was. */
export async function postedAs(
  db: Database,
  named: { seq: bigint } | { kind: string; ref: string },
): Promise<Posted> {
  const which =
    'seq' in named
      ? eq(transactions.seq, named.seq)
      : and(eq(transactions.kind, named.kind), eq(transactions.ref, named.ref));
  const [found] = await db.select().from(transactions).where(which);
  if (!found) throw refuse(codes.recordNotFound, { field: 'transaction' });
  const { seq, kind, ref, shopId } = found;
  const lines = await db
    .select({ account: entries.account, amount: entries.amount })
    .from(entries)
    .where(eq(entries.seq, seq))
    .orderBy(asc(entries.position));
  return { seq, kind, ref, shopId, entries: lines };
}

const opposite = (list: Entry[]): Entry[] =>
  list.map(({ account, amount }) => ({ account, amount: -amount }));

/** By how much entries change what belongs to a merchant. */
const ownOf = (list: Entry[]): bigint =>
  list.reduce((sum, { account, amount }) => (merchantOf(account) ? sum + amount : sum), 0n);

/**
 * Takes a wrong posting back in full and posts the right one beside it, both under its reference, so that it can be
 * corrected once; nothing that was posted is ever changed. What gives comes before what takes: a merchant needs only
 * what the two come to. `right` may be empty, where nothing should have been posted.
 * @returns by how much the two change what belongs to the merchant
 * @throws Refusal 203 `already_posted` the second time, 203 for a correction itself, 424 where the balance is short
 */
export async function reversePosting(
  { db: tx, clock }: Basics,
  wrong: Posted,
  { right, reason, actor }: { right: Entry[]; reason: string; actor: string },
): Promise<bigint> {
  if (isCorrection(wrong.kind)) throw refuse(codes.invalidOperation, { reason: 'is_a_correction' });
  const back = opposite(wrong.entries);
  const facts = { ref: wrong.ref, shopId: wrong.shopId, actor, at: clock.now(), reason };
  const both = [
    { ...facts, kind: 'reversal', entries: back },
    { ...facts, kind: 'correction', entries: right },
  ].filter((posting) => posting.entries.length > 0);
  const inOrder = ownOf(back) >= 0n ? both : both.reverse();
  for (const posting of inOrder) await post(tx, posting);
  return ownOf(back) + ownOf(right);
}
