import type { CSSProperties } from 'react';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { hasFeature } from '../../data/session.ts';
import { comingResource, type Coming as Days, type Wallet } from '../../data/wallet.ts';
import { dayMs, inline, money, shopDay, shortMoney, signedMoney, t, tn, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { classes } from '../../ui/classes.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { Cover, Item } from '../../ui/item.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { comingHref, isNothing, settlementHref } from './amounts.ts';

/** What is on its way to the balance: its sum, the next days on which some arrives, what cases keep, what is expected. */
export function Coming({ data }: { data: Wallet }) {
  const Title = useHeading(2);
  const isServed = hasFeature('coming');
  const { data: coming, loading } = isServed ? comingResource.ask().value : { loading: false };
  if (isNothing(data.shopBalance) && isNothing(data.settlementAmount)) return null;
  const { days = [], paused } = coming ?? {};
  // The wallet knows what is paused before its sum is here.
  const pausedCount = isServed ? (paused?.cases ?? data.pausedReleases.length) : 0;
  return (
    <section className="items">
      <div className="coming">
        <div className="line">
          <Title>
            <Cover href={comingHref()}>{t('wallet.coming')}</Cover>
          </Title>
          <span className="row near">
            <strong>
              <Amount>{money(data.shopBalance, data.currency)}</Amount>
            </strong>
            <ChevronRight className="flip muted" />
          </span>
        </div>
        {!isServed && data.nextRelease && <NextRelease {...data.nextRelease} currency={data.currency} />}
        {days.length > 0 && <Arrivals days={days} paused={paused} currency={data.currency} />}
        {!coming && loading && <ArrivalsSkeleton />}
      </div>
      <ul>
        {pausedCount > 0 && (
          <Item
            media={<span className="swatch" data-part="paused" />}
            title={tn('wallet.paused', pausedCount)}
            figure={paused && <Amount>{money(paused.amount, data.currency)}</Amount>}
            href={pausedHref(data)}
            next
          />
        )}
        {!isNothing(data.settlementAmount) && (
          <Item
            media={<span className="swatch" data-part="settlement" />}
            title={t('wallet.settlement')}
            figure={
              <Amount className="read muted">{signedMoney(data.settlementAmount, data.currency)}</Amount>
            }
            href={settlementHref()}
            next
          />
        )}
      </ul>
    </section>
  );
}

/** Returns where what is paused leads: to its case where there is one, else to all that are open. */
function pausedHref({ pausedReleases: [first, ...others] }: Wallet) {
  if (first?.caseId && others.length === 0) return paths.afterSale.href({ id: first.caseId });
  return paths.orderList.href({ cases: 'open' });
}

function NextRelease({ amount, at, currency }: NonNullable<Wallet['nextRelease']> & { currency: string }) {
  return (
    <p className="small muted">
      {t('wallet.next_release', { amount: inline(money(amount, currency)), at: weekDate(at) })}
    </p>
  );
}

/** As many days as have room for a bar each on a phone. */
const maxDays = 14;
/** As many letters as have room side by side over the bars on a phone. */
const lettersAside = 45;

type Arrival = Days['days'][number];

const totalOf = (days: readonly Arrival[]) =>
  formatMoney(days.reduce((sum, { amount }) => sum + parseMoney(amount), 0n));

/** Returns a place for each day from the first to the last on which money arrives; the sum of those without room is the last, without a date. */
function placesOf(days: readonly Arrival[], longest: number): (Arrival | undefined)[] {
  const dayOf = ({ date }: Arrival) => (Date.parse(date) - Date.parse(days[0]?.date ?? date)) / dayMs;
  const room = Math.min(maxDays, Math.floor((2 * lettersAside) / longest));
  const end = Math.max(...days.map(dayOf)) + 1;
  const length = end > room ? room - 1 : end;
  const places = Array.from({ length }, (_, at) => days.find((day) => dayOf(day) === at));
  if (end <= room) return places;
  return [...places, { date: '', amount: totalOf(days.filter((day) => dayOf(day) >= length)) }];
}

interface ArrivalsProps extends Pick<Days, 'days' | 'currency'> {
  paused: Days['paused'] | undefined;
}

/** The days until the last on which money arrives, each with a bar as high as its share of the greatest, and all later ones in one. */
function Arrivals({ days, paused, currency }: ArrivalsProps) {
  const total = totalOf(days);
  const longest = Math.max(
    // Marks of the direction of writing have no width, and a space has little.
    ...[total, ...days.map(({ amount }) => amount)].map(
      (amount) => shortMoney(amount, currency).replace(/[\p{Cf}\s]/gu, '').length,
    ),
  );
  const places = placesOf(days, longest);
  const amounts = places.map((day) => Math.max(0, Number(day?.amount ?? 0)));
  const greatest = Math.max(...amounts) || 1;
  const shares = amounts.map((amount) => amount / greatest);
  const isTight = (shares.length * (longest + 2)) / 2 > lettersAside;
  // An amount has room beside lower bars, and beside one that is so much higher that its amount is not at this height.
  const isNamed = (at: number) =>
    [at - 1, at + 1].every((beside) => {
      const more = (shares[beside] ?? 0) - (shares[at] ?? 0);
      return more < 0 || (more === 0 && beside !== at - 1) || (more > 0.25 && !isTight);
    });
  const last = days.at(-1);
  const nameOf = ({ date }: Arrival) =>
    date ? shopDay(date, places.length > 1 ? 'number' : undefined) : t('wallet.later');
  return (
    <>
      {last && (
        <p className="small muted">
          {/* What is paused has no date, and is in the sum above. */}
          {paused && paused.cases > 0 && `${inline(money(total, currency))} · `}
          {t('wallet.coming_by', { at: shopDay(last.date) })}
        </p>
      )}
      <ol className="arrivals">
        {places.map((day, index) => (
          <li
            key={index}
            className={classes(!day && 'none', day?.date === '' && 'later')}
            aria-hidden={!day || undefined}
            style={{ '--share': shares[index] } as CSSProperties}
          >
            {day && (
              <Amount className={classes(!isNamed(index) && 'sr')}>{shortMoney(day.amount, currency)}</Amount>
            )}
            <span className="muted">{day ? nameOf(day) : '\u00a0'}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

const heights = [40, 24, 56, 32, 48, 24, 40];

const ArrivalsSkeleton = () => (
  <div aria-hidden="true">
    <p className="row small">
      <SkeletonBlock w="5em" />
    </p>
    <div className="arrivals">
      {heights.map((height, index) => (
        <SkeletonBlock key={index} h={`${height}px`} />
      ))}
    </div>
  </div>
);

/** The card while its amounts are loading. */
export const ComingSkeleton = () => (
  <div className="items">
    <div className="coming">
      <p className="line">
        <SkeletonBlock w="5em" />
        <SkeletonBlock w="5em" />
      </p>
      <ArrivalsSkeleton />
    </div>
  </div>
);
