import { useLocation } from 'preact-iso/router';
import { type FlowAccount, flowAccounts } from '../../contract/flow.ts';
import { me } from '../../data/session.ts';
import { type FlowFilter, walletFlow } from '../../data/wallet.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Seg } from '../../ui/seg.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FlowDays } from './flow-days.tsx';
import { filterHref, isWhole, kindIn, readFilter } from './flow-filter.ts';
import { FlowTotals } from './flow-totals.tsx';
import { KindField } from './kind-field.tsx';
import { SaveRows } from './save-rows.tsx';

/** Income and expenses, row by row, of one account: what was there, what came and went, what is there. */
export default function WalletFlow() {
  const { query, route } = useLocation();
  const filter = readFilter(query);
  return (
    <>
      <Head title={t('flow.title')} back={paths.wallet.href()}>
        {me.value.demo && <Badge tone="warn">{t('shop.demo')}</Badge>}
      </Head>
      <Page>
        <div className="stack">
          {filter.refNo ? <OneReference refNo={filter.refNo} /> : <Accounts filter={filter} />}
          <Seg
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
      onRetry={() => walletFlow.refresh(filter)}
      failed={t('flow.failed')}
      skeleton={<Skeleton cards={2} height="200px" />}
      empty={<Nothing filter={filter} />}
    >
      {(page) => (
        <>
          <FlowTotals page={page} of={isWhole(filter) ? 'account' : 'part'}>
            <SaveRows filter={filter} />
          </FlowTotals>
          <Card>
            <FlowDays
              rows={page.list}
              currency={page.currency}
              account={filter.account === undefined ? 'named' : undefined}
            />
          </Card>
          {page.nextCursor && <More more={() => walletFlow.more(filter)} />}
        </>
      )}
    </Await>
  );
}

/** Filters can hide what there is: the way back to all of the account stands below. */
function Nothing({ filter }: { filter: FlowFilter }) {
  if (isWhole(filter)) return <Empty title={t('flow.empty')} text={t('flow.empty_text')} />;
  return (
    <Empty title={t('flow.empty_filter')}>
      <LinkButton href={filterHref({ account: filter.account })}>{t('flow.all_rows')}</LinkButton>
    </Empty>
  );
}
