import { type OrderStatus, orderStatuses } from '../../contract/status.ts';
import { t } from '../../lang/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import type { IconOf, Tone } from '../../ui/props.ts';

const tones: Partial<Record<OrderStatus, Tone>> = {
  pending_payment: 'warn',
  to_be_shipped: 'info',
  shipped: 'info',
  to_be_accepted: 'info',
  completed: 'good',
};

export const isKnownStatus = (status: string): status is OrderStatus =>
  orderStatuses.includes(status as OrderStatus);

/** Returns the text of a status; one that this version does not know is shown as the server names it. */
export const statusText = (status: string) => (isKnownStatus(status) ? t(`status.${status}`) : status);

export function StatusBadge({ status, icon }: { status: OrderStatus; icon?: IconOf }) {
  return (
    <Badge tone={tones[status] ?? 'calm'} icon={icon}>
      {statusText(status)}
    </Badge>
  );
}
