import { and, eq, inArray } from 'drizzle-orm';
import type { FlowKind } from '../../contract/flow.ts';
import type { Database } from '../database/db.ts';
import { orderNumbers, refsOfOrder } from '../orders/order-refs.ts';
import { type Recharge, shownRecharges } from '../recharges/recharge-view.ts';
import { orders } from '../schema/orders.ts';
import { recharges } from '../schema/recharges.ts';
import { withdrawals } from '../schema/withdrawals.ts';
import { shownWithdrawals, type Withdrawal } from '../withdrawals/withdrawal-view.ts';

/** What a posting of a kind belongs to: its reference is an id of that. */
const refTypes: Partial<Record<FlowKind, string>> = {
  ...{ order_pay: 'order', order_refund: 'order', settlement: 'order', release: 'order' },
  ...{ recharge: 'recharge', hold: 'hold', hold_release: 'hold' },
  ...{ deposit_claim: 'order', compensation: 'order' },
  ...{ withdraw: 'withdrawal', withdraw_sent: 'withdrawal', withdraw_return: 'withdrawal' },
};

// A posting of another kind may be for any of these: its reference says for which.
const refPrefixes: Record<string, string> = {
  ...{ ord: 'order', clm: 'order', case: 'order' },
  ...{ rch: 'recharge', wdr: 'withdrawal', hld: 'hold' },
};

/** What a posting belongs to; null where that has no name. */
export const refTypeOf = ({ kind, ref }: { kind: string; ref: string }): string | null =>
  refTypes[kind as FlowKind] ?? refPrefixes[ref.slice(0, Math.max(0, ref.indexOf('_')))] ?? null;

/** What is known by a number that people read out. */
const numbered = { order: orders, recharge: recharges, withdrawal: withdrawals } as const;
type Numbered = keyof typeof numbered;

/** What postings may refer to by a number that somebody typed: the number itself, and what of the shop bears it. */
export async function refsNamed(db: Database, shopId: string, no: string): Promise<string[]> {
  const found = Object.values(numbered).map((table) =>
    db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.shopId, shopId), eq(table.no, no))),
  );
  const ids = (await Promise.all(found)).flat().map(({ id }) => id);
  const ofOrders = await Promise.all(
    ids.filter((id) => id.startsWith('ord_')).map((id) => refsOfOrder(db, id)),
  );
  return [...new Set([no, ...ids, ...ofOrders.flat()])];
}

export interface Refs {
  /** The number to show for a reference; the reference itself where it is none of ours. */
  noOf(ref: string): string;
  recharges: Map<string, Recharge>;
  withdrawals: Map<string, Withdrawal>;
}

interface Reading {
  db: Database;
  lang: string;
  now: Date;
  shop: { id: string; currency: string };
}

const idsOf = (type: Numbered, rows: { kind: string; ref: string }[]): string[] => [
  ...new Set(rows.filter((row) => refTypeOf(row) === type).map(({ ref }) => ref)),
];

const byId = <Row extends { id: string }>(rows: Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** What the postings of one page belong to, read once for all of them. */
export async function refsOf(reading: Reading, rows: { kind: string; ref: string }[]): Promise<Refs> {
  const { db, lang, now, shop } = reading;
  const showing = { db, lang, now, currency: shop.currency };
  const [orderIds, rechargeIds, withdrawalIds] = (['order', 'recharge', 'withdrawal'] as const).map((type) =>
    idsOf(type, rows),
  );
  const credited = rechargeIds?.length
    ? await db.select().from(recharges).where(inArray(recharges.id, rechargeIds))
    : [];
  const withdrawn = withdrawalIds?.length
    ? await db.select().from(withdrawals).where(inArray(withdrawals.id, withdrawalIds))
    : [];
  const numbers = await orderNumbers(db, orderIds ?? []);
  for (const { id, no } of [...credited, ...withdrawn]) numbers.set(id, no);
  return {
    noOf: (ref) => numbers.get(ref) ?? ref,
    recharges: byId(await shownRecharges(credited, showing)),
    withdrawals: byId(await shownWithdrawals(withdrawn, showing)),
  };
}
