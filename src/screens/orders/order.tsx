import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { codes } from '../../contract/errors.ts';
import { type Order, order } from '../../data/orders.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { PackageOpen } from '../../ui/icons/package-open.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeclineSheet } from './decline-sheet.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderEarnings } from './order-earnings.tsx';
import { OrderGoods } from './order-goods.tsx';
import { OrderTop } from './order-page.tsx';
import { OrderParcel } from './order-parcel.tsx';
import { OrderProgress } from './order-progress.tsx';
import { OrderProvenance } from './order-provenance.tsx';
import { OrderState } from './order-state.tsx';
import { PaySheet } from './pay-later.ts';

/** One order: where it stands, what comes next and by when, and what it earns. */
export default function OrderScreen() {
  const { id } = useLocation().query;
  const no = id && (order.ask(id).value.data?.no ?? id);
  return (
    <>
      <OrderTop title={t('orders.title_one')} back={paths.orderList.href()} no={no} />
      {id ? <Found id={id} /> : <Missing />}
    </>
  );
}

function Found({ id }: { id: string }) {
  const state = order.ask(id);
  const { data, error } = state.value;
  const { query } = useLocation();
  const [open, setOpen] = useState<'pay' | 'decline' | undefined>(query.pay ? 'pay' : undefined);
  const close = () => setOpen(undefined);
  if (!data && error?.code === codes.recordNotFound) return <Missing />;
  return (
    <>
      <Page>
        <Await
          of={state}
          onRetry={() => void order.refresh(id)}
          failed={t('orders.failed_one')}
          skeleton={<Skeleton cards={3} />}
        >
          {(found) => <Parts order={found} />}
        </Await>
      </Page>
      {data && (
        <OrderActions order={data} onPay={() => setOpen('pay')} onDecline={() => setOpen('decline')} />
      )}
      {data && open === 'pay' && <PaySheet order={data} onClose={close} />}
      {data && open === 'decline' && <DeclineSheet order={data} onClose={close} />}
    </>
  );
}

/** As long as the merchant has to decide, the money comes before the road; afterwards the road does. */
function Parts({ order }: { order: Order }) {
  const decides = order.allowedActions.includes('pay');
  const road = (
    <div key="road" className="stack">
      {decides && <OrderProvenance order={order} />}
      <OrderProgress order={order} />
      {order.allowedActions.includes('logistics') && <OrderParcel orderId={order.id} />}
    </div>
  );
  const money = (
    <div key="money" className="stack">
      <OrderGoods order={order} />
      <OrderEarnings order={order} />
      {!decides && <OrderProvenance order={order} />}
    </div>
  );
  return (
    <div className="stack cols">
      <OrderState order={order} />
      {decides ? [money, road] : [road, money]}
    </div>
  );
}

function Missing() {
  return (
    <Page>
      <Empty icon={PackageOpen} title={t('orders.missing')} text={t('orders.missing_text')}>
        <LinkButton href={paths.orderList.href()}>{t('orders.show_all')}</LinkButton>
      </Empty>
    </Page>
  );
}
