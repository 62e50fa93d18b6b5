import { screenLimits } from '../../contract/screen-limits.ts';
import type { ApiError } from '../../data/api-error.ts';
import type { Command } from '../../data/command.ts';
import { me } from '../../data/session.ts';
import { dateTime, number, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { Done } from '../../ui/done.tsx';
import { withMessage } from '../command/form-output.ts';
import { PaySheet } from '../pay/pay-sheet.tsx';
import type { Payment, Quote } from '../pay/payment.ts';
import { accountTexts } from './account-texts.ts';

type Saved = { usableFrom?: string };

interface SaveSheetProps<I> {
  saving: Command<I, Saved>;
  input: (payPassword: string) => I;
  /** The name of what is saved: its kind or bank, and the ends of its number. */
  name: string;
  ends: string;
  /** Whether money would go somewhere else, so that the account can be used only after a while. */
  waits: boolean;
  close: () => void;
  finish: () => void;
  handlesError: (error: ApiError) => boolean;
}

/** Returns from when on money can go to an account that is new or leads somewhere else. */
export function waitText(): string {
  const wait = me.value.limits?.newAccountUsableAfterHours ?? screenLimits.newAccountUsableAfterHours;
  if (Number(wait) === 0) return t('accounts.bank.at_once');
  const hours = number(wait, { style: 'unit', unit: 'hour', unitDisplay: 'long' });
  return t('accounts.bank.cool_off', { hours });
}

/** Saves an account: first states from when on it can be used, then asks for the payment password. */
export function SaveSheet<I>({
  saving,
  input,
  name,
  ends,
  waits,
  close,
  finish,
  handlesError,
}: SaveSheetProps<I>) {
  const list = { label: t('wallet.accounts'), href: paths.bankList.href() };
  const payment: Payment<Quote, I, Saved> = {
    command: saving,
    input: ({ payPassword }) => input(payPassword),
    handlesError: orExists(handlesError),
    texts: accountTexts({
      title: t('accounts.bank.save_title'),
      done: t('accounts.bank.saved'),
      button: t('accounts.bank.save'),
      obsolete: t('accounts.bank.late'),
      detailsLink: list,
    }),
    about: (
      <>
        <bdi>{name}</bdi> <Code mono>{ends}</Code>
      </>
    ),
    terms: () => (waits ? waitText() : t('accounts.bank.no_wait')),
    onPaid: finish,
    receipt: ({ usableFrom }) => (
      <Done
        text={
          waits && usableFrom
            ? t('accounts.bank.saved_from', { at: dateTime(usableFrom) })
            : t('accounts.bank.saved_text')
        }
        href={list.href}
      />
    ),
  };
  return <PaySheet payment={payment} onClose={close} />;
}

/** Shows "exists already" at the field where the number was typed. */
const orExists = (handlesError: (error: ApiError) => boolean) => (error: ApiError) =>
  handlesError(
    error.data.reason === 'account_exists' ? withMessage(error, t('accounts.bank.exists')) : error,
  );
