import { number, t } from '../lang/index.ts';
import { amountKeyboard, decimalsOfShop } from '../lang/typed-amount.ts';
import { FormField } from './form-field.tsx';
import type { Children } from './props.ts';

interface AmountFieldProps {
  currency: string | undefined;
  hint?: Children;
}

/** The amount of a form, the largest figure of its screen: `<AmountField currency="USD" hint={…} />`. */
export function AmountField({ currency, hint }: AmountFieldProps) {
  return (
    <div className="amount">
      <FormField
        name="amount"
        label={t('accounts.amount')}
        inputmode={amountKeyboard()}
        autocomplete="off"
        dir="ltr"
        placeholder={number(0, { minimumFractionDigits: decimalsOfShop() })}
        after={<span className="muted">{currency}</span>}
        hint={hint}
      />
    </div>
  );
}
