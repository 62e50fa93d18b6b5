import type { Account } from '../../data/accounts.ts';
import type { ApiError } from '../../data/api-error.ts';
import {
  type Withdrawal,
  type WithdrawalInput,
  type WithdrawQuote,
  withdrawalRequest,
  withdrawQuoteResource,
} from '../../data/withdrawals.ts';
import { formatDeadline, gap, inline, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { Breakdown, type BreakdownRow } from '../../ui/breakdown.tsx';
import { Done } from '../../ui/done.tsx';
import { PaySheet, quoteBy } from '../pay/pay-sheet.tsx';
import type { Payment, PaymentProof, PaymentTexts } from '../pay/payment.ts';
import { WithdrawalSteps, withdrawalSums } from './withdrawal-steps.tsx';

interface WithdrawSheetProps {
  input: WithdrawalInput;
  account: Account | undefined;
  handlesError: (error: ApiError) => boolean;
  onPaid: () => void;
  onClose: () => void;
}

type Requested = { withdrawal?: Withdrawal };

/** Fee, net amount and arrival, the balance after; then the password; then the progress. */
export function WithdrawSheet({ input, account, handlesError, onPaid, onClose }: WithdrawSheetProps) {
  const payment: Payment<WithdrawQuote, WithdrawalInput & PaymentProof, Requested> = {
    quote: quoteBy(withdrawQuoteResource, input),
    command: withdrawalRequest,
    input: (proof) => ({ ...input, ...proof }),
    handlesError,
    texts: textsOf(input),
    about: account && <AccountName account={account} />,
    rows: arrival,
    terms: () => `${t('accounts.withdraw.promise')}${gap()}${t('safety.never_pay')}`,
    onPaid,
    receipt: ({ withdrawal }) => (
      <Done
        text={t('accounts.withdraw.requested')}
        label={t('accounts.withdraw.follow')}
        href={paths.history.href({ no: withdrawal?.no })}
      >
        {withdrawal && (
          <>
            <Breakdown
              rows={[
                { label: t('quote.line.amount'), amount: money(withdrawal.amount, withdrawal.currency) },
                ...withdrawalSums(withdrawal),
              ]}
            />
            <WithdrawalSteps withdrawal={withdrawal} />
          </>
        )}
      </Done>
    ),
  };
  return <PaySheet payment={payment} onClose={onClose} />;
}

const textsOf = ({ amount }: WithdrawalInput): PaymentTexts<WithdrawQuote> => ({
  title: t('wallet.withdraw'),
  done: t('accounts.withdraw.done'),
  nothing: t('accounts.withdraw.nothing'),
  checking: t('accounts.withdraw.checking'),
  unknown: t('accounts.withdraw.unknown'),
  obsolete: t('accounts.withdraw.late'),
  detailsLink: { label: t('wallet.history'), href: paths.history.href() },
  returnParams: { withdraw: '1' },
  total: ({ net }) => (net === undefined ? t('quote.line.amount') : t('accounts.withdraw.net')),
  button: (quote) => t('accounts.withdraw.confirm', { amount: inline(money(amount, quote?.currency)) }),
});

/** When it arrives; and of a server without quotes, that its fee is not known. */
const arrival = ({ expectedBy, fee }: WithdrawQuote): BreakdownRow[] => [
  ...(fee === undefined
    ? [{ label: t('quote.line.withdraw_fee'), amount: t('quote.fee_unstated'), isText: true }]
    : []),
  ...(expectedBy
    ? [{ label: t('accounts.withdraw.arrives'), amount: formatDeadline(expectedBy), isText: true }]
    : []),
];
