import { useMemo } from 'react';
import { codes } from '../../contract/errors.ts';
import {
  isPaymentOpen,
  type Order,
  order as orderData,
  type Payment,
  payOrders,
  resumePayment,
} from '../../data/orders.ts';
import { type OrderQuote, orderQuote } from '../../data/quotes.ts';
import { inline, inlineNo, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { PaySheet as Sheet } from '../pay/pay-sheet.tsx';
import type { Payable, PayWords } from '../pay/payable.ts';
import { piecesOf } from './order-names.ts';
import { PayPromise } from './pay-promise.tsx';
import { PayReceipt } from './pay-receipt.tsx';

interface PaySheetProps {
  order: Order;
  onClose: () => void;
}

/** Paying the purchase cost of one order. */
export default function PaySheet({ order, onClose }: PaySheetProps) {
  const payable = useMemo(() => payableOf(order.id), [order.id]);
  const view = {
    words: wordsOf(order),
    about: orderLine(order),
    promise: (quote?: OrderQuote) => quote && <PayPromise order={order} quote={quote} />,
    receipt: (payment: Payment) => <PayReceipt order={order} payment={payment} onClose={onClose} />,
  };
  return <Sheet payable={payable} view={view} onClose={onClose} />;
}

function payableOf(id: string): Payable<OrderQuote, Payment> {
  const orderIds = [id];
  return {
    ask: () => orderQuote.ask(orderIds),
    renew: () => orderQuote.refresh(orderIds),
    pay: (given, onChecking) => payOrders({ orderIds, ...given }, onChecking),
    isOpen: () => isPaymentOpen(orderIds),
    resume: () => resumePayment(orderIds),
    isLate: ({ results }) => (results?.[0]?.code ?? codes.ok) !== codes.ok,
    gone: () => orderData.stale(),
  };
}

const wordsOf = ({ id }: Order): PayWords<OrderQuote> => ({
  title: t('quote.title'),
  done: t('quote.receipt'),
  checking: t('quote.checking'),
  unknown: t('quote.unknown_text'),
  late: t('quote.refused'),
  look: { label: t('quote.look'), href: paths.order.href({ id }) },
  again: { order: id },
  total: ({ funding }) => (funding === 'escrow' ? t('quote.total_escrow') : t('quote.total')),
  button: (quote) => t('quote.pay', { total: inline(money(quote?.total, quote?.currency)) }),
});

function orderLine(order: Order) {
  const no = inlineNo(order.no ?? order.id);
  const pieces = piecesOf(order);
  return pieces ? t('quote.order_line', { no, pieces }) : no;
}
