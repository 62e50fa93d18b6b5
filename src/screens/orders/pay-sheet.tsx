import { useMemo } from 'react';
import { codes } from '../../contract/errors.ts';
import { type Order, order as orderData, orderPayment, type Payment } from '../../data/orders.ts';
import { type OrderQuote, orderQuote } from '../../data/quotes.ts';
import { dateTime, inline, inlineNo, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { ObsoleteText, PaySheet } from '../pay/pay-sheet.tsx';
import type { PaymentProof, PaymentTexts } from '../pay/payment.ts';
import { paidAt } from './deadline.ts';
import { piecesOf } from './order-names.ts';
import { payPromise } from './pay-promise.tsx';
import { PayReceipt } from './pay-receipt.tsx';

interface OrderPaySheetProps {
  order: Order;
  onClose: () => void;
}

/** Pays the purchase cost of one order. */
export default function OrderPaySheet({ order, onClose }: OrderPaySheetProps) {
  const payable = useMemo(() => payableOf(order.id), [order.id]);
  const view = {
    words: wordsOf(order),
    about: orderLine(order),
    promise: (quote?: OrderQuote) => quote && payPromise(order, quote),
    receipt: (payment: Payment) => <PayReceipt order={order} payment={payment} onClose={onClose} />,
  };
  return <PaySheet payable={payable} view={view} onClose={onClose} />;
}

function payableOf(id: string) {
  const orderIds = [id];
  return {
    ask: () => orderQuote.ask(orderIds),
    requote: () => orderQuote.refetch(orderIds),
    command: orderPayment(orderIds),
    input: (proof: PaymentProof) => ({ orderIds, ...proof }),
    isLate: ({ results }: Payment) => (results?.[0]?.code ?? codes.ok) !== codes.ok,
  };
}

const wordsOf = ({ id }: Order): PaymentTexts<OrderQuote> => ({
  title: t('quote.title'),
  done: t('quote.receipt'),
  checking: t('quote.checking'),
  unknown: t('quote.unknown_text'),
  late: t('quote.refused'),
  obsolete: <Obsolete id={id} />,
  look: { label: t('quote.look'), href: paths.order.href({ id }) },
  again: { order: id },
  total: ({ funding }) => (funding === 'escrow' ? t('quote.total_escrow') : t('quote.total')),
  button: (quote) => t('quote.pay', { total: inline(money(quote?.total, quote?.currency)) }),
});

/** The current state of an order that was paid on another device. */
function Obsolete({ id }: { id: string }) {
  const { data } = orderData.ask(id).value;
  const at = data && paidAt(data);
  if (!at) return <ObsoleteText late={t('quote.refused')} nothing={t('quote.nothing_paid')} />;
  return <ObsoleteText late={t('orders.paid_on', { at: dateTime(at) })} nothing={t('quote.nothing_twice')} />;
}

function orderLine(order: Order) {
  const no = inlineNo(order.no ?? order.id);
  const pieces = piecesOf(order);
  return pieces ? t('quote.order_line', { no, pieces }) : no;
}
