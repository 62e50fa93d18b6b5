import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import type { Output } from '../../contract/calls.ts';
import { type FlowAccount, flowAccounts } from '../../contract/flow.ts';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { type FlowFilter, type FlowRow as Row, walletFlowResource } from '../../data/wallet.ts';
import { byDay, money, signedMoney, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount, BigAmount, Code } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterButton, useFilterSheet } from '../../ui/filter-button.tsx';
import { Head } from '../../ui/head.tsx';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { hasComeIn, hasMoved } from '../../ui/moved.tsx';
import { Page } from '../../ui/page.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DownloadRows } from './download-rows.tsx';
import { filterHref, isWhole, readFilter } from './flow-filter.ts';
import { FlowRow, mergeMoves } from './flow-row.tsx';

const FlowFilterSheet = lazySheet(() => import('./flow-filter-sheet.tsx'));
const FlowSumsSheet = lazySheet(() => import('./flow-sums-sheet.tsx'), { texts: ['rest'] });

type FlowPage = Output<'POST /v1/user/wallet_flow'>;

/** Income and expenses of one account, row by row, with the balances before and after. */
export default function WalletFlow() {
  const { query } = useLocation();
  const sheet = useFilterSheet();
  const filter = readFilter(query);
  return (
    <>
      <Head title={t('flow.title')} back={paths.wallet.href()}>
        <FilterButton count={countOf(filter)} onPress={sheet.open} />
      </Head>
      <Page>
        <div className="stack">
          {filter.refNo ? <OneReference refNo={filter.refNo} /> : <Accounts filter={filter} />}
          <Rows filter={filter} />
        </div>
      </Page>
      {sheet.isOpen && (
        <FlowFilterSheet
          filter={filter}
          onPick={(picked) => sheet.pick(filterHref(picked))}
          onClose={sheet.close}
        />
      )}
    </>
  );
}

/** Returns how many of the sheet's filters are on. */
const countOf = ({ direction, kinds }: FlowFilter): number =>
  Number(Boolean(direction)) + Number(Boolean(kinds));

function Accounts({ filter }: { filter: FlowFilter }) {
  return (
    <Choices<FlowAccount>
      shape="words"
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
    <>
      <h2 className="small">
        {t('flow.of_reference')} <Code>{refNo}</Code>
      </h2>
      <p>
        <a className="hit small" href={paths.walletFlow.href()}>
          {t('flow.all_rows')}
        </a>
      </p>
    </>
  );
}

function Rows({ filter }: { filter: FlowFilter }) {
  return (
    <Await
      of={walletFlowResource.ask(filter)}
      onRetry={() => walletFlowResource.refetch(filter)}
      failed={t('flow.failed')}
      skeleton={<SkeletonRows rows={8} media="40px" />}
      empty={<NoRows filter={filter} />}
    >
      {(page) => (
        <>
          <Sums page={page} filter={filter} />
          <DownloadRows filter={filter} />
          <FlowDays
            rows={page.list}
            currency={page.currency}
            account={filter.account === undefined ? 'named' : undefined}
            isPart={Boolean(page.nextCursor)}
          />
          {page.nextCursor && <LoadMore load={() => walletFlowResource.more(filter)} />}
        </>
      )}
    </Await>
  );
}

/** Returns whether money came and went: where it did but one, the difference says all. */
const goesBothWays = (totals: FlowPage['totals']) => Number(totals.in) > 0 && Number(totals.out) > 0;

/** What is left, and what came and went before. It opens how the sum comes about. */
function Sums({ page, filter }: { page: FlowPage; filter: FlowFilter }) {
  const [open, setOpen] = useState(false);
  const { currency, closing, totals } = page;
  const isBalance = isWhole(filter);
  return (
    <>
      <ItemList>
        <Item
          title={
            <span className="small muted">
              {isBalance && filter.account ? t(`flow.account_${filter.account}`) : t('flow.difference')}
            </span>
          }
          onPress={() => setOpen(true)}
          next
        >
          {totals && (
            <>
              <BigAmount>{isBalance ? money(closing, currency) : signedMoney(closing, currency)}</BigAmount>
              {(!filter.refNo || goesBothWays(totals)) && (
                <p className="row wrap small muted">
                  <span>
                    {t('flow.in')}{' '}
                    <Amount tone={hasComeIn(filter.account) ? 'good' : undefined}>
                      {signedMoney(totals.in, currency)}
                    </Amount>
                  </span>
                  <span>
                    {t('flow.out')} <Amount>{signedMoney(`-${totals.out}`, currency)}</Amount>
                  </span>
                </p>
              )}
            </>
          )}
        </Item>
      </ItemList>
      {open && <FlowSumsSheet page={page} filter={filter} onClose={() => setOpen(false)} />}
    </>
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

interface Props {
  rows: readonly Row[];
  currency: string | undefined;
  account?: 'named';
  /** Whether later rows are not here yet: then the last day has no sum. */
  isPart?: boolean;
}

/** Movements by day, newest first, on one surface, each day with the sum of its rows; between accounts there is none. */
export function FlowDays({ rows, currency, account, isPart }: Props) {
  const { shown, moves } = account ? mergeMoves(rows) : { shown: rows, moves: undefined };
  const days = byDay(shown, ({ at }) => at);
  const warned = rows.find(hasOperatorText);
  return (
    <div className="items">
      {days.map(({ title, rows: rowsOfDay }, index) => (
        <ItemList
          key={title}
          title={title}
          aside={
            !account &&
            !(isPart && index === days.length - 1) && (
              <Amount className="small muted">{signedMoney(sumOf(rowsOfDay), currency)}</Amount>
            )
          }
        >
          {rowsOfDay.map((row) => (
            <FlowRow
              key={row.id}
              row={row}
              currency={currency}
              layout={account && 'accounts'}
              isMove={moves?.has(row.id)}
            >
              {row === warned && <ScamWarning reportAt={paths.service.href()} />}
            </FlowRow>
          ))}
        </ItemList>
      ))}
    </div>
  );
}

/**
 * Returns whether an operator's text is in a row: the warning is beside the first such row, and only there. Of a server
 * that does not name its operator's texts, every reason counts as one.
 */
const hasOperatorText = ({ reason, operatorTexts }: Row): boolean =>
  operatorTexts ? operatorTexts.length > 0 : Boolean(reason);

function sumOf(rows: readonly Row[]): string {
  let sum = 0n;
  for (const { direction, amount } of rows.filter(hasMoved))
    sum += direction === 'in' ? parseMoney(amount) : -parseMoney(amount);
  return formatMoney(sum);
}
