import { parseMoney } from '../../contract/money.ts';
import type { Wallet } from '../../data/wallet.ts';
import { withdrawQuote } from '../../data/withdrawals.ts';
import { money } from '../../lang/format.ts';
import { formatDeadline } from '../../lang/format-deadline.ts';
import { t } from '../../lang/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Card } from '../../ui/card.tsx';
import { useFieldValue } from '../../ui/form-field.tsx';
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
  return withdrawQuote.ask({ amount, accountId: String(accountId) }).value.data;
}

/** What of the amount arrives, beside the button that goes on. */
export function WithdrawNet({ wallet }: Props) {
  const quote = useTypedQuote({ wallet });
  return (
    <p className="line small">
      <span>{t('accounts.withdraw.net')}</span>
      <strong>
        <Amount>{money(quote?.net, wallet?.currency)}</Amount>
      </strong>
    </p>
  );
}

/** What of the amount arrives, and when, while it is typed. A quote changes nothing; unknown sums are dashes. */
export function WithdrawSum({ wallet }: Props) {
  const quote = useTypedQuote({ wallet });
  const currency = wallet?.currency;
  const fee = quote?.fee === undefined ? undefined : `-${quote.fee}`;
  return (
    <Card>
      <div aria-live="polite">
        <Breakdown
          rows={[
            { label: t('quote.line.withdraw_fee'), amount: money(fee, currency) },
            {
              label: t('accounts.withdraw.arrives'),
              amount: quote?.expectedBy ? formatDeadline(quote.expectedBy) : '—',
              isText: true,
            },
            { label: t('accounts.withdraw.net'), amount: money(quote?.net, currency), total: true },
          ]}
        />
      </div>
    </Card>
  );
}

const isWithin = (amount: string, balance: string | undefined) =>
  balance === undefined || parseMoney(amount) <= parseMoney(balance);
