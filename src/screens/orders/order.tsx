import { useLocation } from 'preact-iso/router';
import { type PropsWithChildren, useRef, useState } from 'react';
import { codes } from '../../contract/errors.ts';
import { type Order, orderDecline, orderResource } from '../../data/orders.ts';
import { hasFeature } from '../../data/session.ts';
import { inline, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Chrome } from '../../ui/chrome.ts';
import { Empty } from '../../ui/empty.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { MoneyBarSkeleton } from '../../ui/money-bar.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { SkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx';
import { useListKeys } from '../../ui/use-list-keys.ts';
import { useWider } from '../../ui/wide.ts';
import { Confirm } from '../command/confirm.tsx';
import { checkingText } from '../command/use-command.ts';
import { isMerchantsTurn } from './next-step.ts';
import { OrderDetails } from './order-details.tsx';
import { OrderHead } from './order-head.tsx';
import { OrderSummary } from './order-summary.tsx';
import { OrderPaySheet, PayButton } from './pay-button.tsx';

interface ActionsProps {
  order: Order;
  onPay: () => void;
  onDecline: () => void;
}

/** The actions the server allows now, in reach at the bottom; the two answers to an order have the same size. */
function OrderActions({ order, onPay, onDecline }: ActionsProps) {
  const { id } = useLocation().query;
  const canPay = order.allowedActions.includes('pay');
  const canDecline = order.allowedActions.includes('decline') && hasFeature('orderDecline');
  const caseId = order.afterSale?.caseId;
  if (!canPay && !canDecline && !caseId) return null;
  const kind = id ? 'primary' : 'soft';
  return (
    <Dock>
      <div className="cells tight">
        {canDecline && <Button onClick={onDecline}>{t('orders.decline')}</Button>}
        {canPay && (
          <PayButton
            kind={kind}
            aria-keyshortcuts="p"
            label={t('orders.pay', { total: inline(money(order.cost, order.currency)) })}
            onClick={onPay}
          />
        )}
        {caseId && (
          <LinkButton
            kind={isMerchantsTurn(order) ? kind : undefined}
            href={paths.afterSale.href({ id: caseId })}
          >
            {t(isMerchantsTurn(order) ? 'orders.answer' : 'orders.case.open')}
          </LinkButton>
        )}
      </div>
    </Dock>
  );
}

/** Explains the effect of declining before it is done. */
function DeclineSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  return (
    <Confirm
      title={t('orders.decline_title')}
      text={t('orders.decline_text', { amount: inline(money(order.amount, order.currency)) })}
      confirmLabel={t('orders.decline_confirm')}
      cancelLabel={t('orders.decline_keep')}
      tone="bad"
      command={orderDecline(order.id)}
      input={{ orderId: order.id }}
      checking={checkingText()}
      unknown={t('orders.decline_unknown')}
      onClose={onClose}
    />
  );
}

/** `first` is shown beside a list from which none was opened. */
type Props = PropsWithChildren<{ first?: string }>;

/** One order: its state, what comes next and by when, and its earnings. */
export default function OrderScreen({ first }: Props) {
  const { id = first } = useLocation().query;
  const no = id && (orderResource.ask(id).value.data?.no ?? id);
  return (
    <BesideList>
      <OrderHead title={t('orders.title_one')} back={first ? undefined : paths.orderList.href()} no={no} />
      {id ? <LoadedOrder key={id} id={id} /> : <MissingOrder />}
    </BesideList>
  );
}

const OrderList = lazy(() => import('./order-list.tsx'));

/** Keeps the list in its place while one order after the other is shown, where there is room for both. */
function BesideList({ children }: { children: Children }) {
  const isWider = useWider();
  const { query, route } = useLocation();
  const pane = useRef<HTMLElement>(null);
  useListKeys(isWider, pane, () => {
    const { id: _, pay: __, ...filter } = query;
    route(paths.orderList.href(filter));
    return true;
  });
  if (!isWider) return children;
  return (
    <div className="split">
      <section className="pane" ref={pane} aria-label={t('app.order')}>
        {/* The page's heading, its `main` and its title are those of the order. */}
        <Chrome.Provider value="embed">
          <OrderList />
        </Chrome.Provider>
      </section>
      <div className="frame">{children}</div>
    </div>
  );
}

function LoadedOrder({ id }: { id: string }) {
  const state = orderResource.ask(id);
  const { data, error } = state.value;
  const { query } = useLocation();
  const [open, setOpen] = useState<'pay' | 'decline' | undefined>(query.id && query.pay ? 'pay' : undefined);
  const close = () => setOpen(undefined);
  if (!data && error?.code === codes.recordNotFound) return <MissingOrder />;
  return (
    <>
      <Page>
        <Await
          of={state}
          onRetry={() => void orderResource.refetch(id)}
          failed={t('orders.failed_one')}
          skeleton={<OrderSkeleton />}
        >
          {(found) => <OrderSections order={found} />}
        </Await>
      </Page>
      {data && (
        <OrderActions order={data} onPay={() => setOpen('pay')} onDecline={() => setOpen('decline')} />
      )}
      {data && open === 'pay' && <OrderPaySheet orders={[data]} onClose={close} />}
      {data && open === 'decline' && <DeclineSheet order={data} onClose={close} />}
    </>
  );
}

/** What was bought, how far it is and what it brings; the rest is folded. */
function OrderSections({ order }: { order: Order }) {
  return (
    <div className="stack cols">
      <OrderSummary order={order} />
      <div className="stack">
        <OrderDetails order={order} />
      </div>
    </div>
  );
}

/** In the geometry of an order without a case. */
function OrderSkeleton() {
  return (
    <div className="stack cols" aria-hidden="true">
      <div className="card stack">
        <div className="row top">
          <SkeletonBlock w="56px" h="56px" />
          <div className="grow">
            <p>
              <SkeletonBlock w="10em" />
            </p>
            <p className="small">
              <SkeletonBlock w="7em" />
            </p>
          </div>
        </div>
        <div className="stack">
          <div style={stepsRoom}>
            <SkeletonBlock h="6px" />
          </div>
          <p>
            <SkeletonBlock w="13em" />
          </p>
        </div>
        <div className="stack tight">
          <MoneyBarSkeleton />
        </div>
      </div>
      <SkeletonRows rows={2} media="0" />
    </div>
  );
}

/** The bar over one line of the smallest letters. */
const stepsRoom = { blockSize: 'calc(12px + 1.3 * var(--xs))' };

function MissingOrder() {
  return (
    <Page>
      <Empty title={t('orders.missing')} text={t('orders.missing_text')}>
        <LinkButton href={paths.orderList.href({ status: 'all' })}>{t('orders.show_all')}</LinkButton>
      </Empty>
    </Page>
  );
}
