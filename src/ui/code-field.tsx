import { useState } from 'react';
import { errorText, t, time } from '../lang/index.ts';
import { Button } from './button.tsx';
import type { Failure } from './error-state.tsx';
import { useForms } from './form.tsx';
import { FormField } from './form-field.tsx';
import { rateLimitError } from './rate-limit-error.ts';

/** Returns whether the code of a refusal asks for a verification code. */
export const asksForCode = (code: number | string) => [414, 415, 416].includes(Number(code));

interface CodeFieldProps {
  /** Sends a code to the person named in the form, where the form has one. */
  send: (username: string | undefined) => Promise<{ expiresAt: string }>;
}

/** The verification code of a form, and the button that sends one: `<CodeField send={sendVerifyCode} />`. */
export function CodeField({ send }: CodeFieldProps) {
  const { control, getValues, trigger } = useForms();
  const [busy, setBusy] = useState(false);
  const [status, setStatus] = useState('');
  const ask = async () => {
    const isNamed = 'username' in control._fields;
    if (isNamed && !(await trigger('username', { shouldFocus: true }))) return;
    setBusy(true);
    await send(isNamed ? String(getValues('username')) : undefined).then(
      ({ expiresAt }) => setStatus(t('session.code_sent', { at: time(expiresAt) })),
      (error: Failure) => setStatus(errorText(rateLimitError(error))),
    );
    setBusy(false);
  };
  return (
    <FormField
      name="verifyCode"
      label={t('session.verify_code')}
      hint={<span role="status">{status || t('session.verify_hint')}</span>}
      autocomplete="one-time-code"
      inputmode="numeric"
      dir="ltr"
      after={
        <Button kind="plain" busy={busy} onClick={() => void ask()}>
          {t('session.send_code')}
        </Button>
      }
    />
  );
}
