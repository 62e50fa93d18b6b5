import type { Output } from '../../contract/calls.ts';
import { money, signedMoney } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Card } from '../../ui/card.tsx';
import type { Children } from '../../ui/props.ts';
import { Sum } from '../../ui/sum.tsx';

type Page = Output<'POST /v1/user/wallet_flow'>;

interface FlowTotalsProps {
  page: Page;
  of: 'account' | 'part';
  /** What concerns all of these rows, too; it stands without sums where there are none. */
  children?: Children;
}

/**
 * Opening + income − expenses = closing, over all rows of an account. A part of its rows has no balance before and
 * after, so that of them only income, expenses and the difference are said. Absent where the server does not sum.
 */
export function FlowTotals({ page, of, children }: FlowTotalsProps) {
  const { currency, opening, closing, totals } = page;
  if (!totals) return children;
  const total = of === 'account' ? money(closing, currency) : signedMoney(closing, currency);
  return (
    <Card title={t('flow.sum_title')}>
      <Sum
        rows={[
          ...(of === 'account' ? [{ label: t('flow.opening'), amount: money(opening, currency) }] : []),
          { label: t('flow.in'), amount: signedMoney(totals.in, currency) },
          { label: t('flow.out'), amount: signedMoney(`-${totals.out}`, currency) },
          { label: of === 'account' ? t('flow.closing') : t('flow.difference'), amount: total, total: true },
        ]}
      />
      {children}
    </Card>
  );
}
