import { signedMoney } from '../lang/index.ts';
import { Amount } from './amount.tsx';
import type { Tone } from './props.ts';

export interface ProfitProps {
  amount: string | undefined;
  currency: string | undefined;
  /** Of a profit; a loss is red. */
  tone?: Tone | undefined;
}

/** A profit with its sign, a loss in red, where its name stands beside it. */
export const SignedProfit = ({ amount = '', currency, tone }: ProfitProps) => (
  <Amount tone={amount.startsWith('-') ? 'bad' : tone}>{signedMoney(amount, currency)}</Amount>
);
