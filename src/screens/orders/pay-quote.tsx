import type { OrderQuote } from '../../data/quotes.ts';
import type { Wallet } from '../../data/wallet.ts';
import { money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import { Sum, type SumRow } from '../../ui/sum.tsx';

/** Everything that makes up the total, and what it does to the balance: all of it before the button. */
export function PayQuote({ quote, wallet }: { quote: OrderQuote; wallet: Wallet | undefined }) {
  const { lines = [], fee, total, currency, funding } = quote;
  const fromEscrow = funding === 'escrow';
  return (
    <Sum
      rows={[
        ...lines.map((line) => ({ label: lineText(line.key), amount: money(line.amount, currency) })),
        fee === undefined
          ? { label: t('quote.fee'), amount: t('quote.fee_unstated'), words: true }
          : { label: t('quote.fee'), amount: money(fee, currency) },
        {
          label: fromEscrow ? t('quote.total_escrow') : t('quote.total'),
          amount: money(total, currency),
          total: true,
        },
        ...(fromEscrow ? untouched(quote) : balance(quote, wallet)),
      ]}
    />
  );
}

/** A part that this version does not know is named by the server's own key. */
const lineText = (key: string) => (key === 'goods' || key === 'shipping' ? t(`quote.${key}`) : key);

const untouched = ({ balanceAfter, currency }: OrderQuote): SumRow[] =>
  balanceAfter === undefined
    ? []
    : [{ label: t('quote.balance_untouched'), amount: money(balanceAfter, currency) }];

function balance({ balanceAfter, shortfall, currency }: OrderQuote, wallet: Wallet | undefined): SumRow[] {
  const before = wallet?.balance;
  const rows: SumRow[] =
    before === undefined ? [] : [{ label: t('quote.balance'), amount: money(before, currency) }];
  if (shortfall) return [...rows, missing(money(shortfall, currency))];
  if (balanceAfter === undefined) return rows;
  return [...rows, { label: t('quote.balance_after'), amount: money(balanceAfter, currency) }];
}

const missing = (amount: string): SumRow => ({
  label: (
    <span className="tone" data-tone="bad">
      {t('quote.missing')}
    </span>
  ),
  amount: <Amount tone="bad">{amount}</Amount>,
  words: true,
});
