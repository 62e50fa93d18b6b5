import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { appealTo } from '../../../contract/appeals.ts';
import type { Output } from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import { stillWorking, workingRestrictions } from '../../../contract/still-working.ts';
import { ACTS_MAX, actKinds } from '../../../contract/today.ts';
import { hour } from '../../platform/clock.ts';
import type { Deps, Handlers } from '../../platform/context.ts';
import { queryRows } from '../../platform/database/db.ts';
import { translated } from '../../platform/texts/translated.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { actBySql, orders } from '../../schema/orders.ts';
import {
  actsOf,
  payable,
  ranOut,
  runningOut,
  takenOff,
  type Waiting,
  waitingCase,
  waitingIn,
} from '../../shops/acts/count-acts.ts';
import { pieceCost, priceKeepingMargin } from '../../shops/goods/catalog.ts';
import { activeRestrictions } from '../../shops/restrictions/restrictions.ts';
import { itemsOfOrders } from '../../trade/model/order-items.ts';
import { netOf, profitSql } from '../../trade/model/order-rules.ts';

type Today = Output<'POST /v1/today'>;
type Act = Today['acts'][number];

interface Reading {
  deps: Deps & { lang: string };
  shopId: string;
  limit: number;
}

const picturesOfRow = 3;

const act = (kind: Act['kind'], path: string, rest: Partial<Act> = {}): Act => ({
  kind,
  subject: null,
  reason: null,
  title: null,
  images: [],
  count: 1,
  by: null,
  amount: null,
  profit: null,
  effect: null,
  path,
  ...rest,
});

/** Returns one act for all restrictions in force, which names the gravest, and what works in spite of them. */
async function restrictionAct({ deps, shopId }: Reading): Promise<{ acts: Act[]; still: Today['still'] }> {
  const inForce = await activeRestrictions(deps, shopId);
  const working = workingRestrictions.flatMap((kind) => inForce.filter((one) => one.kind === kind));
  const kind = workingRestrictions.find((one) => one === working[0]?.kind);
  if (!working[0] || !kind) return { acts: [], still: null };
  const { id, until, reviewBy, appeal } = working[0];
  return {
    acts: [
      act('restriction', appeal ?? '/appeal', {
        subject: id,
        reason: kind,
        count: working.length,
        by: until ?? reviewBy,
        effect: 'restriction_ends',
      }),
    ],
    still: stillWorking[kind],
  };
}

async function caseActs({ deps, shopId, limit }: Reading): Promise<Act[]> {
  const { db, lang } = deps;
  const rows = await db
    .select({ order: orders, open: afterSaleCases })
    .from(orders)
    .innerJoin(afterSaleCases, eq(afterSaleCases.id, orders.caseId))
    .where(waitingCase(shopId))
    .orderBy(actBySql(orders), asc(orders.id))
    .limit(limit);
  const items = await itemsOfOrders(db, { shopId, ids: rows.map(({ order }) => order.id), lang });
  return rows.map(({ order, open }) => {
    const own = items.filter(({ orderId }) => orderId === order.id);
    return act('case', `/afterSale?id=${open.id}`, {
      subject: open.id,
      reason: open.type,
      title: own[0]?.name ?? null,
      images: own.slice(0, picturesOfRow).map(({ image }) => image),
      by: order.caseActBy?.toISOString() ?? null,
      amount: formatMoney(open.partialAmount ?? netOf(order)),
      effect: 'platform_decides',
    });
  });
}

async function payAct({ deps, shopId }: Reading): Promise<Act[]> {
  const { db, clock, lang } = deps;
  const where = payable(shopId, clock.now());
  const [sum] = await queryRows<{ count: number; cost: string; profit: string }>(
    db,
    sql`select count(*)::int as count, coalesce(sum(cost), 0)::text as cost,
          coalesce(sum(${profitSql}), 0)::text as profit from ${orders} where ${where}`,
  );
  const first = await db
    .select({ id: orders.id, dueAt: orders.dueAt })
    .from(orders)
    .where(where)
    .orderBy(actBySql(orders), asc(orders.id))
    .limit(picturesOfRow);
  if (!sum || !first[0]) return [];
  const items = await itemsOfOrders(db, { shopId, ids: first.map(({ id }) => id), lang });
  const images = first.flatMap(({ id }) => items.find(({ orderId }) => orderId === id)?.image ?? []);
  return [
    act('pay', '/orderList?status=pending_payment', {
      title: sum.count === 1 ? (items[0]?.name ?? null) : null,
      images,
      count: sum.count,
      by: first[0].dueAt?.toISOString() ?? null,
      amount: formatMoney(BigInt(sum.cost)),
      profit: formatMoney(BigInt(sum.profit)),
      effect: 'orders_canceled',
    }),
  ];
}

async function takenOffActs({ deps, shopId, limit }: Reading): Promise<Act[]> {
  const { db, clock, config, lang } = deps;
  const rows = await db
    .select({ listing: showcase, article: goods })
    .from(showcase)
    .innerJoin(goods, eq(goods.id, showcase.goodsId))
    .where(takenOff(shopId, clock.now()))
    .orderBy(desc(showcase.unlistedAt), desc(showcase.id))
    .limit(limit);
  return rows.map(({ listing, article }) => {
    const { unlistReason: reason, statementId, sellingPrice, listedCost } = listing;
    const price =
      reason === 'cost_change'
        ? priceKeepingMargin(sellingPrice, { before: listedCost, now: pieceCost(article) }, config.currency)
        : null;
    const path = {
      policy: statementId ? appealTo(statementId) : '/appeal',
      goods_withdrawn: '/goodsList/warehouse',
    }[reason as string];
    return act('delisted', path ?? `/goods?id=${article.id}`, {
      subject: listing.id,
      reason,
      title: translated(article.name, article.translations, lang),
      images: article.images.slice(0, 1),
      amount: price === null ? null : formatMoney(price),
    });
  });
}

/** Returns the first listings of a condition with the fewest pieces, each with the number of all. */
const listingsOf = ({ deps }: Reading, where: SQL | undefined) =>
  deps.db
    .select({ article: goods, count: sql<number>`(count(*) over ())::int` })
    .from(showcase)
    .innerJoin(goods, eq(goods.id, showcase.goodsId))
    .where(where)
    .orderBy(asc(goods.stock), asc(goods.id))
    .limit(picturesOfRow);

async function stockAct(reading: Reading): Promise<Act[]> {
  const { deps, shopId } = reading;
  const out = await listingsOf(reading, ranOut(shopId, deps.clock.now()));
  const low = await listingsOf(reading, runningOut(shopId));
  const articles = [...out, ...low].map(({ article }) => article);
  const count = (out[0]?.count ?? 0) + (low[0]?.count ?? 0);
  const [only] = articles;
  return [
    act('stock', out[0] ? '/goodsList?status=unlisted' : '/goodsList?stock=low', {
      title: count === 1 && only ? translated(only.name, only.translations, deps.lang) : null,
      images: articles.slice(0, picturesOfRow).flatMap(({ images }) => images.slice(0, 1)),
      count,
    }),
  ];
}

function singleActs({ refused, shortfall, unanswered }: Waiting): Act[] {
  return [
    ...(refused ? [act('identity', '/identity')] : []),
    ...(shortfall > 0n ? [act('deposit', '/wallet', { amount: formatMoney(shortfall) })] : []),
    ...(unanswered > 0 ? [act('reviews', '/orderComment?state=unanswered', { count: unanswered })] : []),
  ];
}

/** Returns the place of an act: restrictions are in force now; then by the hour of the date, by kind, and by date. */
function placeOf({ kind, by }: Act): [hour: number, kind: number, at: number] {
  const order = actKinds.indexOf(kind);
  if (kind === 'restriction') return [0, order, 0];
  if (!by) return [Number.POSITIVE_INFINITY, order, 0];
  const at = Date.parse(by);
  return [Math.floor(at / hour), order, at];
}

const byPlace = (one: Act, other: Act): number => {
  const [mine, others] = [placeOf(one), placeOf(other)];
  const at = mine.findIndex((part, index) => part !== others[index]);
  return at < 0 ? 0 : (mine[at] ?? 0) < (others[at] ?? 0) ? -1 : 1;
};

/** Returns the first acts of a shop, and how many there are. */
async function todayOf(
  deps: Deps & { lang: string },
  shopId: string,
  limit: number = ACTS_MAX,
): Promise<Today> {
  const waiting = await waitingIn(deps, shopId);
  const reading = { deps, shopId, limit };
  const restriction = waiting.restricted ? await restrictionAct(reading) : { acts: [], still: null };
  const acts = [
    ...restriction.acts,
    ...(waiting.cases > 0 ? await caseActs(reading) : []),
    ...(waiting.pay ? await payAct(reading) : []),
    ...(waiting.takenOff > 0 ? await takenOffActs(reading) : []),
    ...(waiting.runningOut ? await stockAct(reading) : []),
    ...singleActs(waiting),
  ];
  return {
    asOf: deps.clock.now().toISOString(),
    acts: acts.sort(byPlace).slice(0, limit),
    total: actsOf(waiting),
    still: restriction.still,
  };
}

export const todayHandlers = {
  'POST /v1/today': (context, { limit }) => todayOf(context, context.caller.shopId, limit),
} satisfies Partial<Handlers>;
