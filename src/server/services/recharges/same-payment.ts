import { and, asc, eq, inArray, isNotNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Database } from '../../platform/database/db.ts';
import { lockName } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refuse.ts';
import { corrections } from '../../schema/corrections.ts';
import { transactions } from '../../schema/ledger.ts';
import { comparablePayment, networks, recharges } from '../../schema/recharges.ts';
import type { RechargeRow } from './recharge-row.ts';

/** The network of money without a report: it may have come over any of them. */
export const anyNetwork = 'booked';

/**
 * The condition that a confirmed recharge came: one that was credited by mistake and reversed, with nothing in its place,
 * did not, unless an appeal has reversed that.
 */
export const isCredited = sql`not exists (select 1 from ${transactions} where ${transactions.ref} = ${recharges.id}
  and ${transactions.kind} = 'reversal' and not exists (select 1 from ${transactions} right_one
    where right_one.ref = ${recharges.id} and right_one.kind = 'correction')
  and not exists (select 1 from ${corrections} join ${transactions} undone
    on undone.kind = 'reversal' and undone.ref = ${corrections.id}
    where ${corrections.shopId} = ${recharges.shopId} and ${corrections.ref} = ${recharges.id}))`;

/**
 * The condition for money that came: credited, or set apart, also where it was sent back, as it does not come a second
 * time. What was set apart and credited after an appeal counts as any other that was credited.
 */
const arrivedCondition = or(
  and(eq(recharges.status, 'completed'), isCredited),
  and(eq(recharges.status, 'failed'), isNotNull(recharges.arrived)),
);

/** The condition for money that came or is still under review. */
export const countsAsUse = or(eq(recharges.status, 'moderated'), arrivedCondition);

/** By what a payment is found: the chain, or the channel of a bank, and its hash or reference there. */
type Payment = Pick<RechargeRow, 'network' | 'proof'> & { id?: string };

const isHash = ({ network }: Payment): boolean => networks.some((chain) => chain === network);

/** Returns where else the payment may be reported: a hash is of one chain, a reference of any channel of any bank. */
const comparedNetworks = (payment: Payment): SQL | undefined => {
  if (payment.network === anyNetwork) return undefined;
  if (isHash(payment)) return inArray(recharges.network, [payment.network, anyNetwork]);
  return notInArray(recharges.network, [...networks]);
};

/** Returns the letters and digits of a reference, of every script, without what else may be written in or left out. */
const lettersOf = (proof: string): string =>
  proof
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]|\p{Lm}|\p{Default_Ignorable_Code_Point}/gu, '');

/** Returns how one payment may be written: a hash has 0x on some chains, which an operator may leave out or add. */
function formsOf(proof: string): [string, ...string[]] {
  const [, digits] = /^(?:0x)?([0-9a-f]{64})$/i.exec(proof.trim()) ?? [];
  return digits ? [digits, `0x${digits}`] : [proof];
}

/** Returns the other rows of a payment among `which`, the earliest first. */
export async function listSamePayments(
  tx: Database,
  payment: Payment,
  which: SQL | undefined,
): Promise<RechargeRow[]> {
  const forms = formsOf(payment.proof);
  const another = payment.id === undefined ? undefined : ne(recharges.id, payment.id);
  const candidates = await tx
    .select()
    .from(recharges)
    .where(
      and(
        another,
        which,
        comparedNetworks(payment),
        or(...forms.map((form) => eq(comparablePayment(recharges.proof), comparablePayment(form)))),
      ),
    )
    .orderBy(asc(recharges.createdAt), asc(recharges.id));
  // The database compares A to Z and 0 to 9: where a reference has letters of another script too, they tell two apart.
  const letters = forms.map(lettersOf);
  return candidates.filter(({ proof }) => letters.includes(lettersOf(proof)));
}

/**
 * Locks a payment until the transaction ends, and returns its other rows among `which`, the earliest first. Of two
 * transactions that count one payment, also of two shops, the second waits for the first and finds its row. Every
 * transaction locks in one order: the shop's row or the recharge, the payment, what it writes to a recharge, the chain.
 */
export async function findSamePayments(
  tx: Database,
  payment: Payment,
  which: SQL | undefined,
): Promise<RechargeRow[]> {
  const [form] = formsOf(payment.proof);
  await lockName(tx, sql`'payment ' || ${comparablePayment(form)}`);
  return listSamePayments(tx, payment, which);
}

/**
 * Returns whether an operator has seen that a row is of another payment: two senders, or two banks, may use one reference.
 * Two hashes of a chain are never two payments.
 */
const isDistinct = (payment: Payment, row: RechargeRow, distinctFrom: readonly string[]): boolean =>
  !isHash(payment) && !isHash(row) && (distinctFrom.includes(row.no) || distinctFrom.includes(row.id));

/**
 * Refuses to set money apart for its sender while another shop reports the same payment: it may be that shop's.
 * @throws Refusal 203 `reported_twice` with the number of the other report
 */
export async function requireReportedOnce(
  tx: Database,
  payment: RechargeRow,
  distinctFrom: readonly string[] = [],
): Promise<void> {
  const open = await findSamePayments(tx, payment, eq(recharges.status, 'moderated'));
  const other = open.find(
    (row) => row.network === payment.network && !isDistinct(payment, row, distinctFrom),
  );
  if (!other) return;
  const { no } = other;
  throw refuse(codes.invalidOperation, {
    field: 'arrived',
    reason: 'reported_twice',
    params: { no },
    message: `${no} reports this payment too: decide that one first. If the money is its shop’s, approve it, and refuse this one as not_arrived.`,
  });
}

/**
 * Refuses to count a payment a second time; `distinctFrom` has the numbers of recharges that an operator has seen to be
 * other payments.
 * @throws Refusal 203 `proof_used` with the number that has it
 */
export async function requireCountedOnce(
  tx: Database,
  payment: Payment,
  distinctFrom: readonly string[] = [],
): Promise<void> {
  const counted = await findSamePayments(tx, payment, arrivedCondition);
  const existing = counted.find((row) => !isDistinct(payment, row, distinctFrom));
  if (!existing) return;
  const { no, amount, received, arrived } = existing;
  const has = `${no}, of ${formatMoney(received ?? arrived ?? amount)},`;
  throw refuse(codes.invalidOperation, {
    field: 'proof',
    reason: 'proof_used',
    params: { no },
    message:
      isHash(payment) || isHash(existing)
        ? `${has} has this hash already, and a hash is one payment: it is not counted again.`
        : `${has} has this reference already. Where the bank shows one payment, it is not counted again; where two banks show one each, send the same and name ${no} in "distinctFrom".`,
  });
}
