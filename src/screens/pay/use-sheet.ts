import { useState } from 'react';
import type { ApiError } from '../../data/api-error.ts';

interface OpenSheet<V> {
  values: V;
  close: () => void;
  /** Returns whether an error names a field of the form, which then shows it in place of the sheet. */
  handlesError: (error: ApiError) => boolean;
}

/**
 * Confirms a form in a sheet over it: `open` opens the sheet with the form's values. A refusal that names a field of the
 * form closes the sheet and is `refused`, for the form to show. With `restored` values the sheet is open at once, as
 * after a reload.
 * @example
 * const { sheet, open, refused } = useSheet<WithdrawalInput>();
 * <Form onSubmit={open} refused={refused}>…</Form> {sheet && <Confirm {...sheet} />}
 */
export function useSheet<V extends object>(restored?: V) {
  const [values, setValues] = useState(restored);
  const [refused, setRefused] = useState<ApiError>();
  const close = () => setValues(undefined);
  const handlesError = (error: ApiError) => {
    if (!values || !error.fields.some((name) => name in values)) return false;
    setRefused(error);
    close();
    return true;
  };
  const open = (formValues: V): 'pending' => {
    setRefused(undefined);
    setValues(formValues);
    return 'pending';
  };
  const sheet: OpenSheet<V> | undefined = values && { values, close, handlesError };
  return { sheet, open, refused };
}
