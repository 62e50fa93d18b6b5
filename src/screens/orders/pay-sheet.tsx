import { useEffect } from 'react';
import { codes } from '../../contract/errors.ts';
import type { Order } from '../../data/orders.ts';
import { orderQuote } from '../../data/quotes.ts';
import { me } from '../../data/session.ts';
import { wallet } from '../../data/wallet.ts';
import { inline } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skel } from '../../ui/skeleton.tsx';
import { piecesOf } from './order-names.ts';
import { PayForm } from './pay-form.tsx';
import { PayQuote } from './pay-quote.tsx';
import { PayReceipt } from './pay-receipt.tsx';
import { PayShort } from './pay-short.tsx';
import { Checking, Closed, Unknown, Unset } from './pay-stages.tsx';
import { type Stage, usePayment } from './use-payment.ts';

interface PaySheetProps {
  order: Order;
  onClose: () => void;
}

/** Paying the purchase cost of one order: the whole sum first, then the password, then a receipt. */
export default function PaySheet({ order, onClose }: PaySheetProps) {
  const payment = usePayment(order);
  const { stage, ask } = payment;
  return (
    <Sheet title={stage.at === 'paid' ? t('quote.receipt') : t('quote.title')} onClose={onClose}>
      <div className="stack">
        <div className="row between">
          <p className="muted">{orderLine(order)}</p>
          {me.value.demo && <Badge tone="warn">{t('shop.demo')}</Badge>}
        </div>
        {stage.at === 'form' && <Quoted order={order} payment={payment} stage={stage} onClose={onClose} />}
        {stage.at === 'checking' && <Checking onClose={onClose} />}
        {stage.at === 'unknown' && <Unknown order={order} onAsk={() => void ask()} />}
        {stage.at === 'unset' && <Unset onClose={onClose} />}
        {stage.at === 'closed' && <Closed order={order} onClose={onClose} />}
        {stage.at === 'paid' && <PayReceipt order={order} payment={stage.payment} onClose={onClose} />}
      </div>
    </Sheet>
  );
}

function orderLine(order: Order) {
  const no = inline(order.no ?? order.id);
  const pieces = piecesOf(order);
  return pieces ? t('quote.order_line', { no, pieces }) : no;
}

interface QuotedProps extends PaySheetProps {
  payment: ReturnType<typeof usePayment>;
  stage: Extract<Stage, { at: 'form' }>;
}

/** The quote and, where it can be paid, the password. */
function Quoted({ order, payment: { ids, pay }, stage, onClose }: QuotedProps) {
  const money = wallet.ask().value.data;
  useEffect(() => {
    // The quote is made for now; a balance from some seconds ago could contradict it.
    wallet.stale();
  }, []);
  const asked = orderQuote.ask(ids);
  const refused = asked.value.error?.code;
  if (refused === codes.invalidOperation || refused === codes.recordNotFound)
    return <Closed order={order} onClose={onClose} />;
  if (money?.payPasswordSet === false) return <Unset onClose={onClose} />;
  return (
    <Await
      of={asked}
      onRetry={() => void orderQuote.refresh(ids)}
      failed={t('quote.failed')}
      skeleton={<Waiting />}
    >
      {(quote) => (
        <>
          <PayQuote quote={quote} wallet={money} />
          {quote.shortfall ? (
            <PayShort quote={quote} wallet={money} onClose={onClose} />
          ) : (
            <PayForm order={order} quote={quote} stage={stage} onPay={pay} />
          )}
        </>
      )}
    </Await>
  );
}

function Waiting() {
  return (
    <div className="stack" aria-hidden="true">
      <Skel h="196px" />
      <Skel h="92px" />
      <Skel h="52px" />
      <Skel h="48px" />
    </div>
  );
}
