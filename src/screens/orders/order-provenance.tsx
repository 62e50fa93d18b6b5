import type { Order } from '../../data/orders.ts';
import { dateTime, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { Sum } from '../../ui/sum.tsx';

/** Proof that a buyer stands behind the order: when they paid, by what, and how much of it is held now. */
export function OrderProvenance({ order }: { order: Order }) {
  if (!order.provenance) return null;
  const { paymentRefMasked, paidAt, held } = order.provenance;
  return (
    <Card title={t('orders.provenance')} className="tight">
      <Sum
        rows={[
          { label: t('orders.payment_ref'), amount: <Code>{paymentRefMasked}</Code>, words: true },
          { label: t('orders.paid_at'), amount: dateTime(paidAt), words: true },
          { label: t('orders.held'), amount: <Amount>{money(held, order.currency)}</Amount>, words: true },
        ]}
      />
      {Number(held) !== 0 && <p className="small muted">{t('orders.provenance_text')}</p>}
    </Card>
  );
}
