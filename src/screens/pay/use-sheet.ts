import { useState } from 'react';
import type { ApiError } from '../../data/api-error.ts';

interface Opened<V> {
  values: V;
  close: () => void;
  /** Takes a refusal of one of the form's fields back to it. */
  takes: (error: ApiError) => boolean;
}

/**
 * A form that is confirmed in a sheet over it: `ask` opens the sheet and lasts as long as it is open. A refusal that
 * names a field of the form closes the sheet and stands at that field. What `left` before a reload opens it at once.
 * @example const [sheet, ask] = useSheet<Wish>(); <Form onSubmit={ask}>…</Form> {sheet && <Confirm {...sheet} />}
 */
export function useSheet<V extends object>(left?: V) {
  const end = () => open(undefined);
  const [sheet, open] = useState<Opened<V> | undefined>(
    left && { values: left, close: () => end(), takes: () => false },
  );
  const ask = (values: V) =>
    new Promise<'open'>((resolve, reject) => {
      const close = () => {
        end();
        resolve('open');
      };
      const takes = (error: ApiError) => {
        if (!error.fields.some((name) => name in values)) return false;
        end();
        reject(error);
        return true;
      };
      open({ values, close, takes });
    });
  return [sheet, ask] as const;
}
