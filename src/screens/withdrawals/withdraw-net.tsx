import { parseMoney } from '../../contract/money.ts';
import { hasFeature, me } from '../../data/session.ts';
import type { Wallet } from '../../data/wallet.ts';
import { withdrawQuoteResource } from '../../data/withdrawals.ts';
import { formatDeadline, money, t } from '../../lang/index.ts';
import { Breakdown, type BreakdownRow } from '../../ui/breakdown.tsx';
import { Card } from '../../ui/card.tsx';
import { useFieldValue } from '../../ui/form-field.tsx';
import { termFigures } from '../../ui/next-terms.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useTypedAmount } from '../../ui/use-typed-amount.ts';

interface Props {
  wallet: Wallet | undefined;
}

/** Returns the quote of what is typed, once typing pauses; nothing of an amount that the balance does not hold. */
function useTypedQuote({ wallet }: Props) {
  const typed = useTypedAmount();
  const amount = useDebounced(typed, 400);
  const accountId = useFieldValue('accountId');
  if (amount !== typed || !amount || !accountId || !isWithin(amount, wallet?.balance)) return undefined;
  return withdrawQuoteResource.ask({ amount, accountId: String(accountId) }).value.data;
}

/**
 * What is taken off the amount, when it arrives and what of it, while it is typed; before, by which rule. A quote changes
 * nothing; unknown sums are dashes.
 */
export function WithdrawSum({ wallet }: Props) {
  const quote = useTypedQuote({ wallet });
  const isTyped = Boolean(useTypedAmount()) && hasFeature('quote');
  const { limits } = me.value;
  if (!isTyped && !limits) return null;
  const currency = wallet?.currency;
  const fee = quote?.fee === undefined ? undefined : `-${quote.fee}`;
  const net: BreakdownRow = {
    label: t('accounts.withdraw.net'),
    amount: money(quote?.net, currency),
    total: true,
  };
  const sums: BreakdownRow[] = [
    { label: t('quote.line.withdraw_fee'), amount: money(fee, currency) },
    {
      label: t('accounts.withdraw.arrives'),
      amount: quote?.expectedBy ? formatDeadline(quote.expectedBy) : '—',
      isText: true,
    },
  ];
  return (
    <Card className="tight">
      <div aria-live="polite">
        <Breakdown
          rows={[
            ...(isTyped || !limits ? sums : rulesOf(termFigures(limits, currency))),
            ...(hasFeature('quote') ? [net] : []),
          ]}
        />
      </div>
      {limits && <p className="small muted">{t('accounts.withdraw.whole')}</p>}
    </Card>
  );
}

/** Returns the least amount and the fee, by which the sum will be made. */
const rulesOf = (figures: ReturnType<typeof termFigures>): BreakdownRow[] => [
  { label: t('accounts.recharge.min'), amount: figures.min },
  { label: t('quote.line.withdraw_fee'), amount: t('accounts.withdraw.fee_rule', figures), isText: true },
];

const isWithin = (amount: string, balance: string | undefined) =>
  balance === undefined || parseMoney(amount) <= parseMoney(balance);
