import type { Output, Parsed } from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Context, Handlers } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import {
  daySpan,
  daysBetween,
  hoursBetween,
  startOfDay,
  startOfMonth,
  startOfWeek,
} from '../../platform/zone.ts';
import { type ShopRow, shopOf } from '../../shops/shop-row.ts';
import { bucketsOf, type Figures } from './stat-buckets.ts';

type Range = 'today' | 'week' | 'month';
type Line = Output<'POST /v1/home/stat_line'>;
interface Span {
  from: Date;
  to: Date;
}

/** Returns a period by the shop's own days, `back` periods ago; weeks start on Monday. */
function spanOf(range: Range, timeZone: string, now: Date, back = 0): Span {
  const start = { today: startOfDay, week: startOfWeek, month: startOfMonth }[range];
  return { from: start(timeZone, now, -back), to: start(timeZone, now, 1 - back) };
}

const figures = ({ clicks, orders, purchaseCost, profitSettled, profitEstimated }: Figures) => ({
  clicks,
  orders,
  purchaseCost: formatMoney(purchaseCost),
  profitSettled: formatMoney(profitSettled),
  profitEstimated: formatMoney(profitEstimated),
});

const nothing: Figures = { clicks: 0, orders: 0, purchaseCost: 0n, profitSettled: 0n, profitEstimated: 0n };

async function figuresIn(db: Database, { id, timeZone }: ShopRow, { from, to }: Span): Promise<Figures> {
  const [whole] = await bucketsOf(db, id, { unit: 'day', timeZone, starts: [from], end: to });
  return whole ?? nothing;
}

async function period({ db, clock }: Context<'POST /v1/home/stat'>, range: Range, shop: ShopRow) {
  const span = spanOf(range, shop.timeZone, clock.now());
  const before = spanOf(range, shop.timeZone, clock.now(), 1);
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    ...figures(await figuresIn(db, shop, span)),
    previous: figures(await figuresIn(db, shop, before)),
  };
}

type Input = Parsed<'POST /v1/home/stat_line'>;

// A chosen span of days is compared with as many days just before it.
function spansOf(input: Input, timeZone: string, now: Date): { span: Span; before: Span } {
  if (input.range) {
    return { span: spanOf(input.range, timeZone, now), before: spanOf(input.range, timeZone, now, 1) };
  }
  const { from = now, to = now } = daySpan(timeZone, input.from, input.to);
  const days = daysBetween(timeZone, from, to).length;
  return { span: { from, to }, before: { from: startOfDay(timeZone, from, -days), to: from } };
}

type Point = Line['points'][number];

const pointOf = (at: Date, figure: Figures, metric: Input['metric']): Point => {
  const t = at.toISOString();
  if (metric === 'clicks') return { t, value: String(figure.clicks), estimated: null };
  if (metric === 'purchaseCost') return { t, value: formatMoney(figure.purchaseCost), estimated: null };
  return { t, value: formatMoney(figure.profitSettled), estimated: formatMoney(figure.profitEstimated) };
};

export const statsHandlers = {
  'POST /v1/home/stat': async (context) => {
    const shop = await shopOf(context.db, context.caller.shopId);
    const { timeZone, currency } = shop;
    return {
      asOf: context.clock.now().toISOString(),
      timeZone,
      currency,
      today: await period(context, 'today', shop),
      week: await period(context, 'week', shop),
      month: await period(context, 'month', shop),
    };
  },

  'POST /v1/home/stat_line': async ({ db, clock, caller }, input) => {
    const shop = await shopOf(db, caller.shopId);
    const { timeZone, currency } = shop;
    const { span, before } = spansOf(input, timeZone, clock.now());
    const unit = input.range === 'today' ? 'hour' : 'day';
    const now = clock.now();
    const points = async ({ from, to }: Span) => {
      const all = unit === 'hour' ? hoursBetween(from, to) : daysBetween(timeZone, from, to);
      // The future has no figure, not a figure of zero.
      const starts = all.filter((start) => start <= now);
      const buckets = await bucketsOf(db, shop.id, { unit, timeZone, starts, end: to });
      return buckets.map((figure, index) => pointOf(starts[index] ?? from, figure, input.metric));
    };
    const whole = pointOf(span.from, await figuresIn(db, shop, span), input.metric);
    return {
      metric: input.metric,
      timeZone,
      currency,
      unit,
      points: await points(span),
      previous: await points(before),
      total: whole.value,
      totalEstimated: whole.estimated,
    };
  },
} satisfies Handlers<'POST /v1/home/stat' | 'POST /v1/home/stat_line'>;
