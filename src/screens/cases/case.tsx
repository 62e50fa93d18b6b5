import { useLocation } from 'preact-iso/router';
import { type BuyerCase, caseResource } from '../../data/cases.ts';
import { openable } from '../../data/host.ts';
import { type Order, orderResource } from '../../data/orders.ts';
import { me } from '../../data/session.ts';
import { dateTime, money, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Await } from '../../ui/await.tsx';
import { Breakdown } from '../../ui/breakdown.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DemoBadge } from '../../ui/demo-badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Headset } from '../../ui/icons/headset.ts';
import { Undo2 } from '../../ui/icons/undo-2.ts';
import { Item } from '../../ui/item.tsx';
import { Page } from '../../ui/page.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { CaseChoices } from './case-choices.tsx';
import { CaseEvidence, CaseHistory } from './case-evidence.tsx';
import { CaseSummary } from './case-summary.tsx';

interface Props {
  claim: NonNullable<Order['claim']>;
  currency: string;
}

/** A claim on the deposit: the amount, by when an objection stops it, and what has been paid. */
function ClaimCard({ claim: { state, amount, paid, since, objectBy, appeal }, currency }: Props) {
  const tone = state === 'open' ? 'warn' : 'calm';
  return (
    <Card
      title={t('cases.claim.title')}
      aside={
        <span className="dot small" data-tone={tone}>
          {t(`cases.claim_state.${state}`)}
        </span>
      }
      className="tight"
    >
      <p>{t(`cases.claim_next.${state}`, { at: dateTime(objectBy) })}</p>
      <Breakdown
        rows={[
          { label: t('cases.claim.amount'), amount: money(amount, currency), note: weekDate(since) },
          { label: t('cases.claim.paid'), amount: money(paid, currency), total: true },
        ]}
      />
      <LinkButton block href={openable(appeal)}>
        {t('cases.appeal')}
      </LinkButton>
    </Card>
  );
}

/** One case of a buyer: for a refund, a return, or money from the deposit. */
export default function CaseScreen() {
  const { id } = useLocation().query;
  const buyerCase = id ? caseResource.ask(id).value.data : null;
  const back = buyerCase ? paths.order.href({ id: buyerCase.orderId }) : paths.orderList.href();
  return (
    <>
      <Head title={t('orders.case.title')} back={back}>
        {me.value.demo && <DemoBadge />}
        <IconButton icon={Headset} label={t('orders.service')} href={paths.service.href()} />
      </Head>
      <Page>{id ? <LoadedCase id={id} /> : <NoCase />}</Page>
    </>
  );
}

function LoadedCase({ id }: { id: string }) {
  return (
    <Await
      of={caseResource.ask(id)}
      onRetry={() => void caseResource.refetch(id)}
      failed={t('cases.failed')}
      skeleton={<Skeleton cards={3} />}
    >
      {(buyerCase) => (buyerCase ? <CaseSections buyerCase={buyerCase} /> : <ClaimOnly orderId={id} />)}
    </Await>
  );
}

function CaseSections({ buyerCase }: { buyerCase: BuyerCase }) {
  const { claim, items: [goods] = [] } = orderResource.ask(buyerCase.orderId).value.data ?? {};
  return (
    <div className="stack cols">
      <CaseSummary buyerCase={buyerCase} />
      <ul className="items wide">
        <Item
          media={<Thumb size={48} src={goods?.image} />}
          title={goods?.name ?? t('orders.title_one')}
          note={<Code>{buyerCase.orderNo}</Code>}
          href={paths.order.href({ id: buyerCase.orderId })}
          next
        />
      </ul>
      {(buyerCase.appeal || buyerCase.history.some(({ by, text }) => by === 'platform' && text)) && (
        <div className="wide">
          <ScamWarning reportAt={paths.service.href()} />
        </div>
      )}
      {(buyerCase.effect || claim || buyerCase.appeal) && (
        <div className="stack">
          <CaseChoices buyerCase={buyerCase} />
          {claim && <ClaimCard claim={claim} currency={buyerCase.currency} />}
          {buyerCase.appeal && (
            <LinkButton block href={openable(buyerCase.appeal)}>
              {t('cases.appeal')}
            </LinkButton>
          )}
        </div>
      )}
      <div className="stack">
        <CaseEvidence buyerCase={buyerCase} />
        <CaseHistory buyerCase={buyerCase} />
      </div>
    </div>
  );
}

/** An order may have a claim without a case. */
function ClaimOnly({ orderId }: { orderId: string }) {
  const { data, loading } = orderResource.ask(orderId).value;
  if (data?.claim) return <ClaimCard claim={data.claim} currency={data.currency} />;
  return loading && !data ? <Skeleton cards={1} /> : <NoCase />;
}

function NoCase() {
  return (
    <Empty icon={Undo2} title={t('cases.none')} text={t('cases.none_text')}>
      <LinkButton href={paths.orderList.href()}>{t('orders.show_all')}</LinkButton>
    </Empty>
  );
}
