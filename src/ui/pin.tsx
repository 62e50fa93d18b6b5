import type { CSSProperties, Ref } from 'react';
import { Field, type FieldProps } from './field.tsx';

const cells = 6;

/** Converts Arabic, Persian and full-width digits to 0 to 9. */
export const latinDigits = (text: string) =>
  text.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace(/٫/g, '.');

/** Returns the first six digits: a pasted "135 790" is accepted. */
export const pinDigits = (text: string) => latinDigits(text).replace(/\D/g, '').slice(0, cells);

type PinProps = FieldProps & {
  value: string;
  onPin: (value: string) => void;
  /** `new-password` where one is set. */
  autocomplete?: 'current-password' | 'new-password';
  name?: string;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
};

/**
 * The six digits of the payment password: one labelled input, so that screen readers,
 * paste and password managers work; cells and dots are painted.
 * `<Pin label={t('orders.password')} value={pin} onPin={setPin} error={wrong} />`.
 */
export function Pin({
  value,
  onPin,
  autocomplete = 'current-password',
  name,
  onBlur,
  inputRef,
  ...field
}: PinProps) {
  return (
    <Field {...field}>
      {(aria) => (
        <span className="pin" style={{ '--n': value.length } as CSSProperties}>
          <input
            {...aria}
            ref={inputRef}
            name={name}
            type="password"
            inputmode="numeric"
            autocomplete={autocomplete}
            value={value}
            onBlur={onBlur}
            onInput={(event) => {
              const digits = pinDigits(event.currentTarget.value);
              event.currentTarget.value = digits;
              onPin(digits);
            }}
          />
        </span>
      )}
    </Field>
  );
}
