import { useLocation } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'react';
import type { Output } from '../../contract/calls.ts';
import { signInInput } from '../../contract/session.ts';
import { asApiError } from '../../data/api-error.ts';
import { operatorResource } from '../../data/operator.ts';
import { session } from '../../data/session.ts';
import { sendVerifyCode, signIn } from '../../data/sign-in.ts';
import { isolateText, t } from '../../lang/index.ts';
import { paths, searchOf } from '../../paths.ts';
import { brand } from '../../ui/brand.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { asksForCode, CodeField } from '../../ui/code-field.tsx';
import { Form, FormButton, useForms } from '../../ui/form.tsx';
import { FormField, FormPassword } from '../../ui/form-field.tsx';
import { Head } from '../../ui/head.tsx';
import { Note } from '../../ui/note.tsx';
import { OperatorCard } from '../../ui/operator-card.tsx';
import { Page } from '../../ui/page.tsx';
import { rateLimitError } from '../../ui/rate-limit-error.ts';
import { LanguageButton } from './language-button.tsx';
import { Welcome } from './welcome.tsx';

/** Sign-in, at /login or in place of any screen that needs it; afterwards it leads on to that screen. */
export default function Login() {
  const { path, url, query, route } = useLocation();
  const [codeAsked, setCodeAsked] = useState(false);
  const lead = useRef<HTMLDivElement>(null);
  const known = operatorResource.ask().value.data;
  useEffect(() => {
    if (session.peek().expired && lead.current) focusBeside(lead.current);
  }, []);
  const submit = async (values: { username: string; password: string; verifyCode?: string }) => {
    try {
      await signIn(values);
    } catch (error) {
      const refused = asApiError(error);
      if (asksForCode(refused.code)) setCodeAsked(true);
      throw rateLimitError(refused);
    }
    // In place of a screen nothing moves: that screen comes back. At its own address it leads on, and after a revoked
    // session the shell leads back.
    if (path === paths.login.path && !query.again) route(paths.shopCentre.href(), true);
  };
  return (
    <>
      <Head title={t('session.sign_in')}>
        <LanguageButton />
      </Head>
      <Page narrow>
        <div className="stack">
          <Card awning>
            <Welcome title={brand.value.name} lead={lead}>
              {session.value.expired ? t('session.expired_lead') : t('session.sign_in_lead')}
            </Welcome>
            <Form schema={signInInput} defaults={{ username: session.value.me?.username }} onSubmit={submit}>
              <FormField
                name="username"
                label={t('session.username')}
                autocomplete="username"
                autocapitalize="none"
                spellcheck={false}
                dir="ltr"
              />
              <FormPassword name="password" label={t('session.password')} />
              {codeAsked && <CodeField send={sendVerifyCode} />}
              {known?.demo && <DemoSignIn of={known.demo} />}
              <FormButton block>{t('session.sign_in')}</FormButton>
            </Form>
            <LinkButton kind="plain" href={paths.invite.href() + searchOf(url)}>
              {t('session.have_code')}
            </LinkButton>
          </Card>
          {known?.legalName && (
            <p className="small muted center">
              {t('session.forgot', { operator: isolateText(known.legalName) })}
            </p>
          )}
          <OperatorCard of={known} />
        </div>
      </Page>
    </>
  );
}

/** What a visitor of the demo signs in and pays with; a press fills it in. */
function DemoSignIn({ of: login }: { of: NonNullable<Output<'GET /v1/operator'>['demo']> }) {
  const form = useForms();
  const { username, password, payPassword } = login;
  const fill = () => {
    form.setValue('username', username);
    form.setValue('password', password, { shouldValidate: true });
  };
  return (
    <Note>
      <p>
        {t('session.demo_sign_in', {
          username: isolateText(username),
          password: isolateText(password),
          payPassword: isolateText(payPassword),
        })}
      </p>
      <Button kind="plain" onClick={fill}>
        {t('session.demo_fill')}
      </Button>
    </Note>
  );
}

/** Focuses the first field, unless a person is typing elsewhere in the host page. */
function focusBeside(lead: HTMLElement) {
  const { host } = lead.getRootNode() as Partial<ShadowRoot>;
  const { activeElement: at, body } = document;
  if (!host || !at || at === host || at === body) lead.parentElement?.querySelector('input')?.focus();
}
