import type { CSSProperties } from 'react';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { hasFeature } from '../../data/session.ts';
import { comingResource, type Coming as Days, type Wallet } from '../../data/wallet.ts';
import { inline, money, shopDay, t, tn, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { useHeading } from '../../ui/chrome.ts';
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
        {days.length > 0 && <Arrivals days={days} currency={data.currency} />}
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

/** As many days as are seen at once with the rest of the money. */
const maxDays = 7;

type Arrival = Days['days'][number];

/** Returns the days as they are shown: what arrives after the last that has room is one sum, without a date. */
function shownOf(days: readonly Arrival[]): readonly Arrival[] {
  if (days.length <= maxDays) return days;
  const later = days.slice(maxDays - 1).reduce((sum, { amount }) => sum + parseMoney(amount), 0n);
  return [...days.slice(0, maxDays - 1), { date: '', amount: formatMoney(later) }];
}

/** The days on which money arrives, each with a bar as long as its share of the greatest, and all later ones in one. */
function Arrivals({ days, currency }: Pick<Days, 'days' | 'currency'>) {
  const shown = shownOf(days);
  const amounts = shown.map(({ amount }) => Math.max(0, Number(amount)));
  const greatest = Math.max(...amounts) || 1;
  return (
    <ol className="arrivals">
      {shown.map(({ date, amount }, index) => (
        <li key={date}>
          <span className="muted">{date ? shopDay(date) : t('wallet.later')} </span>
          <Bar share={(amounts[index] ?? 0) / greatest} />
          <Amount>{money(amount, currency)}</Amount>
        </li>
      ))}
    </ol>
  );
}

const Bar = ({ share }: { share: number }) => (
  <span
    className="meter"
    data-tone="info"
    aria-hidden="true"
    style={{ '--value': 100 * share } as CSSProperties}
  />
);

const ArrivalsSkeleton = () => (
  <div className="arrivals" aria-hidden="true">
    {Array.from({ length: maxDays }, (_, index) => (
      <p key={index}>
        <SkeletonBlock w="3em" />
        <Bar share={0} />
        <SkeletonBlock w="4em" />
      </p>
    ))}
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
