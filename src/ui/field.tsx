import type { InputHTMLAttributes } from 'react';
import { useId } from 'react';
import { CircleAlert } from './icons/circle-alert.ts';
import type { Children } from './props.ts';

/** What a control takes from its field, so that label, hint and error belong to it. */
export interface FieldAria {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: string;
  hint?: Children;
  /** The sentence beside the field; without one the field is right. */
  error?: string;
}

/** A label, a control, and what is to say about it: `<Field label error>{(aria) => <input {...aria} />}</Field>`. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (aria: FieldAria) => Children }) {
  const id = useId();
  const said = [error && `${id}e`, hint && `${id}h`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="label" for={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': said || undefined })}
      {error && (
        <p id={`${id}e`} className="error">
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

type TextFieldProps = FieldProps & {
  value: string;
  onText: (value: string) => void;
  /** Inside the frame, before and after the input: a unit, an icon, a button. */
  before?: Children;
  after?: Children;
} & Omit<InputHTMLAttributes, 'value' | 'label' | 'type'> & { type?: string };

/** A plain input with its field, for what is no form: `<TextField label value onText={setText} before={<Search />} />`. */
export function TextField({ label, hint, error, value, onText, before, after, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <span className="input">
          {before}
          <input
            {...(input as InputHTMLAttributes)}
            {...aria}
            value={value}
            onInput={(event) => onText(event.currentTarget.value)}
          />
          {after}
        </span>
      )}
    </Field>
  );
}
