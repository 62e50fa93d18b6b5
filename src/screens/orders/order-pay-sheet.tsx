import { useEffect, useRef } from 'react';
import { codes } from '../../contract/errors.ts';
import {
  type Order,
  type OrderQuote,
  orderListResource,
  orderPayment,
  orderQuoteResource,
  orderResource,
  type PaidOrders,
  type PayOrders,
} from '../../data/orders.ts';
import { dateTime, gap, inline, inlineNo, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Breakdown, type BreakdownRow } from '../../ui/breakdown.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Success } from '../../ui/done.tsx';
import { PaySheet, quoteBy } from '../pay/pay-sheet.tsx';
import { ObsoleteText } from '../pay/pay-states.tsx';
import type { Payment } from '../pay/payment.ts';
import { namesOf, piecesOf } from './order-names.ts';
import { OrderProfit } from './order-profit.tsx';
import { paidAt, profitLabel, statusText } from './order-status.ts';

type Orders = readonly [Order, ...Order[]];

interface OrderPaySheetProps {
  orders: Orders;
  onClose: () => void;
}

/**
 * Pays the purchase cost of orders. Terms, receipt and what is shown where nothing can be paid any more speak of the first
 * one: a list of several needs them for each.
 */
export default function OrderPaySheet({ orders, onClose }: OrderPaySheetProps) {
  return <PaySheet payment={paymentOf(orders, onClose)} onClose={onClose} />;
}

type OrdersPayment = Payment<OrderQuote, PayOrders, PaidOrders>;

function paymentOf(orders: Orders, onClose: () => void): OrdersPayment {
  const orderIds = orders.map(({ id }) => id);
  const [order] = orders;
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
    about: orders.map(orderLine).join(gap()),
    rows: (quote) => earnings(order, quote),
    terms: (quote) => quote && payTerms(order, quote),
    receipt: (paid) => <PayReceipt order={order} paid={paid} onClose={onClose} />,
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
      {funding === 'escrow' && <p>{t('quote.refund_escrow')}</p>}
      {funding === 'wallet' && <p>{t('quote.refund_wallet', { total: amount })}</p>}
      {(funding || order.net) && (
        <details>
          <summary>{t('quote.how')}</summary>
          <div className="stack near">
            {funding === 'escrow' && <p>{t('quote.from_escrow')}</p>}
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
    .find(({ id, allowedActions }) => id !== paid && allowedActions.includes('pay'));

interface ReceiptProps {
  order: Order;
  paid: PaidOrders;
  onClose: () => void;
}

/** What was paid, from which account, and the order's new status, all in the server's figures. */
function PayReceipt({ order, paid, onClose }: ReceiptProps) {
  const { results, charged, wallet, currency = order.currency } = paid;
  const status = results?.[0]?.status;
  const next = nextToPay(order.id);
  const shown = useRef<HTMLDivElement>(null);
  // The button that paid had the focus, and is gone.
  useEffect(() => shown.current?.focus(), []);
  const rows: (BreakdownRow | false | '' | undefined)[] = [
    { label: t('quote.receipt_cost'), amount: money(order.cost, currency), total: true },
    charged !== undefined && { label: t('quote.receipt_charged'), amount: money(charged, currency) },
    wallet && { label: t('quote.receipt_balance'), amount: money(wallet.balance, currency) },
    ...earnings(order, order),
    status && { label: t('quote.receipt_status'), amount: statusText(status), isText: true },
    wallet?.asOf && { label: t('quote.receipt_time'), amount: dateTime(wallet.asOf), isText: true },
  ];
  return (
    <div ref={shown} tabIndex={-1} className="stack">
      <Success amount={money(order.cost, currency)}>
        {t('quote.receipt_text', { no: inlineNo(order.no ?? order.id) })}
      </Success>
      <Breakdown rows={rows.filter((row): row is BreakdownRow => Boolean(row))} />
      {next && (
        <LinkButton kind="soft" block href={`${paths.order.href({ id: next.id })}&pay=1`}>
          {t('quote.receipt_next', {
            name: namesOf(next.items),
            total: inline(money(next.cost, next.currency)),
          })}
        </LinkButton>
      )}
      <div className="cells tight">
        <LinkButton href={paths.order.href({ id: order.id })}>{t('quote.receipt_open')}</LinkButton>
        <Button kind="primary" onClick={onClose}>
          {t('quote.receipt_done')}
        </Button>
      </div>
    </div>
  );
}
