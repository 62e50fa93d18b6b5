import { useLocation } from 'preact-iso/router';
import { object, pick } from 'valibot';
import { codes } from '../../contract/errors.ts';
import { parseMoney } from '../../contract/money.ts';
import { withdrawInput } from '../../contract/withdrawals.ts';
import type { Account } from '../../data/accounts.ts';
import { ApiError } from '../../data/api-error.ts';
import { me } from '../../data/session.ts';
import type { Wallet } from '../../data/wallet.ts';
import { type WithdrawalInput, withdrawalRequest, withdrawQuote } from '../../data/withdrawals.ts';
import { dateTime, inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { readDraft } from '../../ui/draft.ts';
import { Form, FormButton, useForms } from '../../ui/form.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { FormRadioGroup } from '../../ui/form-radio-group.tsx';
import { AccountName, waitsUntil } from '../pay/account-name.tsx';
import { termFigures } from '../pay/next-terms.tsx';
import { typedAmount, typedMoney } from '../pay/typed-money.ts';
import { useSheet } from '../pay/use-sheet.ts';
import { withMessage } from '../pay/with-message.ts';
import { WithdrawSheet } from './withdraw-sheet.tsx';

const withdrawFields = object({ ...pick(withdrawInput, ['accountId']).entries, amount: typedMoney });
const draft = 'withdraw';

interface WithdrawFormProps {
  accounts: readonly Account[];
  wallet: Wallet | undefined;
}

/** Account and amount. Errors are shown at their fields before any password is asked for. */
export function WithdrawForm({ accounts, wallet }: WithdrawFormProps) {
  const { query } = useLocation();
  const restored =
    withdrawalRequest.isPending() || query.again
      ? (readDraft(draft) as unknown as WithdrawalInput)
      : undefined;
  const { sheet, open, refused } = useSheet<WithdrawalInput>(restored);
  const usable = accounts.filter((account) => !waitsUntil(account));
  // A single account is chosen already.
  const only = usable.length === 1 ? usable[0]?.id : undefined;
  const submit = async ({ amount, accountId }: WithdrawalInput) => {
    const input = { amount: typedAmount(amount), accountId };
    requireBalance(input, wallet);
    await withdrawQuote.refetch(input);
    const { error } = withdrawQuote.peek(input);
    if (error) throw withDeadline(error, wallet?.currency);
    return open(input);
  };
  return (
    <Card>
      <Form
        schema={withdrawFields}
        defaults={only ? { accountId: only } : {}}
        draftKey={draft}
        onSubmit={submit}
        refused={refused}
      >
        <div className="stack tight">
          <FormRadioGroup
            name="accountId"
            label={t('accounts.withdraw.to')}
            items={[...accounts].sort(usableFirst).map((account) => {
              const waits = waitsUntil(account);
              return {
                value: account.id,
                label: <AccountName account={account} />,
                note: waits && t('accounts.bank.usable_from', { at: dateTime(waits) }),
                disabled: Boolean(waits),
              };
            })}
          />
          <p>
            <a className="hit" href={paths.bankList.href()}>
              {t('wallet.accounts')}
            </a>
          </p>
        </div>
        <Amount wallet={wallet} />
        <FormButton block>{t('accounts.next')}</FormButton>
      </Form>
      {sheet && (
        <WithdrawSheet
          input={sheet.values}
          account={accounts.find(({ id }) => id === sheet.values.accountId)}
          handlesError={(error) => sheet.handlesError(withDeadline(error, wallet?.currency))}
          onClose={sheet.close}
        />
      )}
    </Card>
  );
}

const usableFirst = (one: Account, other: Account) =>
  Number(Boolean(waitsUntil(one))) - Number(Boolean(waitsUntil(other)));

/** The amount, with all of it at one press, and the operator's fee. */
function Amount({ wallet }: { wallet: Wallet | undefined }) {
  const { setValue } = useForms();
  const { limits } = me.value;
  const show = (figure: string) => inline(money(figure, wallet?.currency));
  const balance = wallet?.balance;
  return (
    <FormField
      name="amount"
      label={t('accounts.amount')}
      inputmode="decimal"
      autocomplete="off"
      dir="ltr"
      after={
        <>
          <span className="muted">{wallet?.currency}</span>
          {balance !== undefined && (
            <Button kind="plain" onClick={() => setValue('amount', balance, { shouldValidate: true })}>
              {t('accounts.withdraw.all')}
            </Button>
          )}
        </>
      }
      hint={
        <>
          {balance !== undefined && (
            <span>{t('accounts.withdraw.available', { balance: show(balance) })}</span>
          )}{' '}
          {limits && (
            <span>
              {t('accounts.withdraw.rule', termFigures(limits, wallet?.currency))}{' '}
              {t('accounts.withdraw.whole')}
            </span>
          )}
        </>
      }
    />
  );
}

function requireBalance({ amount }: WithdrawalInput, wallet: Wallet | undefined) {
  if (wallet?.balance === undefined || parseMoney(amount) <= parseMoney(wallet.balance)) return;
  const balance = inline(money(wallet.balance, wallet.currency));
  throw withMessage(
    new ApiError(codes.insufficientBalance, '', { field: 'amount' }),
    t('accounts.withdraw.too_much', { balance }),
  );
}

/** Returns an error that names from when on account or password can be used. */
function withDeadline(error: ApiError, currency: string | undefined): ApiError {
  const { reason, params, field } = error.data;
  const at = params?.usableFrom && dateTime(params.usableFrom);
  if (reason === 'account_new' && at) return withMessage(error, t('accounts.bank.usable_from', { at }));
  if (reason === 'pay_password_new' && at)
    return withMessage(error, t('accounts.withdraw.password_new', { at }));
  const limit = field === 'amount' && params?.kind === 'min_value' ? params.limit : undefined;
  if (limit) return withMessage(error, t('form.too_small', { limit: inline(money(limit, currency)) }));
  return error;
}
