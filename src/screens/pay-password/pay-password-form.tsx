import { LocationProvider } from 'preact-iso/router';
import { useContext, useState } from 'react';
import type { Input } from '../../contract/calls.ts';
import { codes } from '../../contract/errors.ts';
import {
  changedPayPassword,
  chosenPayPassword,
  firstPayPassword,
  resetPayPasswordInput,
} from '../../contract/pay-password.ts';
import { screenLimits } from '../../contract/screen-limits.ts';
import { accountsResource } from '../../data/accounts.ts';
import type { ApiError } from '../../data/api-error.ts';
import type { Command } from '../../data/command.ts';
import { accountByLink } from '../../data/link-token.ts';
import { payPasswordChange, payPasswordReset } from '../../data/passwords.ts';
import { me } from '../../data/session.ts';
import { sendVerifyCode } from '../../data/sign-in.ts';
import { dateTime, gap, number, t, time, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { AccountNotice } from '../../ui/account-notice.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Done } from '../../ui/done.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormPassword, FormPin } from '../../ui/form-field.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { SendingState } from '../../ui/sending-state.tsx';
import { outputOrPending, withMessage } from '../command/form-output.ts';
import { checkingText, useCommand } from '../command/use-command.ts';

export type Way = 'first' | 'changed' | 'reset';
type Sent = Input<'POST /v1/user/update_pay_password'> & Input<'POST /v1/user/reset_pay_password'>;

const schemas = {
  first: firstPayPassword,
  changed: changedPayPassword,
  reset: resetPayPasswordInput,
};

/** Two entries that match, and a proof of identity that depends on the way. */
export function PayPasswordForm({ way: given }: { way: Way }) {
  // Setting the password changes the way; the result on the screen must not change with it.
  const [way] = useState(given);
  // An account opened by a partner has no login password; the partner's sign-in is the proof.
  const [bySession] = useState(given === 'first' && me.value.passwordSet === false);
  const { back, route, query } = useContext(LocationProvider.ctx);
  // Goes back to the quote that was waiting for it.
  const continueToQuote = () => {
    if (query.order) return route(`${paths.order.href({ id: query.order })}&pay=1`, true);
    if (query.pay) return route(paths.orderList.href({ pay: 1 }), true);
    // A password that was just reset cannot be used to withdraw; the withdrawal's form keeps what was typed.
    if (query.withdraw && way !== 'reset') return route(paths.withdraw.href({ again: 1 }), true);
    back();
  };
  const command: Command<Sent, { withdrawUsableFrom?: string | null }> =
    way === 'reset' ? payPasswordReset : payPasswordChange;
  const { state, output, lost, send, resume } = useCommand(command);
  if (state === 'done') {
    const from = output?.withdrawUsableFrom;
    return (
      <Page narrow>
        <Card>
          <Done text={t(`accounts.pin.done.${way}`)} label={t('accounts.pin.go_on')} onDone={continueToQuote}>
            {(way !== 'first' || bySession) && from && (
              <p>{t('accounts.pin.waits_until', { at: dateTime(from) })}</p>
            )}
            {way === 'first' && !query.order && !query.withdraw && <NextStep />}
          </Done>
        </Card>
      </Page>
    );
  }
  return (
    <Form
      schema={bySession ? chosenPayPassword : schemas[way]}
      defaults={{ username: me.value.username } as object}
      shape="frame"
      onSubmit={async (values) => {
        const { username: _, ...typed } = values as Sent & { username?: string };
        return outputOrPending(await send(typed), withAttempts);
      }}
      refused={lost}
    >
      <Page narrow>
        <AccountNotice name={accountByLink()} />
        <SendingState state={state} checking={checkingText()} onAsk={resume} />
        <Card>
          {way === 'first' && <p>{t('accounts.pin.lead')}</p>}
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
            !bySession && (
              <FormPassword
                name="loginPassword"
                label={t('accounts.pin.login')}
                hint={
                  way === 'reset' && (
                    <a className="hit" href={paths.payPassword.href()}>
                      {t('accounts.pin.known')}
                    </a>
                  )
                }
              />
            )
          )}
          {way === 'reset' && <CodeField send={sendVerifyCode} />}
          <FormPin
            name="newPassword"
            label={t('accounts.pin.new')}
            hint={t('accounts.pin.hint')}
            autocomplete="new-password"
          />
          <FormPin name="confirmPassword" label={t('accounts.pin.again')} autocomplete="new-password" />
        </Card>
      </Page>
      <Dock label={t('wallet.pay_password')}>
        {way !== 'first' && (
          <p className="small muted">{t('accounts.pin.waits', { hours: hoursToWait() })}</p>
        )}
        <FormButton block busy={state === 'checking'}>
          {way === 'first' ? t('quote.unset_set') : t('accounts.pin.save')}
        </FormButton>
      </Dock>
    </Form>
  );
}

/** What a new shop does next: an account waits for a day before it can be withdrawn to. */
function NextStep() {
  if (accountsResource.ask().value.data?.used !== 0) return null;
  return (
    <LinkButton kind="soft" block href={paths.bankEdit.href()}>
      {t('setup.step.account')}
    </LinkButton>
  );
}

const hoursToWait = () =>
  number(me.value.limits?.payPasswordUsableAfterHours ?? screenLimits.payPasswordUsableAfterHours, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
  });

/** Returns an error with the number of tries left, or until when there are none. */
function withAttempts(error: ApiError): ApiError {
  if (error.data.reason === 'unchanged') return withMessage(error, t('accounts.pin.unchanged'));
  // This form has no username, and the login password is asked for again.
  if (error.code === codes.wrongCredentials) return withMessage(error, t('callError.421'), 'loginPassword');
  if (error.code !== codes.oldPasswordWrong) return error;
  const { attemptsLeft, lockedUntil } = error.params ?? {};
  const words = [t('callError.443'), attemptsText(attemptsLeft, lockedUntil)].join(gap());
  return withMessage(error, words, 'oldPassword');
}

function attemptsText(tries: string | number | undefined, until: string | number | undefined) {
  if (until) return t('quote.locked_until', { at: time(until) });
  return tries === undefined ? '' : tn('quote.tries_left', Number(tries));
}
