import { and, eq, inArray, ne } from 'drizzle-orm';
import type { FlowKind } from '../../../contract/flow.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/db.ts';
import { corrections } from '../../schema/corrections.ts';
import { orders } from '../../schema/orders.ts';
import { recharges } from '../../schema/recharges.ts';
import { holds } from '../../schema/restrictions.ts';
import { withdrawals } from '../../schema/withdrawals.ts';
import { orderNumbers, refsOfOrder } from '../../trade/model/order-refs.ts';
import { type Recharge, shownRecharges } from '../recharges/recharge-view.ts';
import { shownWithdrawals, type Withdrawal } from '../withdrawals/withdrawal-view.ts';

/** What a posting of a kind belongs to: its reference is an id of that. */
const refTypes: Partial<Record<FlowKind, string>> = {
  order_pay: 'order',
  order_refund: 'order',
  settlement: 'order',
  release: 'order',
  recharge: 'recharge',
  compensation: 'order',
  withdraw: 'withdrawal',
  withdraw_sent: 'withdrawal',
  withdraw_return: 'withdrawal',
};

// A posting of another kind may belong to any of these, as the prefix of its reference says.
const refPrefixes: Record<string, string> = {
  ord: 'order',
  clm: 'order',
  case: 'order',
  rch: 'recharge',
  wdr: 'withdrawal',
  hld: 'hold',
};

/** Returns what a posting belongs to; null where that has no name. */
export const refTypeOf = ({ kind, ref }: { kind: string; ref: string }): string | null =>
  refTypes[kind as FlowKind] ?? refPrefixes[ref.slice(0, Math.max(0, ref.indexOf('_')))] ?? null;

/** The tables with rows that have a number for people. */
const numbered = { order: orders, recharge: recharges, withdrawal: withdrawals } as const;
type Numbered = keyof typeof numbered;

/**
 * Returns the references that postings may have for a typed number: the number itself, and the shop's rows with that
 * number.
 */
export async function refsNamed(db: Database, shopId: string, no: string): Promise<string[]> {
  const lookups = Object.values(numbered).map((table) =>
    db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.shopId, shopId), eq(table.no, no))),
  );
  const ids = (await Promise.all(lookups)).flat().map(({ id }) => id);
  const ofOrders = await Promise.all(
    ids.filter((id) => id.startsWith('ord_')).map((id) => refsOfOrder(db, { id, shopId })),
  );
  const correctedRows = await db
    .select({ id: corrections.id })
    .from(corrections)
    .where(and(eq(corrections.shopId, shopId), inArray(corrections.ref, [no, ...ids])));
  const heldRows = await db
    .select({ id: holds.id })
    .from(holds)
    .where(and(eq(holds.shopId, shopId), eq(holds.ref, no)));
  const others = [...correctedRows, ...heldRows].map(({ id }) => id);
  return [...new Set([no, ...ids, ...ofOrders.flat(), ...others])];
}

export interface Refs {
  /** Returns what a posting is about: for the reversal of a correction the posting that was corrected. */
  subjectOf(ref: string): string;
  /** Returns the number to show for what a posting is about; its reference where it is not known or has no number. */
  noOf(ref: string): string;
  recharges: Map<string, Recharge>;
  withdrawals: Map<string, Withdrawal>;
}

/** What reading a page of a shop's ledger needs. */
export interface FlowReader {
  db: Database;
  lang: string;
  now: Date;
  config: Pick<Config, 'timing'>;
  shop: { id: string; currency: string };
}

const idsOf = (type: Numbered, rows: { kind: string; ref: string }[]): string[] => [
  ...new Set(rows.filter((row) => refTypeOf(row) === type).map(({ ref }) => ref)),
];

const byId = <Row extends { id: string }>(rows: Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** Returns the numbers that holds were placed for, by the hold; a hold without a reference has none. */
async function holdNumbers(
  db: Database,
  shopId: string,
  rows: { ref: string }[],
): Promise<[id: string, no: string][]> {
  const ids = rows.map(({ ref }) => ref).filter((ref) => ref.startsWith('hld_'));
  if (ids.length === 0) return [];
  const refs = await db
    .select({ id: holds.id, ref: holds.ref })
    .from(holds)
    .where(and(eq(holds.shopId, shopId), inArray(holds.id, ids), ne(holds.ref, '')));
  return refs.map(({ id, ref }) => [id, ref]);
}

/** Returns the references of the postings that were corrected, by the correction. */
async function correctedRefs(
  db: Database,
  shopId: string,
  rows: { ref: string }[],
): Promise<Map<string, string>> {
  const ids = rows.map(({ ref }) => ref).filter((ref) => ref.startsWith('cor_'));
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: corrections.id, ref: corrections.ref })
    .from(corrections)
    .where(and(eq(corrections.shopId, shopId), inArray(corrections.id, ids)));
  return new Map(found.map(({ id, ref }) => [id, ref]));
}

/** Reads what the postings of one page belong to, once for all of them. */
export async function refsOf(context: FlowReader, posted: { kind: string; ref: string }[]): Promise<Refs> {
  const { db, lang, now, config, shop } = context;
  const corrected = await correctedRefs(db, shop.id, posted);
  const subjectOf = (ref: string) => corrected.get(ref) ?? ref;
  const rows = posted.map(({ kind, ref }) => ({ kind, ref: subjectOf(ref) }));
  const viewContext = { db, lang, now, config, currency: shop.currency };
  const [rechargeIds, withdrawalIds] = [idsOf('recharge', rows), idsOf('withdrawal', rows)];
  const credited = rechargeIds.length
    ? await db
        .select()
        .from(recharges)
        .where(and(eq(recharges.shopId, shop.id), inArray(recharges.id, rechargeIds)))
    : [];
  const withdrawn = withdrawalIds.length
    ? await db
        .select()
        .from(withdrawals)
        .where(and(eq(withdrawals.shopId, shop.id), inArray(withdrawals.id, withdrawalIds)))
    : [];
  const numbers = await orderNumbers(db, shop.id, idsOf('order', rows));
  for (const { id, no } of [...credited, ...withdrawn]) numbers.set(id, no);
  for (const [id, no] of await holdNumbers(db, shop.id, rows)) numbers.set(id, no);
  return {
    subjectOf,
    noOf: (ref) => numbers.get(ref) ?? ref,
    recharges: byId(await shownRecharges(credited, viewContext)),
    withdrawals: byId(await shownWithdrawals(withdrawn, viewContext)),
  };
}
