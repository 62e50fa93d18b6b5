import { number, t } from '../lang/index.ts';
import { FormField } from './form-field.tsx';
import type { Children } from './props.ts';

const cents = { minimumFractionDigits: 2 };

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
        inputmode="decimal"
        autocomplete="off"
        dir="ltr"
        placeholder={number(0, cents)}
        after={<span className="muted">{currency}</span>}
        hint={hint}
      />
    </div>
  );
}
