import { useState } from 'react';
import type { ApiError } from '../../data/api-error.ts';

interface Opened<V> {
  values: V;
  close: () => void;
  /** Takes a refusal of one of the form's fields back to it. */
  handlesError: (error: ApiError) => boolean;
}

/**
 * A form that is confirmed in a sheet over it: `ask` opens the sheet. A refusal that names a field of the form closes
 * it and is `refused`, for the form to show. What `left` before a reload opens it at once.
 * @example
 * const { sheet, ask, refused } = useSheet<Wish>();
 * <Form onSubmit={ask} refused={refused}>…</Form> {sheet && <Confirm {...sheet} />}
 */
export function useSheet<V extends object>(left?: V) {
  const [values, setValues] = useState(left);
  const [refused, setRefused] = useState<ApiError>();
  const close = () => setValues(undefined);
  const handlesError = (error: ApiError) => {
    if (!values || !error.fields.some((name) => name in values)) return false;
    setRefused(error);
    close();
    return true;
  };
  const ask = (typed: V): 'open' => {
    setRefused(undefined);
    setValues(typed);
    return 'open';
  };
  const sheet: Opened<V> | undefined = values && { values, close, handlesError };
  return { sheet, ask, refused };
}
