import type { Order } from '../../data/orders.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';

interface NextLink {
  label: string;
  href: string;
}

/** Of all that can be looked into about an order, what is most likely wanted now. */
export function nextLink({ id, status, allowedActions }: Order): NextLink | undefined {
  const isTracked = status === 'shipped' || status === 'to_be_accepted';
  if (isTracked && allowedActions.includes('logistics'))
    return { label: t('orders.track'), href: paths.logistics.href({ id }) };
  return undefined;
}
