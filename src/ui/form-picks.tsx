import { useController } from 'react-hook-form';
import { useForms } from './form.tsx';
import { useFieldError } from './form-field.tsx';
import { type PickOf, Picks } from './picks.tsx';

interface FormPicksProps {
  /** The name in the schema. */
  name: string;
  label: string;
  items: readonly PickOf<string>[];
}

/** One of a few in a form: `<FormPicks name="accountId" label={…} items={…} />`. */
export function FormPicks({ name, label, items }: FormPicksProps) {
  const { control } = useForms();
  const { field } = useController({ control, name });
  return (
    <Picks
      label={label}
      items={items}
      value={field.value}
      onPick={field.onChange}
      error={useFieldError(name)}
    />
  );
}
