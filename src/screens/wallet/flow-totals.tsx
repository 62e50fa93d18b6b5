import type { Output } from '../../contract/calls.ts';
import { money, signedMoney } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Sum } from '../../ui/sum.tsx';

type Page = Output<'POST /v1/user/wallet_flow'>;

/** Opening + income − expenses = closing, over all rows that match; absent where the server does not sum. */
export function FlowTotals({ page }: { page: Page }) {
  if (!page.totals) return null;
  const { currency, opening, closing, totals } = page;
  return (
    <Card title={t('flow.sum_title')}>
      <Sum
        rows={[
          { label: t('flow.opening'), amount: money(opening, currency) },
          { label: t('flow.in'), amount: signedMoney(totals.in, currency) },
          { label: t('flow.out'), amount: signedMoney(`-${totals.out}`, currency) },
          { label: t('flow.closing'), amount: money(closing, currency), total: true },
        ]}
      />
    </Card>
  );
}
