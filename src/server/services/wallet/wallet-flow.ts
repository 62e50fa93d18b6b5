import type { Output } from '../../../contract/calls.ts';
import type { FlowAccount, FlowKind } from '../../../contract/flow.ts';
import { formatMoney } from '../../../contract/money.ts';
import { merchantOf } from '../../ledger/account-names.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/db.ts';
import { toPage } from '../../platform/keyset.ts';
import { operatorTextsIn, reasonText } from '../../platform/texts/reason-text.ts';
import { daySpan } from '../../platform/zone.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { itemsOfOrders } from '../../trade/model/order-items.ts';
import { type FoundEntry, findEntries, placeOf } from './flow-entries.ts';
import { memosOf } from './flow-memos.ts';
import { type Refs, refsOf, refTypeOf } from './flow-refs.ts';
import { type FlowRow, type Query, scopeOf } from './flow-scope.ts';
import { laneSumsOf, sumsOf, withoutEmptyLanes } from './flow-sums.ts';

type Flow = Output<'POST /v1/user/wallet_flow'>;

export interface FlowContext {
  db: Database;
  lang: string;
  shopId: string;
  now: Date;
  config: Pick<Config, 'timing'>;
}

export function rowOf({ entry, transaction }: FoundEntry, refs: Refs, lang: string): FlowRow {
  const kind = transaction.kind as FlowKind;
  const account = merchantOf(entry.account)?.name as FlowAccount;
  const ref = refs.subjectOf(transaction.ref);
  const recharge = refs.recharges.get(ref) ?? null;
  const withdrawal = refs.withdrawals.get(ref) ?? null;
  // A reversal and a correction have their own reasons, beside that of what they correct.
  const isCorrection = kind === 'reversal' || kind === 'correction';
  const decided = isCorrection ? undefined : [recharge, withdrawal].find((one) => one?.reason);
  return {
    id: `${entry.seq}-${entry.position}`,
    at: transaction.at.toISOString(),
    kind,
    direction: entry.amount > 0n ? 'in' : 'out',
    amount: formatMoney(entry.amount > 0n ? entry.amount : -entry.amount),
    account,
    balanceAfter: formatMoney(entry.balanceAfter),
    refType: refTypeOf({ kind, ref }),
    refNo: refs.noOf(ref),
    reason: decided?.reason ?? (transaction.reason && reasonText(lang, transaction.reason)),
    operatorTexts: decided ? decided.operatorTexts : operatorTextsIn(lang, transaction.reason),
    // The first row of a withdrawal has its status; all other rows are completed postings.
    status: kind === 'withdraw' && account === 'available' && withdrawal ? withdrawal.status : 'completed',
    ledger: { seq: transaction.seq.toString(), hash: transaction.hash },
    recharge,
    withdrawal,
  };
}

const newestFirst = (a: { key: string }, b: { key: string }): number => {
  const [left, right] = [BigInt(a.key), BigInt(b.key)];
  if (left === right) return 0;
  return left < right ? 1 : -1;
};

/** Returns the first article of each order that rows of a page belong to. */
async function firstGoods({ db, lang, shopId }: FlowContext, ids: string[]) {
  if (ids.length === 0) return new Map<string, FlowRow['goods']>();
  const items = await itemsOfOrders(db, { shopId, ids, lang });
  return new Map(items.reverse().map(({ orderId, name, image }) => [orderId, { name, image }]));
}

/**
 * Returns the rows of a shop's accounts with the balance after each, and among them the recharges without a posting.
 * `opening` is the sum of the matching rows before the span: without filters, the balance at its start; so opening + in
 * − out = closing with any filter.
 */
export async function walletFlow(context: FlowContext, query: Query): Promise<Flow> {
  const { db, lang, shopId, now, config } = context;
  const shop = await shopOf(db, shopId);
  const span = daySpan(shop.timeZone, query.from, query.to);
  const scope = await scopeOf(db, shop, query);
  const slice = { order: 'desc', cursor: query.cursor, limit: query.limit + 1 } as const;
  const lanes = await laneSumsOf(db, scope);
  const entries = await findEntries(db, withoutEmptyLanes(scope, lanes), slice);
  const reading = { db, lang, now, shop, config };
  const refs = await refsOf(
    reading,
    entries.map(({ transaction }) => transaction),
  );
  const subjects = entries.map(({ transaction }) => refs.subjectOf(transaction.ref));
  const goods = await firstGoods(context, [...new Set(subjects.filter((ref) => ref.startsWith('ord_')))]);
  const moved = entries.map((one, index) => ({
    ...placeOf(one),
    row: { ...rowOf(one, refs, lang), goods: goods.get(subjects[index] ?? '') ?? null },
  }));
  const memos = await memosOf({ ...reading, span }, query);
  const { page, nextCursor } = toPage([...moved, ...memos].sort(newestFirst), query.limit);
  const sums = await sumsOf(db, scope, lanes);
  return {
    list: page.map(({ row }) => row),
    nextCursor,
    currency: shop.currency,
    timeZone: shop.timeZone,
    totals: { in: formatMoney(sums.in), out: formatMoney(sums.out) },
    opening: formatMoney(sums.opening),
    closing: formatMoney(sums.opening + sums.in - sums.out),
    fileUrl: null,
  };
}
