import type { InputHTMLAttributes } from 'react';
import { useState } from 'react';
import { useController, useFormState, useWatch } from 'react-hook-form';
import { t } from '../lang/index.ts';
import { Field } from './field.tsx';
import { useForms } from './form.tsx';
import { fieldErrorText } from './form-text.ts';
import { IconButton } from './icon-button.tsx';
import { Eye } from './icons/eye.ts';
import { EyeOff } from './icons/eye-off.ts';
import { latinDigits, Pin } from './pin.tsx';
import type { Children } from './props.ts';

interface FormFieldProps {
  /** The name in the schema. */
  name: string;
  label: string;
  hint?: Children;
  before?: Children;
  after?: Children;
}

type InputProps = FormFieldProps &
  Omit<InputHTMLAttributes, keyof FormFieldProps | 'type'> & { type?: string };

/** Returns the error sentence of a field of the form around it, or undefined. */
export function useFieldError(name: string) {
  const { control, getValues } = useForms();
  const { errors } = useFormState({ control, name });
  const message = errors[name]?.message;
  return typeof message === 'string' ? fieldErrorText(message, getValues(name)) : undefined;
}

/** Returns the error of a field for `Field`: the only one of a form is an alert, several are counted by the form. */
function useFieldErrorProps(name: string) {
  const { errors } = useFormState({ control: useForms().control });
  const role = Object.keys(errors).length === 1 ? 'alert' : undefined;
  return { error: useFieldError(name), role } as const;
}

/** Returns the value of a field of the form around it, as it is typed. */
export function useFieldValue(name: string): unknown {
  const { control } = useForms();
  return useWatch({ control, name });
}

/** An optional field that is empty is left out. */
const orNothing = (value: unknown) => (value === '' ? undefined : value);

/**
 * Converts the digits of an Arabic keyboard to Latin ones while they are typed, before the form reads them: only those
 * read from left to right with their groups.
 */
function convertToLatin({
  currentTarget: input,
  isComposing,
}: InputEvent & { currentTarget: HTMLInputElement }) {
  const { value, selectionStart: caret } = input;
  const latin = latinDigits(value);
  if (isComposing || latin === value) return;
  input.value = latin;
  input.setSelectionRange(caret, caret);
}

/** A username may contain any digits; all else that is written from left to right is figures. */
const isFigures = ({ dir, autocomplete }: Pick<InputProps, 'dir' | 'autocomplete'>) =>
  dir === 'ltr' && autocomplete !== 'username';

/** Registers a field that is typed into: it is heard at each key, as a browser's `change` only comes when it is left. */
function useTyped(name: string) {
  const { onChange, ...field } = useForms().register(name, { setValueAs: orNothing });
  return { ...field, onInput: onChange };
}

/** An input of a form: `<FormField name="username" label={t('session.username')} autocomplete="username" />`. */
export function FormField({ name, label, hint, before, after, ...input }: InputProps) {
  const field = useTyped(name);
  return (
    <Field label={label} hint={hint} {...useFieldErrorProps(name)}>
      {(aria) => (
        <span className="input">
          {before}
          <input
            {...(input as InputHTMLAttributes)}
            {...field}
            {...aria}
            onInputCapture={isFigures(input) ? convertToLatin : undefined}
          />
          {after}
        </span>
      )}
    </Field>
  );
}

/** A login password, with a button that shows it. */
export function FormPassword(props: FormFieldProps & { autocomplete?: 'current-password' | 'new-password' }) {
  const [shown, show] = useState(false);
  return (
    <FormField
      autocomplete="current-password"
      {...props}
      type={shown ? 'text' : 'password'}
      autocapitalize="none"
      spellcheck={false}
      after={
        <IconButton
          className="muted"
          icon={shown ? EyeOff : Eye}
          label={shown ? t('form.hide_password') : t('form.show_password')}
          onClick={() => show(!shown)}
        />
      }
    />
  );
}

/** Several lines: `<FormText name="remark" label={…} rows={3} />`. */
export function FormText({
  name,
  label,
  hint,
  ...area
}: FormFieldProps & { rows?: number; placeholder?: string }) {
  const field = useTyped(name);
  return (
    <Field label={label} hint={hint} {...useFieldErrorProps(name)}>
      {(aria) => (
        <span className="input">
          <textarea rows={4} {...area} {...field} {...aria} />
        </span>
      )}
    </Field>
  );
}

/** The six digits of the payment password in a form. */
export function FormPin({
  name,
  label,
  hint,
  autocomplete,
}: FormFieldProps & { autocomplete?: 'current-password' | 'new-password' }) {
  const { control } = useForms();
  const { field } = useController({ control, name });
  return (
    <Pin
      label={label}
      hint={hint}
      {...useFieldErrorProps(name)}
      autocomplete={autocomplete}
      name={name}
      value={field.value ?? ''}
      onPin={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  );
}
