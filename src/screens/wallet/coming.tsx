import type { CSSProperties } from 'react';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { hasFeature } from '../../data/session.ts';
import { comingResource, type Coming as Days, type Wallet } from '../../data/wallet.ts';
import { dayMs, inline, money, shopDay, shortMoney, t, tn, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { classes } from '../../ui/classes.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { Cover, Item } from '../../ui/item.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { comingHref, isNothing } from './amounts.ts';

/** What is on its way to the balance: its sum over the two parts of it, what arrives on days and what cases keep. */
export function Coming({ data }: { data: Wallet }) {
  const Title = useHeading(2);
  const isServed = hasFeature('coming');
  const { data: coming, loading } = isServed ? comingResource.ask().value : { loading: false };
  if (isNothing(data.shopBalance)) return null;
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
      {pausedCount > 0 && (
        <ul>
          <Item
            media={<span className="swatch" data-part="paused" />}
            title={tn('wallet.paused', pausedCount)}
            figure={paused && <Amount className="read">{money(paused.amount, data.currency)}</Amount>}
            href={pausedHref(data)}
            next
          />
        </ul>
      )}
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

/** Returns below which places the month is named: below the first, and below each that begins another one. */
function monthsOf(places: readonly (Arrival | undefined)[]): (string | undefined)[] {
  const months = places.map((day) => day?.date && shopDay(day.date, 'month'));
  const names = months.map((month, at) =>
    month === months.slice(0, at).filter(Boolean).at(-1) ? undefined : month,
  );
  // Two side by side have no room, and the later one tells the earlier.
  return names[1] ? [undefined, ...names.slice(1)] : names;
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
  const months = monthsOf(places);
  return (
    <>
      {last && (
        <p className="line">
          {/* What is paused has no date. */}
          <span className="row">
            {paused && paused.cases > 0 && <span className="swatch" />}
            {t('wallet.coming_by', { at: shopDay(last.date) })}
          </span>
          {paused && paused.cases > 0 && <Amount>{money(total, currency)}</Amount>}
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
            <span className="muted">
              <span>{day?.date ? shopDay(day.date, 'day') : day && t('wallet.later')}</span>
              {months[index] && <span> {months[index]}</span>}
            </span>
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
