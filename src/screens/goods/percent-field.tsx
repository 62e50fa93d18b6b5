// A price rule as it is typed: its field, and how it is read.

import { useEffect, useRef } from 'react';
import * as v from 'valibot';
import type { PriceRule } from '../../contract/price-rule.ts';
import { marginShare, percentChange } from '../../contract/showcase.ts';
import { typedAmount } from '../../lang/typed-amount.ts';
import { Field } from '../../ui/field.tsx';
import { fieldErrorText, issueMessage } from '../../ui/form-text.ts';
import { latinDigits } from '../../ui/pin.tsx';

interface TypedRule {
  value?: PriceRule;
  /** The sentence beside the field. */
  problem?: string;
}

/** Reads what was typed as a rule; neither a rule nor a problem while nothing was. */
export function readRule(way: 'raise' | 'lower' | 'over_cost' | 'margin', typed: string): TypedRule {
  if (typed.trim() === '') return {};
  const amount = typedAmount(typed);
  // The way gives the sign: a typed one makes it no number.
  const text = way === 'lower' || amount.startsWith('-') ? `-${amount}` : amount;
  const { success, issues, output } = v.safeParse(way === 'margin' ? marginShare : percentChange, text, {
    message: issueMessage,
  });
  if (success) return { value: way === 'margin' ? { margin: output } : { percent: output } };
  return { problem: fieldErrorText(issues[0].message, typed) };
}

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
