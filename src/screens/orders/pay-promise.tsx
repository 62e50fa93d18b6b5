import type { Order } from '../../data/orders.ts';
import type { OrderQuote } from '../../data/quotes.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';

/**
 * Who pays and why, what comes back and when, and what happens if the order ends early. Empty where the server sends
 * nothing of it.
 */
export function payPromise(order: Order, quote: OrderQuote) {
  const sentences = promiseSentences(order, quote);
  if (sentences.length === 0) return undefined;
  return (
    <div className="stack near">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function promiseSentences(order: Order, quote: OrderQuote): string[] {
  const { funding, fundingReason, total, currency } = quote;
  const fromEscrow = funding === 'escrow';
  const sentences = [
    fromEscrow && t('quote.from_escrow'),
    fundingReason,
    order.net && returnText(order, quote),
    fromEscrow && t('quote.refund_escrow'),
    funding && !fromEscrow && total && t('quote.refund_wallet', { total: inline(money(total, currency)) }),
  ];
  return sentences.filter((sentence): sentence is string => Boolean(sentence));
}

function returnText({ net }: Order, { funding, expectedProfit = '0', currency }: OrderQuote): string {
  const amount = (figure: string) => inline(money(figure, currency));
  if (expectedProfit.startsWith('-'))
    return t('quote.back_loss', { net: amount(net), loss: amount(expectedProfit.slice(1)) });
  if (funding === 'escrow') return t('quote.back_escrow', { net: amount(net) });
  return t('quote.back_wallet', { net: amount(net), profit: amount(expectedProfit) });
}
