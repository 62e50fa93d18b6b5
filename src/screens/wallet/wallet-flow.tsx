import { useLocation } from 'preact-iso/router';
import { type FlowFilter, walletFlow } from '../../data/wallet.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips, Seg } from '../../ui/chips.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FlowDays } from './flow-days.tsx';
import { FlowTotals } from './flow-totals.tsx';

type Account = NonNullable<FlowFilter['account']>;
type Direction = 'all' | 'in' | 'out';
const accounts: readonly Account[] = ['available', 'frozen', 'shop', 'deposit'];

/** Income and expenses, row by row, of one account: what was there, what came and went, what is there. */
export default function WalletFlow() {
  const { query, route } = useLocation();
  const account = accounts.find((known) => known === query.account) ?? 'available';
  const direction: Direction =
    query.direction === 'in' || query.direction === 'out' ? query.direction : 'all';
  const filter: FlowFilter = { account, ...(direction === 'all' ? {} : { direction }) };
  const href = (to: { account: Account; direction: Direction }) =>
    paths.walletFlow.href({
      account: to.account,
      direction: to.direction === 'all' ? undefined : to.direction,
    });
  return (
    <>
      <Head title={t('flow.title')} back={paths.wallet.href()} />
      <Page>
        <div className="stack">
          <Chips
            label={t('flow.account')}
            value={account}
            items={accounts.map((value) => ({
              value,
              label: t(`flow.account_${value}`),
              href: href({ account: value, direction }),
            }))}
          />
          <Seg<Direction>
            label={t('flow.direction')}
            value={direction}
            items={(['all', 'in', 'out'] as const).map((value) => ({ value, label: t(`flow.${value}`) }))}
            onPick={(picked) => route(href({ account, direction: picked }), true)}
          />
          <Await
            of={walletFlow.ask(filter)}
            onRetry={() => walletFlow.refresh(filter)}
            failed={t('flow.failed')}
            skeleton={<Skeleton cards={2} height="200px" />}
            empty={<Nothing direction={direction} />}
          >
            {(page) => (
              <>
                <FlowTotals page={page} />
                <Card>
                  <FlowDays rows={page.list} currency={page.currency} />
                </Card>
                {page.nextCursor && <More more={() => walletFlow.more(filter)} />}
              </>
            )}
          </Await>
        </div>
      </Page>
    </>
  );
}

function Nothing({ direction }: { direction: Direction }) {
  if (direction !== 'all') return <Empty title={t('flow.empty_filter')} />;
  return <Empty title={t('flow.empty')} text={t('flow.empty_text')} />;
}
