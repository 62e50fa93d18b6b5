import { LocationProvider } from 'preact-iso/router';
import { useContext } from 'react';
import { loginPasswordInput } from '../../contract/login-password.ts';
import type { ApiError } from '../../data/api-error.ts';
import { accountByLink } from '../../data/link-token.ts';
import { loginPasswordChange } from '../../data/passwords.ts';
import { hasFeature, me } from '../../data/session.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { AccountNotice } from '../../ui/account-notice.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Done } from '../../ui/done.tsx';
import type { Failure } from '../../ui/error-state.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormPassword, useFieldValue } from '../../ui/form-field.tsx';
import { Head } from '../../ui/head.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { rateLimitError } from '../../ui/rate-limit-error.ts';
import { SendingState } from '../../ui/sending-state.tsx';
import { Tick } from '../../ui/tick.tsx';
import { outputOrPending, withMessage } from '../command/form-output.ts';
import { checkingText, useCommand } from '../command/use-command.ts';

/** Changes the login password, or refers to customer service where the server cannot. */
export default function LoginPassword() {
  const isKnown = hasFeature('updatePassword') && me.value.passwordSet !== false;
  return (
    <>
      <Head title={t('settings.login_password')} back={paths.settings.href()} />
      {isKnown ? <Change /> : <ByService />}
    </>
  );
}

const ByService = () => (
  <Page narrow>
    <AccountNotice name={accountByLink()} />
    <Card>
      <LinkButton block href={paths.service.href()}>
        {t('quote.service')}
      </LinkButton>
    </Card>
  </Page>
);

function Change() {
  const { back } = useContext(LocationProvider.ctx);
  const { state, lost, send, resume } = useCommand(loginPasswordChange);
  if (state === 'done')
    return (
      <Page narrow>
        <Card>
          <Done text={t('accounts.login.done')} label={t('accounts.pin.go_on')} onDone={back} />
        </Card>
      </Page>
    );
  return (
    <Form
      schema={loginPasswordInput}
      shape="frame"
      onSubmit={async (values) => outputOrPending(await send(values), toFailure)}
      refused={lost}
    >
      <Page narrow>
        <AccountNotice name={accountByLink()} />
        <SendingState state={state} checking={checkingText()} onAsk={resume} />
        <Card>
          {/* Password managers need the username. */}
          <input type="text" autocomplete="username" value={me.value.username} readOnly hidden />
          <FormPassword
            name="oldPassword"
            label={t('accounts.login.old')}
            hint={
              <a className="hit" href={paths.service.href()}>
                {t('quote.password_forgotten')}
              </a>
            }
          />
          <FormPassword
            name="newPassword"
            label={t('accounts.login.new')}
            hint={
              <>
                <LengthRule />
                {t('accounts.login.hint')}
              </>
            }
            autocomplete="new-password"
          />
          <FormPassword
            name="confirmPassword"
            label={t('accounts.login.again')}
            autocomplete="new-password"
          />
        </Card>
      </Page>
      <Dock label={t('settings.login_password')}>
        <p className="small muted">{t('accounts.login.ends')}</p>
        <FormButton block busy={state === 'checking'}>
          {t('accounts.login.save')}
        </FormButton>
      </Dock>
    </Form>
  );
}

/** What a new password has to be, ticked once it is. */
function LengthRule() {
  const typed = useFieldValue('newPassword');
  return (
    <span className="row tight top" data-tone="good">
      <Tick isDone={String(typed ?? '').length >= 8} />
      {t('accounts.login.length')}
    </span>
  );
}

/** Shows an unchanged password at its field; after too many tries, how long to wait. */
function toFailure(error: ApiError): Failure {
  if (error.data.reason === 'unchanged') return withMessage(error, t('accounts.login.unchanged'));
  return rateLimitError(error);
}
