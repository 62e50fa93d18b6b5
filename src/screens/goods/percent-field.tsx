import { useEffect, useRef } from 'react';
import { Field } from '../../ui/field.tsx';
import { latinDigits } from '../../ui/pin.tsx';

interface PercentFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onType: (value: string) => void;
}

/** A number of percent; it takes the focus, as nothing else is typed here. */
export function PercentField({ label, value, error, onType }: PercentFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // After the sheet has given the focus to its title.
  useEffect(() => field.current?.focus(), []);
  return (
    <Field label={label} error={error}>
      {(aria) => (
        <span className="input">
          <input
            {...aria}
            ref={field}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            maxLength={8}
            value={value}
            onInput={(event) => onType(latinDigits(event.currentTarget.value))}
          />
          <span className="muted" aria-hidden="true">
            %
          </span>
        </span>
      )}
    </Field>
  );
}
