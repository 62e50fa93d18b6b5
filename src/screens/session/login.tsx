import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import { loginInput } from '../../contract/session.ts';
import { type ApiError, asApiError } from '../../data/api-error.ts';
import { session } from '../../data/session.ts';
import { signIn } from '../../data/sign-in.ts';
import { t, tn } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormField, FormPassword } from '../../ui/form-field.tsx';
import { Head } from '../../ui/head.tsx';
import { Languages } from '../../ui/icons/languages.ts';
import { later } from '../../ui/later.tsx';
import { Page } from '../../ui/page.tsx';
import { Tap } from '../../ui/tap.tsx';
import { OperatorCard } from './operator-card.tsx';

const codeCodes = new Set<number | string>([414, 415, 416]);

const LanguageSheet = later(() => import('./language-sheet.tsx'));

/** The server is not busy, it makes whoever guesses wait: until when is worth more than its general word. */
const tooMany = ({ data }: ApiError) => ({
  code: 'too_many_attempts',
  message: tn('session.wait', data.retryAfter ?? 1),
});

/** Sign-in, at /login or in place of any screen that needs it; signing in leads on to where one was. */
export default function Login() {
  const { path, route } = useLocation();
  const [codeAsked, setCodeAsked] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const submit = async (values: { username: string; password: string; verifyCode?: string }) => {
    try {
      await signIn(values);
    } catch (error) {
      const refused = asApiError(error);
      if (codeCodes.has(refused.code)) setCodeAsked(true);
      throw refused.data.reason === 'too_many_attempts' ? tooMany(refused) : refused;
    }
    // In place of a screen nothing moves: that screen comes back. At its own address it leads on.
    if (path === paths.login.path) route(paths.shopCentre.href(), true);
  };
  return (
    <>
      <Head title={t('session.sign_in')}>
        <Tap icon={Languages} label={t('settings.language')} onClick={() => setChoosing(true)} />
      </Head>
      <Page door>
        <Card awning>
          <p>{session.value.expired ? t('session.expired_lead') : t('session.sign_in_lead')}</p>
          <Form schema={loginInput} defaults={{ username: session.value.me?.username }} onSubmit={submit}>
            <FormField
              name="username"
              label={t('session.username')}
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              dir="ltr"
            />
            <FormPassword name="password" label={t('session.password')} />
            {codeAsked && (
              <FormField
                name="verifyCode"
                label={t('session.verify_code')}
                hint={t('session.verify_hint')}
                autocomplete="one-time-code"
                dir="ltr"
              />
            )}
            <FormButton block>{t('session.sign_in')}</FormButton>
          </Form>
          <LinkButton kind="plain" href={paths.invite.href()}>
            {t('session.have_code')}
          </LinkButton>
        </Card>
        <OperatorCard />
      </Page>
      {choosing && <LanguageSheet onClose={() => setChoosing(false)} />}
    </>
  );
}
