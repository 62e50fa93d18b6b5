// What the sheet of paying asks, says and shows of several orders that are paid under one password.

import { formatMoney, parseMoney } from '../../contract/money.ts';
import { type Order, payableOrdersResource } from '../../data/orders.ts';
import {
  closeRound,
  type OrderOutcome,
  type PaidRound,
  type RoundOrder,
  roundPayment,
  roundProgress,
} from '../../data/pay-round.ts';
import { type RoundQuote, roundQuoteResource } from '../../data/round-quote.ts';
import { toast } from '../../data/toast.ts';
import { isBarred, walletResource } from '../../data/wallet.ts';
import { dateTime, errorText, money, number, t, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Breakdown, type BreakdownRow } from '../../ui/breakdown.tsx';
import { Button } from '../../ui/button.tsx';
import { Lock } from '../../ui/icons/lock.ts';
import { Item } from '../../ui/item.tsx';
import { Note } from '../../ui/note.tsx';
import { boughtIn } from '../../ui/order-names.ts';
import { SignedProfit } from '../../ui/signed-profit.tsx';
import { Success } from '../../ui/success.tsx';
import { quoteBy } from '../pay/pay-sheet.tsx';
import { nothingText } from '../pay/pay-states.tsx';
import type { Payment } from '../pay/payment.ts';

export interface ReceiptActions {
  /** Pays other orders in the same sheet. */
  onPay: (orders: readonly Order[]) => void;
  onClose: () => void;
}

type RoundInput = Parameters<typeof roundPayment.send>[0];

/** Those that are cancelled first if they are not paid come first, whatever they cost. */
const byDeadline = (one: Order, other: Order) => (one.payBy ?? '9').localeCompare(other.payBy ?? '9');

/** Pays several orders: what is covered now, the soonest due first. */
export function paymentOfRound(
  given: readonly Order[],
  { onPay, onClose }: ReceiptActions,
): Payment<RoundQuote, RoundInput, PaidRound> {
  const orders = [...given].sort(byDeadline);
  const ids = orders.map(({ id }) => id);
  const rowOf = (id: string) => orders.find((order) => order.id === id);
  const sent = (quote: RoundQuote): RoundOrder[] =>
    quote.now.map((line) => {
      const row = rowOf(line.id);
      const { no = line.id, cost } = row ?? {};
      return { total: cost, ...line, no, name: (row && boughtIn(row)) || no, currency: quote.currency };
    });
  const tryAgain = async (failed: readonly OrderOutcome[]) => {
    await payableOrdersResource.refetch({});
    const { data: payable = [], error } = payableOrdersResource.peek({});
    if (error) return toast(() => errorText(error), 'bad');
    onPay(payable.filter(({ id }) => failed.some((one) => one.id === id)));
  };
  return {
    quote: quoteBy(roundQuoteResource, ids),
    command: roundPayment,
    input: ({ payPassword }) => {
      const quote = roundQuoteResource.peek(ids).data;
      return { orders: quote ? sent(quote) : [], payPassword };
    },
    isObsolete: (paid) => paid.orders.every(({ end }) => end === 'refused'),
    onPaid: closeRound,
    texts: {
      title: t('quote.title'),
      done: t('quote.receipt'),
      obsolete: <strong>{t('quote.refused_many')}</strong>,
      detailsLink: { label: t('orders.show_all'), href: paths.orderList.href({ status: 'all' }) },
      returnParams: { pay: '1' },
      source: ({ funding }) => funding && funding !== 'mixed' && sourceText(funding),
    },
    about: ids.length > 0 && <RoundCount ids={ids} />,
    rows: ({ expectedProfit, currency }) =>
      expectedProfit === undefined
        ? []
        : [
            {
              label: t('orders.profit_estimated'),
              amount: <SignedProfit amount={expectedProfit} currency={currency} />,
            },
          ],
    termsHeight: '26px',
    terms: (quote) => quote && <RoundTerms quote={quote} orders={orders} />,
    progress: () => {
      const { value } = roundProgress;
      return value && progressText(value.answered, value.of);
    },
    receiptTitle: (paid) => (paid.orders.every(isPaid) ? t('quote.receipt') : t('quote.title')),
    receipt: (paid) => (
      <RoundReceipt paid={paid} onTryAgain={(failed) => void tryAgain(failed)} onClose={onClose} />
    ),
  };
}

/** How many orders are paid now: those that the total below is of. */
function RoundCount({ ids }: { ids: readonly string[] }) {
  return tn('orders.count', roundQuoteResource.ask(ids).value.data?.now.length || ids.length);
}

const sourceText = (funding: 'escrow' | 'wallet') =>
  funding === 'escrow' ? t('quote.line.escrow') : t('quote.line.wallet');

const progressText = (done: number, count: number) =>
  t('quote.progress', { done: number(done), count: number(count) });

const isPaid = ({ end }: OrderOutcome) => end === 'paid';

/** Says that what buyers' payments cover can be paid, where the wallet is frozen. */
export const FrozenNote = () =>
  isBarred('spend', walletResource.ask().value.data?.restrictions) && (
    <Note icon={Lock}>{t('quote.frozen_escrow')}</Note>
  );

/** What does not fit and until when it can wait; then what comes back, folded. */
function RoundTerms({ quote, orders }: { quote: RoundQuote; orders: readonly Order[] }) {
  const { later, currency, isFrozen } = quote;
  return (
    <div className="stack near">
      {isFrozen && <FrozenNote />}
      {later.length > 0 && (
        <details open={later.length <= 3}>
          <summary>{tn('quote.later', later.length)}</summary>
          <ul className="items">
            {later.map(({ id, total }) => {
              const row = orders.find((order) => order.id === id);
              return (
                <Item
                  key={id}
                  title={row && (boughtIn(row) || row.no)}
                  figure={money(total, currency)}
                  note={row?.payBy && t('quote.later_until', { at: dateTime(row.payBy) })}
                />
              );
            })}
          </ul>
          {!isFrozen && <a href={paths.recharge.href()}>{t('quote.recharge')}</a>}
        </details>
      )}
      {quote.funding && (
        <details>
          <summary>{t('quote.how')}</summary>
          <div className="stack near">
            <p>{t('quote.refund_many')}</p>
            <p>{t('quote.cost_fixed')}</p>
          </div>
        </details>
      )}
    </div>
  );
}

/** What made a sum up: buyers' held payments, and the balance. */
export function sourceRows(
  total: string,
  charged: string | undefined,
  escrowLabel: string,
  currency: string | undefined,
): BreakdownRow[] {
  if (charged === undefined) return [];
  const escrow = formatMoney(parseMoney(total) - parseMoney(charged));
  return [
    { label: escrowLabel, figure: escrow },
    { label: t('quote.receipt_charged'), figure: charged },
  ]
    .filter(({ figure }) => Number(figure) > 0)
    .map(({ label, figure }) => ({ label, amount: money(figure, currency) }));
}

interface RoundReceiptProps {
  paid: PaidRound;
  onTryAgain: (failed: readonly OrderOutcome[]) => void;
  onClose: () => void;
}

/** What was paid, what was not and why, and what can be tried again: those alone. */
function RoundReceipt({ paid: round, onTryAgain, onClose }: RoundReceiptProps) {
  const { orders, total, charged, wallet, currency, error } = round;
  const paid = orders.filter(isPaid);
  const others = orders.filter((one) => !isPaid(one));
  const retryable = others.filter(({ end }) => end === 'unsent');
  const isWhole = others.length === 0;
  const rows = [
    ...sourceRows(total, charged, t('quote.line.escrow'), currency),
    wallet && { label: t('quote.receipt_balance'), amount: money(wallet.balance, currency) },
    wallet?.asOf && { label: t('quote.receipt_time'), amount: dateTime(wallet.asOf), isText: true },
  ].filter((row) => typeof row === 'object');
  return (
    <>
      {isWhole ? (
        <Success amount={money(total, currency)}>{tn('quote.paid_many', paid.length)}</Success>
      ) : (
        <Note tone="warn" role="status">
          <strong>{progressText(paid.length, orders.length)}</strong>
          {error && <p>{errorText(error)}</p>}
          {paid.length === 0 && <p>{nothingText({})}</p>}
        </Note>
      )}
      {paid.length > 0 && <Breakdown rows={rows} />}
      {!isWhole && <Outcomes orders={others} currency={currency} />}
      {paid.length > 0 && (
        <details>
          <summary>{t('quote.each')}</summary>
          <Outcomes orders={paid} currency={currency} />
        </details>
      )}
      <div className="cells tight">
        {retryable.length > 0 && <Button onClick={() => onTryAgain(retryable)}>{t('common.retry')}</Button>}
        <Button kind="primary" onClick={onClose}>
          {t('quote.receipt_done')}
        </Button>
      </div>
    </>
  );
}

/** Each order with what became of it; a press opens it. */
function Outcomes({ orders, currency }: { orders: readonly OrderOutcome[]; currency: string | undefined }) {
  return (
    <ul className="items">
      {orders.map((one) => (
        <Item
          key={one.id}
          title={one.name}
          label={`${one.name}, ${one.no}`}
          href={paths.order.href({ id: one.id })}
          figure={one.total && money(one.total, currency)}
          note={isPaid(one) ? undefined : outcomeText(one)}
        />
      ))}
    </ul>
  );
}

function outcomeText({ end }: OrderOutcome): string {
  if (end === 'refused') return t('quote.refused');
  return end === 'unsent' ? t('quote.unsent') : t('safety.forgotten');
}
