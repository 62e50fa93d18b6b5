import { useId } from 'react';
import { CircleAlert } from './icons/circle-alert.ts';
import type { Children } from './props.ts';

/** Attributes of a control that connect it to its label, hint and error. */
export interface FieldAria {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: string;
  hint?: Children;
  /** The sentence beside the field; without one the field is valid. */
  error?: string;
  /** `alert` where the field may have the focus when its error comes, as readers then read it no more. */
  role?: 'alert' | undefined;
}

/** A label, a control, its hint and error: `<Field label error>{(aria) => <input {...aria} />}</Field>`. */
export function Field({
  label,
  hint,
  error,
  role,
  children,
}: FieldProps & { children: (aria: FieldAria) => Children }) {
  const id = useId();
  const describedBy = [error && `${id}e`, hint && `${id}h`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="label" for={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {error && (
        <p id={`${id}e`} className="error" role={role}>
          <CircleAlert />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}h`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
