import { and, asc, eq, inArray, isNotNull, isNull, max, sql } from 'drizzle-orm';
import type { Output } from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Handlers, RequestContext } from '../context.ts';
import { type Database, rows } from '../database/db.ts';
import { accountsOf, availableOf, depositOf, frozenOf, shopBalanceOf } from '../ledger/account-names.ts';
import { netSql, totalNet } from '../orders/order-query.ts';
import { activeRestrictions } from '../restrictions/restrictions.ts';
import { accounts } from '../schema/ledger.ts';
import { orderEvents, orders } from '../schema/orders.ts';
import { holds } from '../schema/restrictions.ts';
import { users } from '../schema/session.ts';
import { shopOf } from '../shop/shop-row.ts';
import { reasonText } from '../texts/reason-text.ts';
import { walletFlow } from '../wallet-flow/wallet-flow.ts';
import { offerFlow } from './wallet-csv.ts';

export type Wallet = Output<'POST /v1/user/wallet'>;

/** The four accounts that are a merchant's own money, as the ledger holds them. */
async function ownMoney(db: Database, shopId: string) {
  const found = await db.select().from(accounts).where(eq(accounts.shopId, shopId));
  const of = (account: string) => found.find((row) => row.id === account)?.balance ?? 0n;
  return {
    available: of(availableOf(shopId)),
    frozen: of(frozenOf(shopId)),
    shop: of(shopBalanceOf(shopId)),
    deposit: of(depositOf(shopId)),
  };
}

const underWay = (shopId: string) =>
  and(eq(orders.shopId, shopId), inArray(orders.status, ['accepted', 'pending_settlement']));

// The next release is the first that is on its way; one that an open case holds up has no date to promise.
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

// Both counters only ever grow, so their sum does: it tells an older answer from a newer one.
async function versionOf(db: Database, shopId: string): Promise<number> {
  // The last of each account by itself: asked for all at once, it would be looked for among everybody's.
  const names = accountsOf(shopId).map((account) => sql`(${account}::text)`);
  const [money] = await rows<{ seq: string }>(
    db,
    sql`select coalesce(max(e.seq), 0)::text as seq from (values ${sql.join(names, sql`, `)}) as own(account)
        cross join lateral (
          select seq from entries where account = own.account order by account desc, seq desc limit 1) e`,
  );
  const [order] = await db
    .select({ seq: max(orderEvents.seq) })
    .from(orderEvents)
    .where(eq(orderEvents.shopId, shopId));
  return Number(money?.seq ?? 0) + (order?.seq ?? 0);
}

async function openHolds(
  { db, lang }: Pick<RequestContext, 'db' | 'lang'>,
  shopId: string,
): Promise<Wallet['holds']> {
  const found = await db
    .select()
    .from(holds)
    .where(and(eq(holds.shopId, shopId), isNull(holds.releasedAt)))
    .orderBy(asc(holds.since), asc(holds.id));
  return found.map(
    ({ id, amount, reasonCode, text, ref, since, releaseAt, condition, reviewBy, appealUrl }) => ({
      ...{ id, amount: formatMoney(amount), reasonCode, ref, since: since.toISOString() },
      ...{
        // Codes for what the server says itself, an operator's own words otherwise.
        text: reasonText(lang, text),
        releaseAt: releaseAt?.toISOString() ?? null,
        condition: condition && reasonText(lang, condition),
        reviewBy: reviewBy.toISOString(),
        appealUrl,
      },
    }),
  );
}

async function isPayPasswordSet(db: Database, userId: string): Promise<boolean> {
  const [user] = await db.select({ hash: users.payPasswordHash }).from(users).where(eq(users.id, userId));
  return Boolean(user?.hash);
}

/** The wallet of a shop; every amount is read from the ledger, and what is only expected stands apart. */
export async function walletOf(
  context: Pick<RequestContext, 'db' | 'clock' | 'config' | 'random' | 'actor' | 'lang'>,
  shopId: string,
): Promise<Wallet> {
  const { db, clock, actor } = context;
  const shop = await shopOf(db, shopId);
  const money = await ownMoney(db, shopId);
  return {
    currency: shop.currency,
    balance: formatMoney(money.available),
    frozenAmount: formatMoney(money.frozen),
    shopBalance: formatMoney(money.shop),
    depositMargin: formatMoney(money.deposit),
    settlementAmount: formatMoney(await totalNet(db, underWay(shopId))),
    total: formatMoney(money.available + money.frozen + money.shop + money.deposit),
    asOf: clock.now().toISOString(),
    version: await versionOf(db, shopId),
    nextRelease: await nextRelease(db, shopId),
    holds: await openHolds(context, shopId),
    restrictions: await activeRestrictions(context, shopId),
    payPasswordSet: actor !== null && (await isPayPasswordSet(db, actor.userId)),
  };
}

export const walletHandlers = {
  // One snapshot: a movement in between would make the parts disagree.
  'POST /v1/user/wallet': (context) =>
    context.db.transaction((tx) => walletOf({ ...context, db: tx }, context.actor.shopId), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    }),
  'POST /v1/user/wallet_flow': async (context, input) => {
    const { db, lang, actor, clock } = context;
    const flow = await walletFlow({ db, lang, shopId: actor.shopId, now: clock.now() }, input);
    if (input.format !== 'csv') return flow;
    return { ...flow, list: [], nextCursor: null, fileUrl: await offerFlow(context, actor.shopId, input) };
  },
} satisfies Handlers<'POST /v1/user/wallet' | 'POST /v1/user/wallet_flow'>;
