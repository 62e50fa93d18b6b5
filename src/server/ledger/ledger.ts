import { and, eq, gte, lte, or, type SQL, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Database } from '../platform/database/db.ts';
import { refuse } from '../platform/refuse.ts';
import { accounts, entries, ledgerHead, transactions } from '../schema/ledger.ts';
import { merchantOf } from './account-names.ts';
import { chainHash } from './ledger-hash.ts';

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
  /** The shop that shows it in its history; null for movements between platform accounts. */
  shopId: string | null;
  /** Who caused it: a user's id, a party such as `system`, or `operator:<name>`. */
  actor: string;
  /** When it happened; stored as the time of the previous posting where the clock was put back. */
  at: Date;
  entries: Entry[];
  reason?: string;
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

/** Returns whether an account may be negative: only the outside world, suppliers' debts and losses may. */
const mayOverdraw = (account: string): boolean =>
  account.startsWith('world:') || account === 'P.supplier_receivable' || account === 'P.loss';

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

// The check and the change are one statement: no other transaction can come between them.
const applyEntry = async (tx: Database, { account, amount }: Entry): Promise<bigint> => {
  const next = sql`${accounts.balance} + ${amount}`;
  const enough = or(eq(accounts.overdraft, true), gte(next, sql`0`));
  const ofMerchant = merchantOf(account) !== null;
  const fits = ofMerchant && amount > 0n ? lte(next, sql`${maxBalance}`) : undefined;
  const [row] = await tx
    .update(accounts)
    .set({ balance: next })
    .where(and(eq(accounts.id, account), enough, fits))
    .returning({ balance: accounts.balance });
  if (row) return row.balance;
  const params = { account: account.split(':')[0] ?? '' };
  if (fits) throw refuse(codes.invalidOperation, { reason: 'account_full', params });
  if (ofMerchant) throw refuse(codes.insufficientBalance, { params });
  throw new Error(`the account ${account} would fall below zero: the posting's amounts are wrong`);
};

// The earlier totals are read by the statement that adds the entry; the head is locked, so they are the latest.
const runningTotals = ({ account, kind, amount }: Entry & { kind: string }) => {
  const before = (column: SQL) =>
    sql`coalesce((select ${column} from ${entries} e where e.account = ${account} and e.kind = ${kind} order by e.seq desc limit 1), 0)`;
  const [paidIn, paidOut] = amount > 0n ? [amount, 0n] : [0n, -amount];
  return {
    kindIn: sql`${before(sql`e.kind_in`)} + ${paidIn}::bigint`,
    kindOut: sql`${before(sql`e.kind_out`)} + ${paidOut}::bigint`,
  };
};

// Statements cut the chain into days: after a clock was put back, a posting with an earlier date would move the
// previous one into its own day. The head is locked, so the previous posting is the last one.
const notBefore = async (tx: Database, last: bigint, at: Date): Promise<Date> => {
  const [before] = await tx
    .select({ at: transactions.at })
    .from(transactions)
    .where(eq(transactions.seq, last));
  return before && before.at > at ? before.at : at;
};

/**
 * Posts one transaction to the ledger: the only way in which money moves. Call it inside a database transaction; if it
 * throws, nothing may be committed.
 * @returns the transaction's number in the chain
 * @throws Refusal 424 when a merchant's account does not hold enough, 203 `account_full` when its balance would exceed
 *   `maxBalance`; Refusal 203 `already_posted` when (kind, ref) was posted before; Error when the entries do not sum
 *   to zero or move nothing
 * @see the table of postings in tests/server/order-postings.test.ts
 * @example
 * await post(tx, { kind: 'order_pay', ref: order.id, shopId, actor: userId, at: clock.now(),
 *   entries: move(availableOf(shopId), 'P.supplier_payable', order.cost) });
 */
export const post = async (tx: Database, posting: Posting): Promise<bigint> => {
  const sum = posting.entries.reduce((total, entry) => total + entry.amount, 0n);
  if (sum !== 0n) throw new Error(`posting ${posting.kind} ${posting.ref} sums to ${sum}, not to zero`);
  const list = sumByAccount(posting.entries);
  if (list.length === 0) throw new Error(`posting ${posting.kind} ${posting.ref} moves nothing`);

  // The head is locked first, so that two transactions with several postings each cannot deadlock.
  const [head] = await tx.select().from(ledgerHead).for('update');
  if (!head) throw new Error('the ledger has no head: the migration did not finish');
  const { entries: _, ...facts } = posting;
  const at = await notBefore(tx, head.seq, posting.at);
  const row = { ...facts, at, reason: posting.reason ?? null, seq: head.seq + 1n, previousHash: head.hash };
  const hash = chainHash(row, list);
  const added = await tx
    .insert(transactions)
    .values({ ...row, hash })
    .onConflictDoNothing()
    .returning({ seq: transactions.seq });
  if (added.length === 0) throw refuse(codes.invalidOperation, { reason: 'already_posted' });

  const opened = list.map(({ account }) => ({
    id: account,
    shopId: merchantOf(account)?.shopId ?? null,
    balance: 0n,
    overdraft: mayOverdraw(account),
  }));
  await tx.insert(accounts).values(opened).onConflictDoNothing();
  const lines = [];
  for (const [position, entry] of list.entries()) {
    const line = { ...entry, seq: row.seq, position, kind: posting.kind };
    lines.push({ ...line, ...runningTotals(line), balanceAfter: await applyEntry(tx, entry) });
  }
  await tx.insert(entries).values(lines);
  await tx.update(ledgerHead).set({ seq: row.seq, hash });
  return row.seq;
};

/** Returns the number of the last transaction, which orders records without postings among the postings. */
export const ledgerEnd = async (db: Database): Promise<bigint> => {
  const [head] = await db.select({ seq: ledgerHead.seq }).from(ledgerHead);
  return head?.seq ?? 0n;
};

/** Returns the balance of an account, in 10^-6; zero for an account without postings. */
export const balanceOf = async (db: Database, account: string): Promise<bigint> => {
  const [row] = await db.select({ balance: accounts.balance }).from(accounts).where(eq(accounts.id, account));
  return row?.balance ?? 0n;
};
