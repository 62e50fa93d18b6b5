import { useLocation } from 'preact-iso/router';
import { type EarningsFilter, type EarningsSums, earningsResource } from '../../data/earnings.ts';
import { labelOf, money, number, signedMoney, t, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount, BigAmount } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { MoneyBar, MoneyBarSkeleton } from '../../ui/money-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { ShareBarSkeleton } from '../../ui/share-bar.tsx';
import { SkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import { useWide } from '../../ui/wide.ts';
import { EarningsRows } from './earnings-rows.tsx';
import { hrefOf, type Period, periods, sorts, type View } from './earnings-view.ts';

/** What each article earned and lost in a month, or over all time. */
export default function Earnings() {
  const { query } = useLocation();
  const view: View = {
    period: periods.find((known) => known === query.period) ?? 'month',
    sort: sorts.find((known) => known === query.sort) ?? 'earned',
  };
  const { period, sort } = view;
  const filter: EarningsFilter = { range: period === 'all' ? undefined : period, sort };
  const periodTexts = {
    month: t('stats.month'),
    previous_month: t('figures.previous_month'),
    all: t('earnings.all'),
  };
  return (
    <>
      <Head title={t('earnings.title')} back={paths.goodsList.href()} />
      <Page>
        <div className="stack full">
          <Choices<Period>
            shape="segments"
            label={t('stats.period')}
            value={period}
            items={periods.map((value) => ({
              value,
              label: periodTexts[value],
              href: hrefOf({ ...view, period: value }),
            }))}
          />
          <Await
            of={earningsResource.ask(filter)}
            onRetry={() => earningsResource.refetch(filter)}
            failed={t('earnings.failed')}
            skeleton={<Waiting />}
            isEmpty={({ list, sums }) => list.length === 0 && Number(sums.ads) === 0}
            empty={<NoEarnings period={period} />}
          >
            {({ list, sums, currency, nextCursor }) => (
              <>
                <Sums sums={sums} currency={currency} />
                {list.length > 0 && <EarningsRows rows={list} currency={currency} view={view} />}
                {nextCursor && <LoadMore load={() => earningsResource.more(filter)} />}
              </>
            )}
          </Await>
        </div>
      </Page>
    </>
  );
}

const Waiting = () => (
  <div className="stack">
    <div className="card stack tight" aria-hidden="true">
      <MoneyBarSkeleton />
      <p className="small">
        <SkeletonBlock w="7em" />
      </p>
    </div>
    {!useWide() && <SkeletonBlock w="18em" h="38px" />}
    <SkeletonRows rows={6} under={<ShareBarSkeleton />} />
  </div>
);

/** What is left of all settled profit after ads, and what was taken off it. */
function Sums({ sums, currency }: { sums: EarningsSums; currency: string | undefined }) {
  const { earned, profit, refunds, ads, shopAds } = sums;
  const parts = [
    { kind: 'refund' as const, label: t('earnings.refunds'), amount: refunds },
    { kind: 'fee' as const, label: t('shop.promotion'), amount: ads },
  ].filter(({ amount }) => Number(amount) > 0);
  return (
    <Card className="tight">
      <Stat label={`${t('earnings.earned')} · ${t('earnings.settled_only')}`}>
        <BigAmount tone={earned.startsWith('-') ? 'bad' : undefined}>
          {signedMoney(earned, currency)}
        </BigAmount>
      </Stat>
      {Number(ads) > 0 && (
        // The profit that Store has, which ads do not lower.
        <p className="small muted">
          {t('stats.profit')} <Amount>{money(profit, currency)}</Amount> · {t('shop.promotion')}{' '}
          <Amount>{signedMoney(`-${ads}`, currency)}</Amount>
        </p>
      )}
      <p className="small muted">
        {t('earnings.sold_all', { count: number(sums.sold) })}
        {sums.returned > 0 && ` · ${tn('earnings.returned', sums.returned)}`}
      </p>
      {parts.length > 0 && (
        <div style={barStyle}>
          <MoneyBar
            parts={[...parts, { kind: 'yours', label: t('earnings.earned'), amount: earned }]}
            currency={currency}
          />
        </div>
      )}
      {Number(shopAds) > 0 && (
        <p className="small muted">
          {labelOf(t('earnings.shop_ads'))}
          <Amount>{money(shopAds, currency)}</Amount>
        </p>
      )}
    </Card>
  );
}

const barStyle = { maxInlineSize: '448px', marginBlockStart: '8px' } as const;

function NoEarnings({ period }: { period: Period }) {
  if (period !== 'all')
    return (
      <Empty title={t('earnings.none_in_month')}>
        <LinkButton href={hrefOf({ period: 'all', sort: 'earned' })}>{t('earnings.all')}</LinkButton>
      </Empty>
    );
  return (
    <Empty title={t('earnings.none')} text={t('earnings.none_text')}>
      <LinkButton href={paths.warehouse.href()}>{t('shop.warehouse')}</LinkButton>
    </Empty>
  );
}
