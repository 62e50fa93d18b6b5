import { useLocation } from 'preact-iso/router';
import { type AfterSaleCase, afterSale } from '../../data/cases.ts';
import { openable } from '../../data/host.ts';
import { order } from '../../data/orders.ts';
import { me } from '../../data/session.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Headset } from '../../ui/icons/headset.ts';
import { Undo2 } from '../../ui/icons/undo-2.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tap } from '../../ui/tap.tsx';
import { CaseChoices } from './case-choices.tsx';
import { CaseEvidence, CaseHistory } from './case-evidence.tsx';
import { CaseState } from './case-state.tsx';
import { ClaimCard } from './claim-card.tsx';

/** One case of a buyer, whatever it asks for: a refund, a return, or money from the deposit. */
export default function AfterSaleScreen() {
  const { id } = useLocation().query;
  const found = id ? afterSale.ask(id).value.data : null;
  const back = found ? paths.order.href({ id: found.orderId }) : paths.orderList.href();
  return (
    <>
      <Head title={t('orders.case.title')} back={back}>
        {me.value.demo && <Badge tone="warn">{t('shop.demo')}</Badge>}
        <Tap icon={Headset} label={t('orders.service')} href={paths.service.href()} />
      </Head>
      <Page>{id ? <Found id={id} /> : <NoCase />}</Page>
    </>
  );
}

function Found({ id }: { id: string }) {
  return (
    <Await
      of={afterSale.ask(id)}
      onRetry={() => void afterSale.refresh(id)}
      failed={t('orders.case.failed')}
      skeleton={<Skeleton cards={3} />}
    >
      {(found) => (found ? <Parts found={found} /> : <ClaimOnly orderId={id} />)}
    </Await>
  );
}

function Parts({ found }: { found: AfterSaleCase }) {
  const claim = order.ask(found.orderId).value.data?.claim;
  return (
    <div className="stack cols">
      <CaseState found={found} />
      {(found.effect || claim || found.appeal) && (
        <div className="stack">
          <CaseChoices found={found} />
          {claim && <ClaimCard claim={claim} currency={found.currency} />}
          {found.appeal && (
            <LinkButton block href={openable(found.appeal)}>
              {t('orders.case.appeal')}
            </LinkButton>
          )}
        </div>
      )}
      <div className="stack">
        <CaseEvidence found={found} />
        <CaseHistory found={found} />
      </div>
    </div>
  );
}

/** A claim may stand on an order that never had a case. */
function ClaimOnly({ orderId }: { orderId: string }) {
  const { data, loading } = order.ask(orderId).value;
  if (data?.claim) return <ClaimCard claim={data.claim} currency={data.currency} />;
  return loading && !data ? <Skeleton cards={1} /> : <NoCase />;
}

function NoCase() {
  return (
    <Empty icon={Undo2} title={t('orders.case.none')} text={t('orders.case.none_text')}>
      <LinkButton href={paths.orderList.href()}>{t('orders.show_all')}</LinkButton>
    </Empty>
  );
}
