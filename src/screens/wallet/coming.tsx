import type { CSSProperties } from 'react';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { hasFeature } from '../../data/session.ts';
import { comingResource, type Coming as Days, type Wallet } from '../../data/wallet.ts';
import { inline, money, shopDay, shortMoney, signedMoney, t, tn, weekDate } from '../../lang/index.ts';
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

const maxBars = 7;
/** As many letters as the amounts over the bars have room for side by side on a phone. */
const lettersAside = 42;

const monthOf = (date: string | undefined) => date?.slice(0, 7);

const totalOf = (days: Days['days']) =>
  formatMoney(days.reduce((sum, { amount }) => sum + parseMoney(amount), 0n));

/** Returns the days that have room for a bar each, and the sum of those after them, which is the last bar. */
function barsOf(days: Days['days'], currency: string) {
  const amounts = [...days.map(({ amount }) => amount), totalOf(days)];
  const longest = Math.max(...amounts.map((amount) => shortMoney(amount, currency).length));
  const room = Math.min(maxBars, Math.max(2, Math.floor(lettersAside / longest)));
  if (days.length <= room) return { shown: days };
  return { shown: days.slice(0, room - 1), later: totalOf(days.slice(room - 1)) };
}

interface ArrivalsProps extends Pick<Days, 'days' | 'currency'> {
  paused: Days['paused'] | undefined;
}

/** The next days on which money arrives, each with a bar as high as its share of the greatest, and all later ones in one. */
function Arrivals({ days, paused, currency }: ArrivalsProps) {
  const { shown, later } = barsOf(days, currency);
  const bars = shown.map(({ date, amount }, index) => ({
    name: shopDay(date, monthOf(date) === monthOf(shown[index - 1]?.date) ? 'number' : undefined),
    amount,
  }));
  const all = later === undefined ? bars : [...bars, { name: t('wallet.later'), amount: later }];
  const greatest = Math.max(...all.map(({ amount }) => Number(amount)));
  const shareOf = (amount: string) => (greatest > 0 ? Math.max(0, Number(amount) / greatest) : 0);
  const last = days.at(-1);
  return (
    <>
      {last && (
        <p className="small muted">
          {/* What is paused has no date, and is in the sum above. */}
          {paused && paused.cases > 0 && `${inline(money(totalOf(days), currency))} · `}
          {t('wallet.coming_by', { at: shopDay(last.date) })}
        </p>
      )}
      <ol className="arrivals">
        {all.map(({ name, amount }, index) => (
          <li
            key={index}
            className={classes(Number(amount) === greatest && 'greatest', index >= shown.length && 'later')}
            style={{ '--share': shareOf(amount) } as CSSProperties}
          >
            <Amount>{shortMoney(amount, currency)}</Amount>
            <span className="muted">{name}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

const heights = ['40px', '24px', '56px', '32px', '48px', '24px', '40px'];

const ArrivalsSkeleton = () => (
  <div aria-hidden="true">
    <p className="row small">
      <SkeletonBlock w="5em" />
    </p>
    <div className="arrivals">
      {heights.map((height, index) => (
        <SkeletonBlock key={index} h={height} />
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
