import { useState } from 'react';
import { codes } from '../../contract/errors.ts';
import {
  canPay,
  type Order,
  type OrderQuote,
  orderListResource,
  orderPayment,
  orderQuoteResource,
  orderResource,
  type PaidOrders,
  type PayOrders,
} from '../../data/orders.ts';
import { dateTime, inline, inlineNo, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Breakdown, type BreakdownRow } from '../../ui/breakdown.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { boughtIn, piecesOf } from '../../ui/order-names.ts';
import { Success } from '../../ui/success.tsx';
import { PaySheet, quoteBy } from '../pay/pay-sheet.tsx';
import { ObsoleteText } from '../pay/pay-states.tsx';
import type { Payment } from '../pay/payment.ts';
import { OrderProfit } from './order-profit.tsx';
import { paidAt, profitLabel, statusText } from './order-status.ts';
import { FrozenNote, paymentOfRound, type ReceiptActions, sourceRows } from './round-payment.tsx';

interface OrderPaySheetProps {
  /** One, or a list that is paid under one password; none for a round that was begun before a reload. */
  orders: readonly Order[];
  onClose: () => void;
}

/**
 * Pays the purchase cost of orders. The next order after a receipt, and what is tried again, take the place of those that
 * were paid: closing leads back to where the first was begun.
 */
export default function OrderPaySheet({ orders, onClose }: OrderPaySheetProps) {
  const [{ paying, attempt }, setPaying] = useState({ paying: orders, attempt: 1 });
  const [first] = paying;
  const actions: ReceiptActions = {
    // The same orders may be tried again: each attempt begins with the password.
    onPay: (next) => setPaying({ paying: next, attempt: attempt + 1 }),
    onClose,
  };
  if (first && paying.length === 1)
    return <PaySheet key={attempt} payment={paymentOf(first, actions)} onClose={onClose} />;
  return <PaySheet key={attempt} payment={paymentOfRound(paying, actions)} onClose={onClose} />;
}

type OrderPayment = Payment<OrderQuote, PayOrders, PaidOrders>;

function paymentOf(order: Order, { onPay, onClose }: ReceiptActions): OrderPayment {
  const orderIds = [order.id];
  return {
    quote: quoteBy(orderQuoteResource, orderIds),
    command: orderPayment(orderIds),
    input: (proof) => ({ orderIds, ...proof }),
    isObsolete: ({ results = [] }) =>
      results.length > 0 && results.every(({ code = codes.ok }) => code !== codes.ok),
    texts: {
      title: t('quote.title'),
      done: t('quote.receipt'),
      unknown: t('quote.unknown_text'),
      obsolete: <ObsoleteOrder id={order.id} />,
      detailsLink: { label: t('orders.view_order'), href: paths.order.href({ id: order.id }) },
      returnParams: { order: order.id },
      source: ({ funding }) => funding && funding !== 'mixed' && t(`orders.paid_from.${funding}`),
    },
    about: orderLine(order),
    rows: (quote) => earnings(order, quote),
    terms: (quote) => quote && payTerms(order, quote),
    receipt: (paid) => <PayReceipt order={order} paid={paid} onPay={onPay} onClose={onClose} />,
  };
}

/**
 * The current state of an order that cannot be paid any more. While it is only known from before the refusal, as a row of
 * a list, the text does not mention money: another device may have paid.
 */
function ObsoleteOrder({ id }: { id: string }) {
  const { data } = orderResource.ask(id).value;
  if (!data || data.status === 'pending_payment') return <strong>{t('quote.refused')}</strong>;
  if (data.status === 'cancelled')
    return <ObsoleteText text={t('quote.refused')} nothing={t('safety.nothing_paid')} />;
  const at = paidAt(data);
  const text = at ? t('orders.paid_on', { at: dateTime(at) }) : t('quote.refused');
  return <ObsoleteText text={text} nothing={t('quote.nothing_twice')} />;
}

function orderLine(order: Order) {
  const no = inlineNo(order.no ?? order.id);
  const pieces = piecesOf(order);
  return pieces ? t('quote.order_line', { no, pieces }) : no;
}

/** What happens if the order ends early; folded, who pays and why, and what comes back and when. */
function payTerms(order: Order, quote: OrderQuote) {
  const { funding, fundingReason, total, currency } = quote;
  const amount = inline(money(total, currency));
  return (
    <div className="stack near">
      {funding === 'escrow' && <FrozenNote />}
      {funding === 'escrow' && <p>{t('quote.refund_escrow')}</p>}
      {funding === 'wallet' && <p>{t('quote.refund_wallet', { total: amount })}</p>}
      {(funding || order.net) && (
        <details>
          <summary>{t('quote.how')}</summary>
          <div className="stack near">
            {funding === 'escrow' && <p>{t('quote.from_escrow')}</p>}
            {funding && <p>{t('quote.cost_fixed')}</p>}
            {fundingReason && <p>{fundingReason}</p>}
            {order.net && <p>{returnText(order, quote)}</p>}
          </div>
        </details>
      )}
    </div>
  );
}

/** What the payment is for. */
const earnings = (
  order: Order,
  { expectedProfit }: { expectedProfit?: string | undefined },
): BreakdownRow[] =>
  expectedProfit
    ? [{ label: profitLabel(order), amount: <OrderProfit order={{ ...order, expectedProfit }} /> }]
    : [];

function returnText({ net }: Order, { funding, expectedProfit = '0', currency }: OrderQuote): string {
  const amount = (figure: string) => inline(money(figure, currency));
  if (expectedProfit.startsWith('-'))
    return t('quote.back_loss', { net: amount(net), loss: amount(expectedProfit.slice(1)) });
  if (funding === 'escrow') return t('quote.back_escrow', { net: amount(net) });
  return t('quote.back_wallet', { net: amount(net), profit: amount(expectedProfit) });
}

/** Returns another order that waits to be paid, of those that the lists have shown. */
const nextToPay = (paid: string) =>
  orderListResource
    .all()
    .flatMap(({ list }) => list)
    .find((one) => one.id !== paid && canPay(one));

interface ReceiptProps extends ReceiptActions {
  order: Order;
  paid: PaidOrders;
}

/** What was paid, from which account, and the order's new status, all in the server's figures. */
function PayReceipt({ order, paid, onPay, onClose }: ReceiptProps) {
  const { results, charged, wallet, currency = order.currency } = paid;
  const status = results?.[0]?.status;
  const next = nextToPay(order.id);
  const rows = [
    { label: t('quote.receipt_cost'), amount: money(order.cost, currency), total: true },
    ...sourceRows(order.cost, charged, t('quote.receipt_escrow'), currency),
    wallet && { label: t('quote.receipt_balance'), amount: money(wallet.balance, currency) },
    ...earnings(order, order),
    status && { label: t('quote.receipt_status'), amount: statusText(status), isText: true },
    wallet?.asOf && { label: t('quote.receipt_time'), amount: dateTime(wallet.asOf), isText: true },
  ];
  return (
    <>
      <Success amount={money(order.cost, currency)}>
        {t('quote.receipt_text', { no: inlineNo(order.no ?? order.id) })}
      </Success>
      <Breakdown rows={rows.filter((row) => typeof row === 'object')} />
      {next && (
        <Button kind="soft" block onClick={() => onPay([next])}>
          {t('quote.receipt_next', {
            name: boughtIn(next),
            total: inline(money(next.cost, next.currency)),
          })}
        </Button>
      )}
      <div className="cells tight">
        <LinkButton href={paths.order.href({ id: order.id })}>{t('quote.receipt_open')}</LinkButton>
        <Button kind="primary" onClick={onClose}>
          {t('quote.receipt_done')}
        </Button>
      </div>
    </>
  );
}
