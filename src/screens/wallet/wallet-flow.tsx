import { useLocation } from 'preact-iso/router';
import type { Output } from '../../contract/calls.ts';
import { type FlowAccount, type FlowKind, flowAccounts, flowKinds } from '../../contract/flow.ts';
import { type FlowFilter, walletFlow } from '../../data/wallet.ts';
import { money, signedMoney } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Breakdown } from '../../ui/breakdown.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DemoBadge } from '../pay/demo-badge.tsx';
import { DownloadRows } from './download-rows.tsx';
import { FlowDays } from './flow-days.tsx';
import { filterHref, isWhole, kindIn, readFilter } from './flow-filter.ts';
import { RowsWarning } from './rows-warning.tsx';

interface Props {
  value: FlowKind | undefined;
  onPick: (value: FlowKind | undefined) => void;
}

/** Rows of one kind, or of all. */
function KindField({ value, onPick }: Props) {
  return (
    <label>
      <span className="sr">{t('flow.kind')}</span>
      <span className="input">
        <select
          value={value ?? ''}
          onChange={(event) => onPick(flowKinds.find((kind) => kind === event.currentTarget.value))}
        >
          <option value="">{t('flow.kind_any')}</option>
          {flowKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`flow.kind_${kind}`)}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}

type FlowPage = Output<'POST /v1/user/wallet_flow'>;

interface FlowTotalsProps {
  page: FlowPage;
  of: 'account' | 'part';
  /** Text that concerns all of these rows; shown without sums where there are none. */
  children?: Children;
}

/**
 * Opening + income − expenses = closing, over all rows of an account. Filtered rows have no balance before or after, so
 * that only income, expenses and the difference are shown. Absent where the server sends no sums.
 */
function FlowTotals({ page, of, children }: FlowTotalsProps) {
  const { currency, opening, closing, totals } = page;
  if (!totals) return children;
  const total = of === 'account' ? money(closing, currency) : signedMoney(closing, currency);
  return (
    <Card title={t('flow.sum_title')}>
      <Breakdown
        rows={[
          ...(of === 'account' ? [{ label: t('flow.opening'), amount: money(opening, currency) }] : []),
          { label: t('flow.in'), amount: signedMoney(totals.in, currency) },
          { label: t('flow.out'), amount: signedMoney(`-${totals.out}`, currency) },
          { label: of === 'account' ? t('flow.closing') : t('flow.difference'), amount: total, total: true },
        ]}
      />
      {children}
    </Card>
  );
}

/** Income and expenses of one account, row by row, with the balances before and after. */
export default function WalletFlow() {
  const { query, route } = useLocation();
  const filter = readFilter(query);
  return (
    <>
      <Head title={t('flow.title')} back={paths.wallet.href()}>
        <DemoBadge />
      </Head>
      <Page>
        <div className="stack">
          {filter.refNo ? <OneReference refNo={filter.refNo} /> : <Accounts filter={filter} />}
          <SegmentedControl
            label={t('flow.direction')}
            value={filter.direction ?? 'all'}
            items={(['all', 'in', 'out'] as const).map((value) => ({ value, label: t(`flow.${value}`) }))}
            onPick={(value) =>
              route(filterHref({ ...filter, direction: value === 'all' ? undefined : value }), true)
            }
          />
          <KindField
            value={kindIn(filter)}
            onPick={(kind) => route(filterHref({ ...filter, kinds: kind && [kind] }), true)}
          />
          <Rows filter={filter} />
        </div>
      </Page>
    </>
  );
}

function Accounts({ filter }: { filter: FlowFilter }) {
  return (
    <Chips<FlowAccount>
      label={t('flow.account')}
      value={filter.account}
      items={flowAccounts.map((value) => ({
        value,
        label: t(`flow.account_${value}`),
        href: filterHref({ ...filter, account: value }),
      }))}
    />
  );
}

/** The rows of one order, on all accounts, and the way back to all rows. */
function OneReference({ refNo }: { refNo: string }) {
  return (
    <div className="stack tight">
      <h2 className="small">
        {t('flow.of_reference')} <Code>{refNo}</Code>
      </h2>
      <p>
        <a className="hit" href={paths.walletFlow.href()}>
          {t('flow.all_rows')}
        </a>
      </p>
    </div>
  );
}

function Rows({ filter }: { filter: FlowFilter }) {
  return (
    <Await
      of={walletFlow.ask(filter)}
      onRetry={() => walletFlow.refetch(filter)}
      failed={t('flow.failed')}
      skeleton={<Skeleton cards={2} height="200px" />}
      empty={<NoRows filter={filter} />}
    >
      {(page) => (
        <>
          <FlowTotals page={page} of={isWhole(filter) ? 'account' : 'part'}>
            <DownloadRows filter={filter} />
          </FlowTotals>
          <RowsWarning rows={page.list} />
          <Card>
            <FlowDays
              rows={page.list}
              currency={page.currency}
              account={filter.account === undefined ? 'named' : undefined}
            />
          </Card>
          {page.nextCursor && <LoadMore load={() => walletFlow.more(filter)} />}
        </>
      )}
    </Await>
  );
}

/** The empty list; filters can hide rows, so a link to all rows of the account is below. */
function NoRows({ filter }: { filter: FlowFilter }) {
  if (isWhole(filter)) return <Empty title={t('flow.empty')} text={t('flow.empty_text')} />;
  return (
    <Empty title={t('flow.empty_filter')}>
      <LinkButton href={filterHref({ account: filter.account })}>{t('flow.all_rows')}</LinkButton>
    </Empty>
  );
}
