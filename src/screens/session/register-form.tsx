import { useLocation } from 'preact-iso/router';
import { useState } from 'react';
import * as v from 'valibot';
import { newUsername, password, verifyCode } from '../../contract/session.ts';
import { asApiError } from '../../data/api-error.ts';
import { codeRefusal } from '../../data/blocked.ts';
import { openable } from '../../data/host.ts';
import { operatorResource } from '../../data/operator.ts';
import { checkInvite, type Invitation, register, sendVerifyCode } from '../../data/sign-in.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { asksForCode, CodeField } from '../../ui/code-field.tsx';
import { Form, FormButton } from '../../ui/form.tsx';
import { FormField, FormPassword } from '../../ui/form-field.tsx';
import { Note } from '../../ui/note.tsx';
import { OperatorCard } from '../../ui/operator-card.tsx';
import { rateLimitError } from '../../ui/rate-limit-error.ts';
import { TermsField } from './terms-field.tsx';

const fields = { username: newUsername, password, verifyCode: v.optional(verifyCode) };
const withoutTerms = v.object(fields);
const withTerms = v.object({ ...fields, agreed: v.literal(true) });
type Values = { username: string; password: string; verifyCode?: string };

interface Props {
  invitation: Invitation;
  /** Called with another ticket for the same code, or with nothing if the code is no longer valid. */
  onInvitation(invitation: Invitation | undefined): void;
}

/** Inviter and operator are shown before the form: a person should know both before giving any data. */
export function RegisterForm({ invitation, onInvitation }: Props) {
  const { route } = useLocation();
  const [codeAsked, setCodeAsked] = useState(false);
  const { inviteCode, inviterMasked, ticket, termsVersion, termsLink } = invitation;
  const link = openable(termsLink);

  /** Renews a ticket, which lasts for minutes, without interrupting the person who types. */
  const renewed = async (): Promise<string | null> => {
    const fresh = await checkInvite(inviteCode);
    onInvitation(fresh);
    return fresh.termsVersion === termsVersion ? fresh.ticket : null;
  };
  const enter = ({ username, password, verifyCode }: Values, ticket: string) =>
    register({ inviteCode, ticket, username, password, verifyCode, termsVersion });

  const submit = async (values: Values) => {
    try {
      await enter(values, ticket ?? '').catch(async (thrown) => {
        const { data } = asApiError(thrown);
        const isOld = data.reason === 'ticket' || data.reason === 'terms_changed';
        const again = isOld && (await renewed());
        if (!again) throw thrown;
        await enter(values, again);
      });
    } catch (thrown) {
      const error = asApiError(thrown);
      if (asksForCode(error.code)) setCodeAsked(true);
      if (error.code === 438 && error.data.reason !== 'ticket') {
        codeRefusal.value = error.code;
        return onInvitation(undefined);
      }
      if (error.data.reason === 'terms_changed')
        throw { code: 'terms', message: t('people.register.terms_changed') };
      throw rateLimitError(error);
    }
    route(paths.shopCentre.href(), true);
  };

  const operator = operatorResource.ask().value.data;
  const inviter = inviterMasked ?? operator?.legalName;
  return (
    <>
      <Card awning>
        {inviter && (
          <p>
            {t('people.register.invited_by')} <bdi>{inviter}</bdi>
          </p>
        )}
        <Note>{t('people.register.risk')}</Note>
      </Card>
      <OperatorCard of={operator} />
      <Card>
        <Form schema={link ? withTerms : withoutTerms} onSubmit={submit} draftKey="register">
          <FormField
            name="username"
            label={t('session.username')}
            hint={t('people.register.username_hint')}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            dir="ltr"
          />
          <FormPassword
            name="password"
            label={t('session.password')}
            hint={t('people.register.password_hint')}
            autocomplete="new-password"
          />
          {codeAsked && (
            <CodeField send={(username) => sendVerifyCode(username, { inviteCode, ticket: ticket ?? '' })} />
          )}
          {/* Nobody can agree to what cannot be read, and registration needs an invitation alone. */}
          {link && (
            <TermsField version={termsVersion} link={link} missing={t('people.register.agree_first')} />
          )}
          <FormButton block>{t('people.register.go')}</FormButton>
        </Form>
        <Button kind="plain" onClick={() => onInvitation(undefined)}>
          {t('people.register.other_code')}
        </Button>
      </Card>
    </>
  );
}
