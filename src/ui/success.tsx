import { BigAmount } from './amount.tsx';
import { Check } from './icons/check.ts';
import type { Children } from './props.ts';

interface SuccessProps {
  /** What was paid, if anything was. */
  amount?: string;
  /** What was done, in one sentence. */
  children: Children;
}

/** Says that something is done: `<Success amount={money(paid)}>{t('quote.receipt_text', { no })}</Success>`. */
export function Success({ amount, children }: SuccessProps) {
  return (
    <div role="status" className="stack tight center">
      <span className="done" data-tone="good">
        <Check />
      </span>
      {amount && <BigAmount>{amount}</BigAmount>}
      <p>{children}</p>
    </div>
  );
}
