import { operator } from '../../data/operator.ts';
import { channels } from '../../data/recharges.ts';
import { me } from '../../data/session.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Head } from '../../ui/head.tsx';
import { TriangleAlert } from '../../ui/icons/triangle-alert.ts';
import { Note } from '../../ui/note.tsx';
import { OperatorCard } from '../../ui/operator-card.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Whose } from '../pay/whose.tsx';
import { NoRecharge } from './no-recharge.tsx';
import { RechargeForm } from './recharge-form.tsx';

/** Bringing money in: over which network, then the address with all that holds for it, then the report of a payment. */
export default function Recharge() {
  return (
    <>
      <Head title={t('wallet.recharge')} back={paths.wallet.href()}>
        {me.value.demo && <Badge tone="warn">{t('shop.demo')}</Badge>}
      </Head>
      <Page door>
        <div className="stack">
          <Whose />
          <Note tone="warn" icon={TriangleAlert}>
            <strong>{t('accounts.recharge.scam')}</strong> {t('accounts.recharge.scam_text')}{' '}
            <a href={paths.service.href()}>{t('accounts.recharge.tell')}</a>
          </Note>
          <Await
            of={channels.ask()}
            onRetry={() => channels.refresh()}
            failed={t('accounts.recharge.failed')}
            skeleton={<Skeleton cards={1} height="320px" />}
          >
            {(data) => (data.list.length === 0 ? <NoRecharge data={data} /> : <RechargeForm data={data} />)}
          </Await>
          <OperatorCard of={operator.ask().value.data} />
        </div>
      </Page>
    </>
  );
}
