import { useMemo } from 'react';
import type { Input } from '../../contract/calls.ts';
import { limits } from '../../contract/limits.ts';
import type { ApiError } from '../../data/api-error.ts';
import type { Intent } from '../../data/intent.ts';
import { me } from '../../data/session.ts';
import { dateTime, number } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Code } from '../../ui/amount.tsx';
import { dropDraft } from '../../ui/draft.ts';
import { Done } from '../pay/done.tsx';
import { PaySheet } from '../pay/pay-sheet.tsx';
import { confirming } from '../pay/payable.ts';
import { worded } from '../pay/worded.ts';
import { confirmWords } from './confirm-words.ts';

type Saving = 'POST /v1/user/bank/add' | 'POST /v1/user/bank/edit';

interface SaveSheetProps<C extends Saving> {
  saving: Intent<C>;
  input: (payPassword: string) => Input<C>;
  draft: string;
  /** What is saved: its kind or bank, and the ends of its number. */
  name: string;
  ends: string;
  /** Money would go somewhere else, so it can be used only after a while. */
  waits: boolean;
  close: () => void;
  takes: (error: ApiError) => boolean;
}

/** Saving an account: from when on it can be used, said before, and the payment password. */
export function SaveSheet<C extends Saving>({
  saving,
  input,
  draft,
  name,
  ends,
  waits,
  close,
  takes,
}: SaveSheetProps<C>) {
  const payable = useMemo(() => ({ ...confirming(saving, input), takes: orExists(takes) }), []);
  const hours = number(me.value.limits?.newAccountUsableAfterHours ?? limits.newAccountUsableAfterHours, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
  });
  const list = { label: t('wallet.accounts'), href: paths.bankList.href() };
  const view = {
    words: confirmWords({
      title: t('accounts.bank.save_title'),
      done: t('accounts.bank.saved'),
      button: t('accounts.bank.save'),
      late: t('accounts.bank.late'),
      look: list,
    }),
    about: (
      <>
        <bdi>{name}</bdi> <Code mono>{ends}</Code>
      </>
    ),
    promise: () => (waits ? t('accounts.bank.cool_off', { hours }) : t('accounts.bank.no_wait')),
    receipt: ({ usableFrom }: { usableFrom?: string }) => {
      dropDraft(draft);
      return (
        <Done
          text={
            waits && usableFrom
              ? t('accounts.bank.saved_from', { at: dateTime(usableFrom) })
              : t('accounts.bank.saved_text')
          }
          href={list.href}
        />
      );
    },
  };
  return <PaySheet payable={payable} view={view} onClose={close} />;
}

/** That it is there already is said where its number was typed. */
const orExists = (takes: (error: ApiError) => boolean) => (error: ApiError) =>
  takes(error.data.reason === 'account_exists' ? worded(error, t('accounts.bank.exists')) : error);
