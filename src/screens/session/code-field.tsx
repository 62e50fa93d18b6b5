import { useState } from 'react';
import type { Input } from '../../contract/calls.ts';
import { call } from '../../data/api.ts';
import { time } from '../../lang/format.ts';
import { errorText, t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { useForms } from '../../ui/form.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { wordWait } from './too-many.ts';

/** Codes of a refusal that asks for a verification code. */
export const asksForCode = (code: number | string) => [414, 415, 416].includes(Number(code));

/** The verification code, and the button that has one sent to the person whose name stands in the form. */
export function CodeField({ invitation }: Pick<Input<'POST /verify_code'>, 'invitation'>) {
  const { getValues, trigger } = useForms();
  const [busy, setBusy] = useState(false);
  const [said, say] = useState('');
  const send = async () => {
    if (!(await trigger('username', { shouldFocus: true }))) return;
    setBusy(true);
    const input = { username: String(getValues('username')), invitation };
    await call('POST /verify_code', input, { quiet: true }).then(
      ({ expiresAt }) => say(t('session.code_sent', { at: time(expiresAt) })),
      (error) => say(errorText(wordWait(error))),
    );
    setBusy(false);
  };
  return (
    <>
      <FormField
        name="verifyCode"
        label={t('session.verify_code')}
        hint={t('session.verify_hint')}
        autocomplete="one-time-code"
        inputmode="numeric"
        dir="ltr"
      />
      <Button busy={busy} onClick={() => void send()}>
        {t('session.send_code')}
      </Button>
      <p role="status" className="small">
        {said}
      </p>
    </>
  );
}
