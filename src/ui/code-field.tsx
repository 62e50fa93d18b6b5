import { useState } from 'react';
import { time } from '../lang/format.ts';
import { errorText, t } from '../lang/i18n.ts';
import { Button } from './button.tsx';
import type { Failure } from './failed.tsx';
import { useForms } from './form.tsx';
import { FormField } from './form-field.tsx';
import { wordWait } from './word-wait.ts';

/** Codes of a refusal that asks for a verification code. */
export const asksForCode = (code: number | string) => [414, 415, 416].includes(Number(code));

interface CodeFieldProps {
  /** Has a code brought to the person whose name stands in the form, where the form has one. */
  send: (username: string | undefined) => Promise<{ expiresAt: string }>;
}

/** The verification code of a form, and the button that has one sent: `<CodeField send={sendVerifyCode} />`. */
export function CodeField({ send }: CodeFieldProps) {
  const { control, getValues, trigger } = useForms();
  const [busy, setBusy] = useState(false);
  const [said, say] = useState('');
  const ask = async () => {
    const isNamed = 'username' in control._fields;
    if (isNamed && !(await trigger('username', { shouldFocus: true }))) return;
    setBusy(true);
    await send(isNamed ? String(getValues('username')) : undefined).then(
      ({ expiresAt }) => say(t('session.code_sent', { at: time(expiresAt) })),
      (error: Failure) => say(errorText(wordWait(error))),
    );
    setBusy(false);
  };
  return (
    <FormField
      name="verifyCode"
      label={t('session.verify_code')}
      hint={<span role="status">{said || t('session.verify_hint')}</span>}
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
