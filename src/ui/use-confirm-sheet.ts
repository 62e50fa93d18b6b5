import { useLayoutEffect, useState } from 'react';
import { removeDraft } from './draft.ts';
import type { Refused } from './form.tsx';

interface OpenConfirmSheet<V> {
  values: V;
  close: () => void;
  /** Removes the draft of what is done, and empties the form once no sheet is over it: a filled one invites to do it again. */
  finish: () => void;
  /** Returns whether an error names a field of the form, which then shows it in place of the sheet. */
  handlesError: (error: Refused) => boolean;
}

/**
 * Confirms a form in a sheet over it: `open` opens the sheet with the form's values. A refusal that names a field of the
 * form closes the sheet and is `refused`, for the form to show. What is finished gives the form another key, which empties
 * it. With `restored` values the sheet is open at once, as after a reload.
 * @example
 * const { formKey, sheet, open, refused } = useConfirmSheet<WithdrawalInput>('withdraw');
 * <Form key={formKey} draftKey="withdraw" onSubmit={open} refused={refused}>…</Form> {sheet && <Confirm {...sheet} />}
 */
export function useConfirmSheet<V extends object>(draftKey: string, restored?: V) {
  const [values, setValues] = useState(restored);
  const [refused, setRefused] = useState<Refused>();
  const [formKey, setFormKey] = useState(0);
  const [isFinished, setFinished] = useState(false);
  const finish = () => {
    removeDraft(draftKey);
    setFinished(true);
  };
  // Only once its sheet is closed: before the saved account is fetched again, its form would show the old values.
  const mustEmpty = isFinished && !values;
  useLayoutEffect(() => {
    if (!mustEmpty) return;
    setFinished(false);
    setFormKey((count) => count + 1);
  }, [mustEmpty]);
  const close = () => setValues(undefined);
  const handlesError = (error: Refused) => {
    if (!values || !error.fields?.some((name) => name in values)) return false;
    setRefused(error);
    close();
    return true;
  };
  const open = (formValues: V): 'pending' => {
    setRefused(undefined);
    setValues(formValues);
    return 'pending';
  };
  const sheet: OpenConfirmSheet<V> | undefined = values && { values, close, finish, handlesError };
  return { formKey, sheet, open, finish, refused };
}
