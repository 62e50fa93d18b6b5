import { MONEY, parseMoney } from '../../contract/money.ts';
import { useFieldValue } from '../../ui/form-field.tsx';
import { typedAmount } from './typed-money.ts';

/** Returns the amount of the form around it once it is one, in the contract's writing. */
export function useTypedAmount(): string | undefined {
  const typed = useFieldValue('amount');
  const amount = typeof typed === 'string' ? typedAmount(typed) : '';
  return MONEY.test(amount) && parseMoney(amount) > 0n ? amount : undefined;
}
