import { useState } from 'react';
import type { Refused } from './form.tsx';

interface OpenConfirmSheet<V> {
  values: V;
  close: () => void;
  /** Returns whether an error names a field of the form, which then shows it in place of the sheet. */
  handlesError: (error: Refused) => boolean;
}

/**
 * Confirms a form in a sheet over it: `open` opens the sheet with the form's values. A refusal that names a field of the
 * form closes the sheet and is `refused`, for the form to show. With `restored` values the sheet is open at once, as
 * after a reload.
 * @example
 * const { sheet, open, refused } = useConfirmSheet<WithdrawalInput>();
 * <Form onSubmit={open} refused={refused}>…</Form> {sheet && <Confirm {...sheet} />}
 */
export function useConfirmSheet<V extends object>(restored?: V) {
  const [values, setValues] = useState(restored);
  const [refused, setRefused] = useState<Refused>();
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
  const sheet: OpenConfirmSheet<V> | undefined = values && { values, close, handlesError };
  return { sheet, open, refused };
}
