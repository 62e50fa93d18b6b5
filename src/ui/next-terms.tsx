import type { Output } from '../contract/calls.ts';
import { date, inline, money, percent, t } from '../lang/index.ts';
import { Clock } from './icons/clock.ts';
import { Note } from './note.tsx';

const names = ['minimumWithdrawal', 'withdrawalFeePercent', 'withdrawalFeeMinimum'] as const;
type Figures = Record<(typeof names)[number], string>;
type Terms = Partial<Pick<Output<'GET /v1/me'>, 'limits' | 'nextTerms'>>;

interface NextTermsProps {
  /** The terms of today and those announced. */
  of: Terms;
  currency: string | undefined;
}

/** Returns the figures of terms of withdrawal as texts take them. */
export const termFigures = (
  { minimumWithdrawal, withdrawalFeePercent, withdrawalFeeMinimum }: Figures,
  currency: string | undefined,
) => ({
  min: inline(money(minimumWithdrawal, currency)),
  percent: inline(percent(Number(withdrawalFeePercent) / 100)),
  least: inline(money(withdrawalFeeMinimum, currency)),
});

/** Announces terms of withdrawal that do not hold yet, the old beside the new; nothing where there are none. */
export function NextTerms({ of: { limits, nextTerms }, currency }: NextTermsProps) {
  if (!limits || !nextTerms || names.every((name) => limits[name] === nextTerms[name])) return null;
  return (
    <Note icon={Clock}>
      <p>
        <strong>{t('wallet.terms_title')}</strong>
      </p>
      <p>{t('wallet.terms_from', { from: date(nextTerms.from), ...termFigures(nextTerms, currency) })}</p>
      <p>{t('wallet.terms_until', termFigures(limits, currency))}</p>
    </Note>
  );
}
