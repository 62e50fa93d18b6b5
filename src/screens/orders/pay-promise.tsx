import type { Order } from '../../data/orders.ts';
import type { OrderQuote } from '../../data/quotes.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';

/** Who pays and why, what comes back and when, and what happens if the order ends early. */
export function PayPromise({ order, quote }: { order: Order; quote: OrderQuote }) {
  const fromEscrow = quote.funding === 'escrow';
  return (
    <div className="stack near">
      {fromEscrow && <p>{t('quote.from_escrow')}</p>}
      {quote.fundingReason && <p>{quote.fundingReason}</p>}
      {order.net && <p>{backText(order, quote)}</p>}
      {fromEscrow && <p>{t('quote.refund_escrow')}</p>}
      {quote.funding && !fromEscrow && quote.total && (
        <p>{t('quote.refund_wallet', { total: inline(money(quote.total, quote.currency)) })}</p>
      )}
    </div>
  );
}

function backText({ net }: Order, { funding, expectedProfit = '0', currency }: OrderQuote): string {
  const amount = (figure: string) => inline(money(figure, currency));
  if (expectedProfit.startsWith('-'))
    return t('quote.back_loss', { net: amount(net), loss: amount(expectedProfit.slice(1)) });
  if (funding === 'escrow') return t('quote.back_escrow', { net: amount(net) });
  return t('quote.back_wallet', { net: amount(net), profit: amount(expectedProfit) });
}
