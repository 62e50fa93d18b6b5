import { useMemo } from 'react';
import type { Account } from '../../data/accounts.ts';
import type { ApiError } from '../../data/api-error.ts';
import {
  type Wish,
  type Withdrawal,
  type WithdrawQuote,
  withdrawing,
  withdrawQuote,
} from '../../data/withdrawals.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { dropDraft } from '../../ui/draft.ts';
import type { SumRow } from '../../ui/sum.tsx';
import { AccountName } from '../pay/account-name.tsx';
import { dayOrTime } from '../pay/day-or-time.ts';
import { Done } from '../pay/done.tsx';
import { PaySheet } from '../pay/pay-sheet.tsx';
import type { Payable, PayWords } from '../pay/payable.ts';
import { WithdrawalSteps } from './withdrawal-steps.tsx';

interface WithdrawSheetProps {
  wish: Wish;
  account: Account | undefined;
  takes: (error: ApiError) => boolean;
  onClose: () => void;
}

type Requested = { withdrawal?: Withdrawal };

/** Fee, what arrives and when, the balance after; then the password; then how far it is. */
export function WithdrawSheet({ wish, account, takes, onClose }: WithdrawSheetProps) {
  const payable = useMemo((): Payable<WithdrawQuote, Requested> => {
    const { isOpen, resume } = withdrawing;
    return {
      ask: () => withdrawQuote.ask(wish),
      renew: () => withdrawQuote.refresh(wish),
      pay: (given, onChecking) => withdrawing.send({ ...wish, ...given }, { onChecking }),
      isOpen,
      resume,
      takes,
    };
  }, []);
  const view = {
    words: wordsOf(wish),
    about: account && <AccountName account={account} />,
    rows: arrival,
    promise: () => t('accounts.withdraw.promise'),
    receipt: ({ withdrawal }: Requested) => {
      dropDraft('withdraw');
      return (
        <Done
          text={t('accounts.withdraw.requested')}
          label={t('accounts.withdraw.follow')}
          href={paths.history.href({ no: withdrawal?.no })}
        >
          {withdrawal && <WithdrawalSteps withdrawal={withdrawal} />}
        </Done>
      );
    },
  };
  return <PaySheet payable={payable} view={view} onClose={onClose} />;
}

const wordsOf = ({ amount }: Wish): PayWords<WithdrawQuote> => ({
  title: t('wallet.withdraw'),
  done: t('accounts.withdraw.done'),
  nothing: t('accounts.withdraw.nothing'),
  checking: t('accounts.withdraw.checking'),
  unknown: t('accounts.withdraw.unknown'),
  late: t('accounts.withdraw.late'),
  look: { label: t('wallet.history'), href: paths.history.href() },
  again: { withdraw: '1' },
  total: ({ net }) => (net === undefined ? t('quote.line.amount') : t('accounts.withdraw.net')),
  button: (quote) => t('accounts.withdraw.confirm', { amount: inline(money(amount, quote?.currency)) }),
});

/** When it arrives; and of a server that does not quote, that its fee is not known. */
const arrival = ({ expectedBy, fee }: WithdrawQuote): SumRow[] => [
  ...(fee === undefined
    ? [{ label: t('quote.line.withdraw_fee'), amount: t('quote.fee_unstated'), words: true }]
    : []),
  ...(expectedBy
    ? [{ label: t('accounts.withdraw.arrives'), amount: dayOrTime(expectedBy), words: true }]
    : []),
];
