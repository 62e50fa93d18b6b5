import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Output } from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import { accountsOf, availableOf, depositOf, frozenOf, shopBalanceOf } from '../ledger/account-names.ts';
import { chainHead } from '../ledger/ledger.ts';
import type { RequestContext } from '../platform/context.ts';
import { type Database, queryRows } from '../platform/database/db.ts';
import { operatorTextsIn, reasonText } from '../platform/texts/reason-text.ts';
import { accounts } from '../schema/ledger.ts';
import { orders } from '../schema/orders.ts';
import { holds } from '../schema/restrictions.ts';
import { users } from '../schema/session.ts';
import { activeRestrictions } from '../shops/restrictions/restrictions.ts';
import { shopOf } from '../shops/shop-row.ts';
import { storedTotals, sumIn } from './model/order-counts.ts';
import { netSql } from './model/order-rules.ts';

export type Wallet = Output<'POST /v1/user/wallet'>;

/** Returns the balances of the merchant's own four accounts in the ledger. */
async function balancesOf(db: Database, shopId: string) {
  const accountRows = await db
    .select()
    .from(accounts)
    .where(inArray(accounts.id, accountsOf(shopId)));
  const balance = (account: string) => accountRows.find((row) => row.id === account)?.balance ?? 0n;
  return {
    available: balance(availableOf(shopId)),
    frozen: balance(frozenOf(shopId)),
    shop: balance(shopBalanceOf(shopId)),
    deposit: balance(depositOf(shopId)),
  };
}

/** The statuses of orders whose net amounts are expected to be settled. */
export const inSettlement = ['accepted', 'pending_settlement'] as const;

// The next release is the first that is on its way; an order with an open case has no date to promise.
async function nextRelease(db: Database, shopId: string): Promise<Wallet['nextRelease']> {
  const waiting = and(eq(orders.shopId, shopId), eq(orders.status, 'waiting_for_withdrawal'));
  const [row] = await db
    .select({ at: orders.dueAt, net: sql<string>`${netSql}::text` })
    .from(orders)
    .where(and(waiting, isNull(orders.caseSince), isNotNull(orders.dueAt)))
    .orderBy(asc(orders.dueAt), asc(orders.id))
    .limit(1);
  return row?.at ? { amount: formatMoney(BigInt(row.net)), at: row.at.toISOString() } : null;
}

const maxShownPauses = 20;

// Uses the index of open cases by status, as a large shop has thousands open and shows twenty.
async function pausedReleases(db: Database, shopId: string): Promise<Wallet['pausedReleases']> {
  const orderRows = await db
    .select({
      orderId: orders.id,
      no: orders.no,
      caseId: orders.caseId,
      net: sql<string>`greatest(${netSql}, 0)::text`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.shopId, shopId),
        isNotNull(orders.caseSince),
        eq(orders.status, 'waiting_for_withdrawal'),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(maxShownPauses);
  return orderRows.map(({ net, ...order }) => ({ ...order, amount: formatMoney(BigInt(net)) }));
}

const maxSeq = (2n ** 63n - 1n).toString();

// Both counters only grow, and so does their sum: it tells an older answer from a newer one.
async function versionOf(db: Database, shopId: string): Promise<number> {
  // One lookup an account: a single query for all would search the entries of all shops.
  const names = accountsOf(shopId).map((account) => sql`(${account}::text)`);
  const [money] = await queryRows<{ seq: string }>(
    db,
    sql`select coalesce(max(e.seq), 0)::text as seq from (values ${sql.join(names, sql`, `)}) as own(account)
        cross join lateral (
          select seq from entries where account = own.account order by account desc, seq desc limit 1) e`,
  );
  // In the order of shops: by the numbers alone it would search the newer events of all other shops.
  const [order] = await queryRows<{ seq: string }>(
    db,
    sql`select seq::text from (
          select shop_id, seq from order_events where (shop_id, seq) <= (${shopId}, ${maxSeq}::bigint)
          order by shop_id desc, seq desc limit 1) e
        where shop_id = ${shopId}`,
  );
  return Number(money?.seq ?? 0) + Number(order?.seq ?? 0);
}

async function openHolds({ db, lang }: RequestContext, shopId: string): Promise<Wallet['holds']> {
  const holdRows = await db
    .select()
    .from(holds)
    .where(and(eq(holds.shopId, shopId), isNull(holds.releasedAt)))
    .orderBy(asc(holds.since), asc(holds.id));
  return holdRows.map(
    ({ id, amount, reasonCode, text, ref, since, releaseAt, condition, reviewBy, appealUrl }) => ({
      id,
      amount: formatMoney(amount),
      reasonCode,
      ref,
      since: since.toISOString(),
      // The server's own reasons are codes with a text in the reader's language, an operator's reasons are words.
      text: reasonText(lang, text),
      reason: operatorTextsIn(lang, text).length > 0 ? reasonText(lang, reasonCode) : null,
      operatorTexts: operatorTextsIn(lang, text),
      releaseAt: releaseAt?.toISOString() ?? null,
      condition: condition && reasonText(lang, condition),
      reviewBy: reviewBy.toISOString(),
      appealUrl,
    }),
  );
}

async function isPayPasswordSet(db: Database, userId: string): Promise<boolean> {
  const [user] = await db.select({ hash: users.payPasswordHash }).from(users).where(eq(users.id, userId));
  return Boolean(user?.hash);
}

/** Returns the wallet of a shop; every amount is read from the ledger, and expected amounts are listed separately. */
export async function walletOf(context: RequestContext, shopId: string): Promise<Wallet> {
  const { db, clock, caller } = context;
  const shop = await shopOf(db, shopId);
  const balances = await balancesOf(db, shopId);
  return {
    currency: shop.currency,
    balance: formatMoney(balances.available),
    frozenAmount: formatMoney(balances.frozen),
    shopBalance: formatMoney(balances.shop),
    depositMargin: formatMoney(balances.deposit),
    settlementAmount: formatMoney(sumIn(await storedTotals(db, shopId), inSettlement, 'net')),
    total: formatMoney(balances.available + balances.frozen + balances.shop + balances.deposit),
    asOf: clock.now().toISOString(),
    version: await versionOf(db, shopId),
    ledger: await chainHead(db, shopId),
    nextRelease: await nextRelease(db, shopId),
    pausedReleases: await pausedReleases(db, shopId),
    holds: await openHolds(context, shopId),
    restrictions: await activeRestrictions(context, shopId),
    payPasswordSet: caller !== null && (await isPayPasswordSet(db, caller.userId)),
  };
}
