import type { Wallet } from '../../data/wallet.ts';
import { money } from '../../lang/format.ts';
import { type TextKey, t } from '../../lang/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import { BigAmount } from '../../ui/big-amount.tsx';
import { Breakdown, type BreakdownRow } from '../../ui/breakdown.tsx';
import { Stat } from '../../ui/stat.tsx';
import type { PaymentTexts, PayView } from './pay-sheet.tsx';

/** What every quote says of its payment. A server that knows the specification only says the total alone. */
export interface Quote {
  kind?: string;
  quoteId?: string;
  currency?: string;
  lines?: readonly { key: string; amount: string }[];
  fee?: string;
  total: string;
  balanceAfter?: string;
  /** How much the balance lacks, where the quote says so by itself. */
  shortfall?: string | null;
  funding?: string;
}

/** The amount missing in the balance, by the quote's own field or by its balance below zero. */
export const shortfallOf = ({ shortfall, balanceAfter }: Quote): string | undefined =>
  shortfall ?? (balanceAfter?.startsWith('-') ? balanceAfter.slice(1) : undefined);

interface PayQuoteProps<Q extends Quote, T> {
  quote: Q;
  view: PayView<Q, T>;
  wallet: Wallet | undefined;
}

/** The total; then what makes it up, and what it does to the balance: all of it before the button. */
export function PayQuote<Q extends Quote, T>({ quote, view, wallet }: PayQuoteProps<Q, T>) {
  const { lines = [], currency } = quote;
  const parts = [
    ...lines.map((line) => ({ label: lineText(line.key), amount: money(line.amount, currency) })),
    ...fee(quote),
  ];
  const effects = [
    ...(quote.funding === 'escrow' ? untouched(quote) : balance(quote, wallet)),
    ...(view.rows?.(quote) ?? []),
  ];
  const source = view.texts.source?.(quote);
  return (
    <>
      <div>
        <QuoteTotal quote={quote} texts={view.texts} />
        {source && <p className="small muted">{source}</p>}
      </div>
      {[parts, effects].map(
        (rows, index) =>
          rows.length > 0 && (
            <div key={index} className="small rule">
              <Breakdown rows={rows} />
            </div>
          ),
      )}
    </>
  );
}

interface QuoteTotalProps<Q extends Quote> {
  quote: Q;
  texts: Pick<PaymentTexts<Q>, 'total'>;
}

/** The sum of a payment, with its name. */
export function QuoteTotal<Q extends Quote>({ quote, texts }: QuoteTotalProps<Q>) {
  return (
    <Stat label={texts.total?.(quote) ?? t('quote.total')}>
      <BigAmount>{money(quote.total, quote.currency)}</BigAmount>
    </Stat>
  );
}

/** Returns the name of a part; one that this version does not know is named by the server's own key. */
const lineText = (key: string) => t(`quote.line.${key}` as TextKey) || key;

/** What paying itself costs. All kinds but orders have their fees among the lines. */
function fee({ kind = 'order', fee, currency }: Quote): BreakdownRow[] {
  if (kind !== 'order') return [];
  if (fee === undefined) return [{ label: t('quote.fee'), amount: t('quote.fee_unstated'), isText: true }];
  return [{ label: t('quote.fee'), amount: money(fee, currency) }];
}

const untouched = ({ balanceAfter, currency }: Quote): BreakdownRow[] =>
  balanceAfter === undefined
    ? []
    : [{ label: t('quote.balance_untouched'), amount: money(balanceAfter, currency) }];

function balance(quote: Quote, wallet: Wallet | undefined): BreakdownRow[] {
  const { balanceAfter, currency } = quote;
  const before = wallet?.balance;
  const rows: BreakdownRow[] =
    before === undefined ? [] : [{ label: t('quote.balance'), amount: money(before, currency) }];
  const lacks = shortfallOf(quote);
  if (lacks) return [...rows, missing(money(lacks, currency))];
  if (balanceAfter === undefined) return rows;
  return [{ label: t('quote.balance_after'), amount: money(balanceAfter, currency) }];
}

const missing = (amount: string): BreakdownRow => ({
  label: (
    <span className="tone" data-tone="bad">
      {t('quote.missing')}
    </span>
  ),
  amount: <Amount tone="bad">{amount}</Amount>,
  isText: true,
});
