import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { object, pick } from 'valibot';
import { codes } from '../../contract/errors.ts';
import { moneyReadBy } from '../../contract/fields.ts';
import { parseMoney } from '../../contract/money.ts';
import { withdrawInput } from '../../contract/withdrawals.ts';
import { type Account, waitsUntil } from '../../data/accounts.ts';
import { ApiError } from '../../data/api-error.ts';
import { toast } from '../../data/toast.ts';
import type { Wallet } from '../../data/wallet.ts';
import { type WithdrawalInput, withdrawalRequest, withdrawQuoteResource } from '../../data/withdrawals.ts';
import { currencyOfShop, dateTime, inline, money, t } from '../../lang/index.ts';
import { toTyped, typedAmount } from '../../lang/typed-amount.ts';
import { paths } from '../../paths.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { readDraft, saveDraft } from '../../ui/draft.ts';
import { Form, FormButton, useForms } from '../../ui/form.tsx';
import { useFieldError } from '../../ui/form-field.tsx';
import { FormRadioGroup } from '../../ui/form-radio-group.tsx';
import { Clock } from '../../ui/icons/clock.ts';
import { Note } from '../../ui/note.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { useConfirmSheet } from '../../ui/use-confirm-sheet.ts';
import { useTypedAmount } from '../../ui/use-typed-amount.ts';
import { useWide } from '../../ui/wide.ts';
import { withMessage } from '../command/form-output.ts';
import { checkingText } from '../command/use-command.ts';
import { WithdrawSum } from './withdraw-net.tsx';
import { WithdrawSheet } from './withdraw-sheet.tsx';

const withdrawFields = object({
  ...pick(withdrawInput, ['accountId']).entries,
  amount: moneyReadBy(typedAmount, currencyOfShop),
});
const draft = 'withdraw';

/** Returns what was typed in the contract's form; a draft may lack the amount. */
const readTyped = ({ amount = '', accountId }: WithdrawalInput): WithdrawalInput => ({
  amount: typedAmount(amount),
  accountId,
});

/** Takes an account that was removed since out of the draft, so that the only other one is chosen as in a new form. */
function forgetRemoved(accounts: readonly Account[]) {
  const { accountId, ...others } = readDraft(draft);
  if (accountId !== undefined && !accounts.some(({ id }) => id === accountId)) saveDraft(draft, others);
}

interface WithdrawFormProps {
  accounts: readonly Account[];
  wallet: Wallet | undefined;
  /** What is to be known before, above the form. */
  children?: Children;
}

/** Amount and account, and below them at once what of it arrives. Errors are shown at their fields before any password is asked for. */
export function WithdrawForm({ accounts, wallet, children }: WithdrawFormProps) {
  const { query } = useLocation();
  const restored =
    withdrawalRequest.isPending() || query.again
      ? readTyped(readDraft(draft) as unknown as WithdrawalInput)
      : undefined;
  // Before the form reads its draft; what was sent already keeps its account.
  useState(() => restored ?? forgetRemoved(accounts));
  const { formKey, sheet, open, finish, refused } = useConfirmSheet<WithdrawalInput>(draft, restored);
  const isWide = useWide();
  const close = async () => {
    sheet?.close();
    if (!(await isDoneMeanwhile())) return;
    finish();
    toast(() => t('accounts.withdraw.done'), 'good');
  };
  const usable = accounts.filter((account) => !waitsUntil(account));
  // A single account is chosen already.
  const only = usable.length === 1 ? usable[0]?.id : undefined;
  const submit = async (typed: WithdrawalInput) => {
    const input = readTyped(typed);
    requireBalance(input, wallet);
    await withdrawQuoteResource.refetch(input);
    const { error } = withdrawQuoteResource.peek(input);
    if (error) throw withDeadline(error, wallet?.currency);
    return open(input);
  };
  const button = (
    <Dock>
      <WithdrawButton wallet={wallet} />
    </Dock>
  );
  return (
    <>
      <Form
        key={formKey}
        schema={withdrawFields}
        defaults={only ? { accountId: only } : {}}
        draftKey={draft}
        onSubmit={submit}
        refused={refused}
        shape="frame"
      >
        <Page narrow>
          <div className="stack">
            {children}
            {!sheet && withdrawalRequest.isPending() && (
              <Note icon={Clock} role="status">
                <strong>{t('accounts.withdraw.checking')}</strong>
                <p>{checkingText()}</p>
              </Note>
            )}
            <Card>
              <WithdrawAmount wallet={wallet} />
            </Card>
            <Card>
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
              <LinkButton kind="plain" className="start" href={paths.bankList.href()}>
                {t('accounts.withdraw.manage')}
              </LinkButton>
            </Card>
            <WithdrawSum wallet={wallet} />
            {isWide && button}
          </div>
        </Page>
        {!isWide && button}
      </Form>
      {sheet && (
        <WithdrawSheet
          input={sheet.values}
          account={accounts.find(({ id }) => id === sheet.values.accountId)}
          handlesError={(error) => sheet.handlesError(withDeadline(error, wallet?.currency))}
          onPaid={finish}
          onClose={() => void close()}
        />
      )}
    </>
  );
}

/** Waits for the answer where the sheet was closed before it came; returns whether the withdrawal was then made. */
const isDoneMeanwhile = async () =>
  withdrawalRequest.isPending() && (await withdrawalRequest.resume()).state === 'done';

/** Repeats the amount as soon as there is one. */
function WithdrawButton({ wallet }: Pick<WithdrawFormProps, 'wallet'>) {
  const amount = useTypedAmount();
  return (
    <FormButton block>
      {amount
        ? t('accounts.withdraw.confirm', { amount: inline(money(amount, wallet?.currency)) })
        : t('accounts.next')}
    </FormButton>
  );
}

const usableFirst = (one: Account, other: Account) =>
  Number(Boolean(waitsUntil(one))) - Number(Boolean(waitsUntil(other)));

/** The amount, with all of the balance at one press. */
function WithdrawAmount({ wallet }: { wallet: Wallet | undefined }) {
  const { setValue } = useForms();
  // The sentence about a refused amount says what is possible.
  const isRefused = useFieldError('amount') !== undefined;
  const balance = wallet?.balance;
  return (
    <AmountField
      currency={wallet?.currency}
      hint={
        balance !== undefined && (
          <>
            <span className="grow">
              {!isRefused &&
                t('accounts.withdraw.available', { balance: inline(money(balance, wallet?.currency)) })}
            </span>
            <button
              type="button"
              className="hit tone"
              data-tone="info"
              style={strong}
              onClick={() => setValue('amount', toTyped(balance), { shouldValidate: true })}
            >
              {t('accounts.withdraw.all')}
            </button>
          </>
        )
      }
    />
  );
}

const strong = { fontWeight: 600 };

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
