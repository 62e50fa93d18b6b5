import { safeParse } from 'valibot';
import { useFieldValue } from '../../ui/form-field.tsx';
import { typedAmount, typedMoney } from './typed-money.ts';

/** Returns the amount of the form around it once it is one, in the contract's writing. */
export function useTypedAmount(): string | undefined {
  const typed = useFieldValue('amount');
  return safeParse(typedMoney, typed).success ? typedAmount(typed as string) : undefined;
}
