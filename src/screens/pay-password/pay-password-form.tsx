import { LocationProvider } from 'preact-iso/router';
import { useContext, useState } from 'react';
import type { Input } from '../../contract/calls.ts';
import { codes } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { changedPayPassword, firstPayPassword, resetPayPasswordInput } from '../../contract/pay-password.ts';
import { type ApiError, asApiError } from '../../data/api-error.ts';
import { payPasswordChange, payPasswordReset } from '../../data/pay-password.ts';
import { me } from '../../data/session.ts';
import { sendVerifyCode } from '../../data/verify-code.ts';
import { dateTime, number, time } from '../../lang/format.ts';
import { t, tn } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormPassword, FormPin } from '../../ui/form-field.tsx';
import { Note } from '../../ui/note.tsx';
import { Done } from '../pay/done.tsx';
import { SendingState } from '../pay/sending-state.tsx';
import { useSending } from '../pay/use-sending.ts';
import { worded } from '../pay/worded.ts';

export type Way = 'first' | 'changed' | 'reset';
type Sent = Input<'POST /v1/user/update_pay_password'> & Input<'POST /v1/user/reset_pay_password'>;

const schemas = {
  first: firstPayPassword,
  changed: changedPayPassword,
  reset: resetPayPasswordInput,
};

/** Two entries that match, and the proof that it is the merchant: which one follows from the way. */
export function PayPasswordForm({ way: given }: { way: Way }) {
  // Once it is set the way would be another one; what was done stays said.
  const [way] = useState(given);
  const { back, route, query } = useContext(LocationProvider.ctx);
  // Back to the quote that was waiting for it.
  const goOn = () => {
    if (query.order) return route(`${paths.order.href({ id: query.order })}&pay=1`, true);
    // Nothing can be withdrawn with one that was just reset: what was typed waits in its form.
    if (query.withdraw && way !== 'reset') return route(paths.withdraw.href({ again: 1 }), true);
    back();
  };
  const { state, ask, submit } = useSending(way === 'reset' ? payPasswordReset : payPasswordChange);
  if (state.at === 'done') {
    const from = state.output?.withdrawUsableFrom;
    return (
      <Done text={t(`accounts.pin.done.${way}`)} label={t('accounts.pin.go_on')} onDone={goOn}>
        {way !== 'first' && from && <p>{t('accounts.pin.waits_until', { at: dateTime(from) })}</p>}
      </Done>
    );
  }
  return (
    <>
      <p>{t(`accounts.pin.lead.${way}`)}</p>
      <SendingState state={state} onAsk={() => void ask()} />
      <Form
        schema={schemas[way]}
        defaults={{ username: me.value.username } as object}
        onSubmit={(values) => {
          const { username: _, ...typed } = values as Sent & { username?: string };
          return submit(typed).catch((thrown) => {
            throw inWords(asApiError(thrown));
          });
        }}
      >
        {way === 'changed' ? (
          <FormPin
            name="oldPassword"
            label={t('accounts.pin.old')}
            hint={
              <a className="hit" href={paths.payPassword.href({ reset: 1 })}>
                {t('quote.password_forgotten')}
              </a>
            }
          />
        ) : (
          <FormPassword name="loginPassword" label={t('accounts.pin.login')} />
        )}
        {way === 'reset' && <CodeField send={sendVerifyCode} />}
        <FormPin
          name="newPassword"
          label={t('accounts.pin.new')}
          hint={t('accounts.pin.hint')}
          autocomplete="new-password"
        />
        <FormPin name="confirmPassword" label={t('accounts.pin.again')} autocomplete="new-password" />
        {way !== 'first' && <Note>{t('accounts.pin.waits', { hours: hoursToWait() })}</Note>}
        <FormButton block busy={state.at === 'checking'}>
          {way === 'first' ? t('quote.unset_set') : t('accounts.pin.save')}
        </FormButton>
      </Form>
      {way === 'reset' && (
        <LinkButton kind="plain" href={paths.payPassword.href()}>
          {t('accounts.pin.known')}
        </LinkButton>
      )}
    </>
  );
}

const hoursToWait = () =>
  number(me.value.limits?.payPasswordUsableAfterHours ?? limits.payPasswordUsableAfterHours, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
  });

/** A wrong old one says how many tries are left, or until when there are none. */
function inWords(error: ApiError): ApiError {
  if (error.data.reason === 'unchanged') return worded(error, t('accounts.pin.unchanged'));
  if (error.code !== codes.oldPasswordWrong) return error;
  const { attemptsLeft, lockedUntil } = error.params ?? {};
  const words = [t('error.443'), left(attemptsLeft, lockedUntil)].join(' ');
  return worded(error, words, 'oldPassword');
}

function left(tries: string | number | undefined, until: string | number | undefined) {
  if (until) return t('quote.locked_until', { at: time(until) });
  return tries === undefined ? '' : tn('quote.tries_left', Number(tries));
}
