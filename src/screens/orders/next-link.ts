import type { Order } from '../../data/orders.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';

interface NextLink {
  label: string;
  href: string;
}

/** Of all that can be looked into about an order, what is most likely wanted now. */
export function nextLink({ id, status, afterSale, allowedActions }: Order): NextLink | undefined {
  const allows = (action: Order['allowedActions'][number]) => allowedActions.includes(action);
  if (afterSale)
    return { label: t('orders.case.open'), href: paths.afterSale.href({ id: afterSale.caseId }) };
  const isTracked = status === 'shipped' || status === 'to_be_accepted';
  if (isTracked && allows('logistics'))
    return { label: t('orders.track'), href: paths.logistics.href({ id }) };
  return allows('comment')
    ? { label: t('orders.comment.title'), href: paths.orderComment.href({ id }) }
    : undefined;
}
