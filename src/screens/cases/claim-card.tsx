import { openable } from '../../data/host.ts';
import type { Order } from '../../data/orders.ts';
import { dateTime, money, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Sum } from '../../ui/sum.tsx';

interface Props {
  claim: NonNullable<Order['claim']>;
  currency: string;
}

/** A claim on the deposit: how much, by when an objection stops it, and what has been paid. */
export function ClaimCard({ claim: { state, amount, paid, since, objectBy, appeal }, currency }: Props) {
  const tone = state === 'open' ? 'warn' : 'calm';
  return (
    <Card
      title={t('orders.claim.title')}
      aside={<Badge tone={tone}>{t(`orders.claim_state.${state}`)}</Badge>}
      className="tight"
    >
      <p>{t(`orders.claim_next.${state}`, { at: dateTime(objectBy) })}</p>
      <Sum
        rows={[
          { label: t('orders.claim.amount'), amount: money(amount, currency), note: weekDate(since) },
          { label: t('orders.claim.paid'), amount: money(paid, currency), total: true },
        ]}
      />
      <LinkButton block href={openable(appeal)}>
        {t('orders.case.appeal')}
      </LinkButton>
    </Card>
  );
}
