import { eq, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { type Database, queryRows } from '../platform/database/db.ts';
import { refuse } from '../platform/refuse.ts';
import { accounts, ledgerHeads } from '../schema/ledger.ts';
import { accountInChain, chainOf, mayOverdraw, merchantOf } from './account-names.ts';

/** One leg of a posting: `amount` in 10^-6 of the currency, positive into the account, negative out of it. */
export interface Entry {
  account: string;
  amount: bigint;
}

/** One transaction of the ledger: its entries sum to zero. */
export interface Posting {
  /** The kind of event, for example `order_pay`. A pair of `kind` and `ref` is posted at most once. */
  kind: string;
  ref: string;
  /** The shop of all its accounts; null for a movement between accounts that belong to no shop. */
  shopId: string | null;
  /** Who caused it: a user's id, a party such as `system`, or `operator:<name>`. */
  actor: string;
  /** When it happened; stored as the time of the previous posting where the clock was put back. */
  at: Date;
  entries: Entry[];
  reason?: string;
  /** The hash of what the movement rests on and its entries do not say: it is part of the transaction's own hash. */
  detailsHash?: string;
}

/**
 * Returns the entries for `post` that move `amount` (10^-6, positive) from one account to another.
 * @example move(availableOf('shop_1'), 'P.supplier_payable', 12_500_000n)
 */
export const move = (from: string, to: string, amount: bigint): Entry[] => {
  if (amount < 0n) throw new Error(`move ${from} -> ${to}: a negative amount; swap the accounts instead`);
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
};

// One entry per account, in the order in which rows are locked everywhere; zero sums are dropped.
const sumByAccount = (list: Entry[]): Entry[] => {
  const sums = new Map<string, bigint>();
  for (const { account, amount } of list) sums.set(account, (sums.get(account) ?? 0n) + amount);
  return [...sums]
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => ({ account, amount }))
    .sort((a, b) => (a.account < b.account ? -1 : 1));
};

/**
 * The highest balance of one account of a merchant, in 10^-6: the sum of its four accounts still fits the contract's
 * twelve digits before the point.
 */
const maxBalance = 249_999_999_999_999_999n;

/**
 * Locks the chain of a shop's postings until the transaction ends: no other posting can come between what is read after
 * it and what is posted. Lock it before the rows that other postings lock behind it.
 */
export const lockChain = async (tx: Database, shopId: string): Promise<void> => {
  await tx.execute(sql`select ledger_lock(${chainOf(shopId)})`);
};

/** The highest balance that an entry may leave; null without a limit. */
const limitOf = ({ account, amount }: Entry): bigint | null =>
  merchantOf(account) && amount > 0n ? maxBalance : null;

const refusalOf = (entry: Entry): Error => {
  const params = { account: entry.account.split(':')[0] ?? '' };
  if (limitOf(entry) !== null) return refuse(codes.invalidOperation, { reason: 'account_full', params });
  if (merchantOf(entry.account)) return refuse(codes.insufficientBalance, { params });
  return new Error(
    `the account ${entry.account} would fall below zero, or is another shop's: the posting is wrong`,
  );
};

interface Outcome {
  posted: string | null;
  refused: string | null;
}

/**
 * Posts one transaction to the ledger: the only way in which money moves. Call it inside a database transaction; if it
 * throws, nothing may be committed. A platform account is named without its shop: the posting's shop holds a part of
 * it.
 * @returns the transaction's number in its shop's chain
 * @throws Refusal 424 when a merchant's account does not hold enough, 203 `account_full` when its balance would exceed
 *   `maxBalance`; Refusal 203 `already_posted` when (kind, ref) was posted before; Error when the entries do not sum
 *   to zero, move nothing or are of another shop
 * @see `ledger_post` in ./ledger.sql, which locks the chain, checks balances and computes the hash, and
 *   the table of postings in tests/server/order-postings.test.ts
 * @example
 * await post(tx, { kind: 'order_pay', ref: order.id, shopId, actor: userId, at: clock.now(),
 *   entries: move(availableOf(shopId), 'P.supplier_payable', order.cost) });
 */
export const post = async (tx: Database, posting: Posting): Promise<bigint> => {
  const sum = posting.entries.reduce((total, entry) => total + entry.amount, 0n);
  if (sum !== 0n) throw new Error(`posting ${posting.kind} ${posting.ref} sums to ${sum}, not to zero`);
  const chain = chainOf(posting.shopId);
  const list = sumByAccount(
    posting.entries.map(({ account, amount }) => ({ account: accountInChain(chain, account), amount })),
  );
  if (list.length === 0) throw new Error(`posting ${posting.kind} ${posting.ref} moves nothing`);

  const { kind, ref, shopId, actor, at, reason = null, detailsHash = null } = posting;
  const [outcome] = await queryRows<Outcome>(
    tx,
    sql`select posted::text, refused from ledger_post(${chain}, ${kind}, ${ref}, ${shopId}, ${actor}, ${reason},
      ${at.toISOString()}, ${sql.param(list.map(({ account }) => account))},
      ${sql.param(list.map(({ amount }) => amount))}, ${sql.param(list.map(({ account }) => mayOverdraw(account)))},
      ${sql.param(list.map(limitOf))}, ${detailsHash})`,
  );
  const refused = list.find(({ account }) => account === outcome?.refused);
  if (refused) throw refusalOf(refused);
  if (!outcome?.posted) throw refuse(codes.invalidOperation, { reason: 'already_posted' });
  return BigInt(outcome.posted);
};

const headRow = async (db: Database, shopId: string) => {
  const [head] = await db
    .select()
    .from(ledgerHeads)
    .where(eq(ledgerHeads.chain, chainOf(shopId)));
  return head;
};

/**
 * Returns the number of the last transaction in a shop's chain, which orders records without postings among the
 * postings.
 */
export const lastSeq = async (db: Database, shopId: string): Promise<bigint> =>
  (await headRow(db, shopId))?.seq ?? 0n;

/** Returns the number and the hash of the last transaction in a shop's chain; null before the first. */
export const chainHead = async (
  db: Database,
  shopId: string,
): Promise<{ seq: string; hash: string } | null> => {
  const head = await headRow(db, shopId);
  return head && head.seq > 0n ? { seq: head.seq.toString(), hash: head.hash } : null;
};

/** Returns the balance of an account, in 10^-6; zero for an account without postings. */
export const balanceOf = async (db: Database, account: string): Promise<bigint> => {
  const [row] = await db.select({ balance: accounts.balance }).from(accounts).where(eq(accounts.id, account));
  return row?.balance ?? 0n;
};
