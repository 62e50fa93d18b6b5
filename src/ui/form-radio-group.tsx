import { type Ref, useId } from 'react';
import { useController } from 'react-hook-form';
import { t } from '../lang/index.ts';
import { useForms } from './form.tsx';
import { useFieldError } from './form-field.tsx';
import { CircleAlert } from './icons/circle-alert.ts';
import type { Children } from './props.ts';

interface RadioOption<K extends string> {
  value: K;
  label: Children;
  note?: Children;
  /** Cannot be chosen now: the note says why. */
  disabled?: boolean;
}

export interface RadioGroupProps<K extends string> {
  label: string;
  items: readonly RadioOption<K>[];
  value: K | undefined;
  onPick: (value: K) => void;
  error?: string;
  /** The first option that can be chosen. */
  inputRef?: Ref<HTMLInputElement>;
}

/** One of a few, each in its own row: `<RadioGroup label items={[{ value, label, note }]} value onPick={…} />`. */
export function RadioGroup<K extends string>(props: RadioGroupProps<K>) {
  const { label, items, value, onPick, error, inputRef } = props;
  const id = useId();
  const first = items.find(({ disabled }) => !disabled);
  return (
    <div
      className="stack tight"
      role="radiogroup"
      aria-labelledby={id}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}e`}
    >
      <p className="label" id={id}>
        {label}
      </p>
      {items.map((item) => (
        <label key={item.value} className="pick">
          <input
            ref={item === first ? inputRef : undefined}
            type="radio"
            name={id}
            checked={item.value === value}
            disabled={item.disabled}
            onChange={() => onPick(item.value)}
          />
          <span className="grow">
            {item.label}
            {item.note && <span className="hint">{item.note}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}e`} className="error">
          <CircleAlert />
          {value ? error : t('form.required_select')}
        </p>
      )}
    </div>
  );
}

interface FormRadioGroupProps {
  /** The name in the schema. */
  name: string;
  label: string;
  items: readonly RadioOption<string>[];
}

/** One of a few in a form: `<FormRadioGroup name="accountId" label={…} items={…} />`. */
export function FormRadioGroup({ name, label, items }: FormRadioGroupProps) {
  const { control } = useForms();
  const { field } = useController({ control, name });
  return (
    <RadioGroup
      label={label}
      items={items}
      value={field.value}
      onPick={field.onChange}
      error={useFieldError(name)}
      inputRef={field.ref}
    />
  );
}
