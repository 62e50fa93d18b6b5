import { completeAmount } from '../lang/typed-amount.ts';
import { useFieldValue } from './form-field.tsx';

/** Returns the amount of the form around it once it is one, in the contract's form. */
export function useTypedAmount(): string | undefined {
  const typed = useFieldValue('amount');
  return typeof typed === 'string' ? completeAmount(typed) : undefined;
}
