import { useController } from 'react-hook-form';
import { useForms } from './form.tsx';
import { useFieldError } from './form-field.tsx';
import { RadioGroup, type RadioOption } from './radio-group.tsx';

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
