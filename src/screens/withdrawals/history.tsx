import { useLocation } from 'preact-iso/router';
import { type FlowFilter, walletFlowResource } from '../../data/wallet.ts';
import { byDay, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Page } from '../../ui/page.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { HistoryRow, isFailed } from './history-row.tsx';
import { Movement } from './movement.tsx';

const kinds = { all: ['recharge', 'withdraw'], recharge: ['recharge'], withdraw: ['withdraw'] } as const;
type Kind = keyof typeof kinds;

/** Recharges and withdrawals with their results and, at `?no=`, the timeline of one. */
export default function History() {
  const { query } = useLocation();
  const { no } = query;
  return (
    <>
      <Head title={no ?? t('wallet.history')} back={no ? paths.history.href() : paths.wallet.href()} />
      <Page>
        <div className="stack">
          {no ? <MovementByNumber no={no} /> : <MovementList kind={kindIn(query.kind)} />}
        </div>
      </Page>
    </>
  );
}

const kindIn = (given: string | undefined): Kind =>
  given === 'recharge' || given === 'withdraw' ? given : 'all';

/** Each movement appears once, by its row on the balance. */
const filterOf = (kind: Kind): FlowFilter => ({ account: 'available', kinds: [...kinds[kind]] });

function MovementList({ kind }: { kind: Kind }) {
  const { route } = useLocation();
  const filter = filterOf(kind);
  return (
    <>
      <Choices<Kind>
        shape="segments"
        label={t('accounts.history.kind')}
        value={kind}
        items={[
          { value: 'all', label: t('flow.all') },
          { value: 'recharge', label: t('accounts.history.recharges') },
          { value: 'withdraw', label: t('accounts.history.withdrawals') },
        ]}
        onPick={(value) => route(paths.history.href({ kind: value === 'all' ? undefined : value }), true)}
      />
      <Await
        of={walletFlowResource.ask(filter)}
        onRetry={() => walletFlowResource.refetch(filter)}
        failed={t('flow.failed')}
        skeleton={<SkeletonRows rows={6} media="20px" />}
        empty={<Empty title={t('accounts.history.empty')} text={t('accounts.history.empty_text')} />}
      >
        {(page) => (
          <>
            <div className="items">
              {byDay(page.list, ({ at }) => at).map(({ title, rows }) => (
                <ItemList key={title} title={title}>
                  {rows.map((row) => (
                    <HistoryRow key={row.id} row={row} currency={page.currency}>
                      {row === page.list.find(isFailed) && <ScamWarning reportAt={paths.service.href()} />}
                    </HistoryRow>
                  ))}
                </ItemList>
              ))}
            </div>
            {page.nextCursor && <LoadMore load={() => walletFlowResource.more(filter)} />}
          </>
        )}
      </Await>
    </>
  );
}

function MovementByNumber({ no }: { no: string }) {
  const filter = { ...filterOf('all'), refNo: no };
  return (
    <Await
      of={walletFlowResource.ask(filter)}
      onRetry={() => walletFlowResource.refetch(filter)}
      failed={t('flow.failed')}
      skeleton={<Skeleton cards={2} height="200px" />}
    >
      {({ list, currency }) => {
        const row = list.find(({ refNo }) => refNo === no);
        if (row) return <Movement row={row} currency={currency} />;
        return (
          <Empty title={t('error.404')}>
            <LinkButton href={paths.history.href()}>{t('wallet.history')}</LinkButton>
          </Empty>
        );
      }}
    </Await>
  );
}
