import { useId } from 'react';
import type { Output } from '../../contract/calls.ts';
import { config } from '../../data/config.ts';
import { homeStatResource, type Metric, type Period, statLineResource } from '../../data/stats.ts';
import { storeResource } from '../../data/store.ts';
import { inline, money, number, shopTime, shortMoney, t } from '../../lang/first.ts';
import { paths } from '../../paths.ts';
import { Amount, BigAmount } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { AwningChart } from '../../ui/awning-chart.tsx';
import { stripesOf } from '../../ui/awning-stripes.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import type { Children } from '../../ui/props.ts';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { usable } from '../../ui/usable.ts';

type Stat = Output<'POST /v1/home/stat'>;
type Line = Output<'POST /v1/home/stat_line'>;

/** What a press on a figure explains. */
export type Figure = Metric | 'shop';

const periods = ['today', 'week', 'month'] as const;

interface PeriodProps {
  period: Period;
  onPick: (period: Period) => void;
}

/** The three periods, as words. */
export function Periods({ period, onPick }: PeriodProps) {
  const group = useId();
  return (
    <div className="periods" role="radiogroup" aria-label={t('stats.period')}>
      {periods.map((value) => (
        <label key={value}>
          <input type="radio" name={group} checked={value === period} onChange={() => onPick(value)} />
          {t(`stats.${value}`)}
        </label>
      ))}
    </div>
  );
}

interface ProfitProps extends PeriodProps {
  onOpen: (figure: Figure) => void;
  /** The figures of the awning as a table; its code loads later. */
  children?: Children;
}

/** Writes a profit in few letters; where it takes more, without the currency, which the large figure has. */
function shortProfit(value: number) {
  const options = { signDisplay: 'exceptZero', notation: 'compact', maximumFractionDigits: 2 } as const;
  const text = money(value, undefined, { ...options, currencyDisplay: 'narrowSymbol' });
  return text.length > 8 ? money(value, '', options) : text;
}

/** The profit of a period: the one large figure, and under it the awning with a stripe for each day. */
export function Profit({ period, onPick, onOpen, children }: ProfitProps) {
  const stat = homeStatResource.ask().value;
  const store = storeResource.ask().value;
  // With the figures where the server gathers them, else after them: this call loads the code that sends calls.
  const input = { range: period, metric: 'profit' } as const;
  const asksLine = stat.data && (usable.value || config.hasHome);
  const line = asksLine ? statLineResource.ask(input).value : undefined;
  const failed = [stat, store, line].find((one) => one?.error && !one.loading);
  const retry = () => {
    void storeResource.refetch();
    void homeStatResource.refetch();
    if (line) void statLineResource.refetch(input);
  };
  return (
    <section className="hero">
      <h2 className="sr">{t('stats.title')}</h2>
      <Await
        of={{ data: stat.data, error: failed?.error, loading: !failed }}
        onRetry={retry}
        skeleton={<Sum period={period} onOpen={onOpen} />}
      >
        {(data) => <Sum stat={data} line={line?.data} period={period} onOpen={onOpen} />}
      </Await>
      <Periods period={period} onPick={onPick} />
      <AwningChart
        stripes={stripesOf(period, line?.data, stat.data?.[period])}
        // After the first figures: a slow phone needs its time for those.
        format={usable.value ? shortProfit : undefined}
      />
      {children}
    </section>
  );
}

interface SumProps {
  /** Undefined while they load: then they have their room. */
  stat?: Stat;
  line?: Line | undefined;
  period: Period;
  onOpen: (figure: Figure) => void;
}

function Sum({ stat, line, period, onOpen }: SumProps) {
  if (stat && hasNothing(stat)) return <p className="gain">{t('stats.none')}</p>;
  // A server that knows the specification only has one profit, and may leave out a period or any of its figures.
  const figures: Partial<Stat[Period]> & { profit?: string } = stat?.[period] ?? {};
  const { profit, profitSettled = profit, profitEstimated } = figures;
  const change = Number(line?.change);
  const amount = inline(money(line?.change?.replace('-', '')));
  const isAhead = change > 0;
  return (
    <div className="gain">
      <Cell name={t('stats.profit')} onPress={() => onOpen('profit')}>
        {stat ? (
          <BigAmount tone={Number(profitSettled) < 0 ? 'bad' : undefined}>{money(profitSettled)}</BigAmount>
        ) : (
          <span className="big">
            <SkeletonBlock w="4em" h="1lh" />
          </span>
        )}
      </Cell>
      <div className="small">
        {change ? (
          <p>
            <span className="muted" aria-hidden="true">
              {isAhead ? '▲ ' : '▼ '}
            </span>
            {t(isAhead ? `stats.ahead.${period}` : `stats.behind.${period}`, { amount })}
          </p>
        ) : null}
        {Number(profitEstimated) ? (
          <p className="muted">{t('stats.estimated', { amount: inline(money(profitEstimated)) })}</p>
        ) : null}
      </div>
    </div>
  );
}

/** Returns whether nothing was sold this month nor the one before: then a zero says nothing. */
function hasNothing({ month }: Partial<Stat>) {
  const none = ({ orders, profitSettled }: Partial<Stat['month']['previous']> = {}) =>
    orders === 0 && !Number(profitSettled);
  return month !== undefined && none(month) && none(month.previous);
}

interface CellsProps {
  period: Period;
  onOpen: (figure: Figure) => void;
}

/** The other figures: three of the period, and how the shop stands with its buyers. A press explains each. */
export function Cells({ period, onOpen }: CellsProps) {
  const stat: Stat | undefined = homeStatResource.ask().value.data;
  const shop = storeResource.ask().value.data;
  const { clicks, orders, purchaseCost }: Partial<Stat[Period]> = stat?.[period] ?? {};
  const open = (name: Figure) => () => onOpen(name);
  return (
    <section className="card stack tight">
      <div className="row between small muted">
        <h2 className="label">{t(`stats.${period}`)}</h2>
        <span>{stat?.asOf && t('shop.as_of', { time: shopTime(stat.asOf) })}</span>
      </div>
      <div className="cells">
        <Cell name={t('stats.clicks')} onPress={open('clicks')}>
          {shown(stat, clicks)}
        </Cell>
        <Cell name={t('shop.orders')} href={paths.orderList.href({ status: 'all' })}>
          {shown(stat, orders)}
        </Cell>
        <Cell name={t('stats.purchase_cost')} onPress={open('purchaseCost')}>
          {shown(stat, purchaseCost, (cost) => (
            <Amount>{shortMoney(cost)}</Amount>
          ))}
        </Cell>
      </div>
      <p className="label">{t('app.store')}</p>
      <div className="cells">
        <Cell name={t('shop.visitors')} onPress={open('shop')}>
          {shown(shop, shop?.visitors)}
        </Cell>
        <Cell name={t('shop.rating')} onPress={open('shop')}>
          {shown(shop, shop?.star, starText)}
        </Cell>
        <Cell name={t('shop.credit')} onPress={open('shop')}>
          {shown(shop, shop?.credit, creditText)}
        </Cell>
      </div>
    </section>
  );
}

const counted = (count: unknown) => <Amount>{number(count as number)}</Amount>;

/** A figure once it is loaded, or the text that there is no data: no figure is made up. */
function shown<T>(from: unknown, value: T | null | undefined, draw: (value: T) => Children = counted) {
  if (!from) return <SkeletonBlock w="4em" h="1lh" />;
  return value == null ? <span className="muted">{t('common.no_value')}</span> : draw(value);
}

const creditText = (credit: number) => t('shop.credit_of', { value: number(credit), max: number(100) });

function starText(star: number) {
  const text = number(star, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <>
      <span aria-hidden="true">
        <Amount>{text}</Amount> <span className="star">★</span>
      </span>
      <span className="sr">{t('common.stars', { value: text })}</span>
    </>
  );
}

interface CellProps {
  name: string;
  href?: string;
  onPress?: () => void;
  children: Children;
}

/** A figure under its name, which leads on. */
function Cell({ name, href, onPress, children }: CellProps) {
  const Tag = href ? 'a' : 'button';
  return (
    <Tag className="cell" href={href} onClick={onPress}>
      <span>
        {name}
        <ChevronRight />
      </span>
      <span>{children}</span>
    </Tag>
  );
}
