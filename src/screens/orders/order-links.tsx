import type { Order } from '../../data/orders.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';

/** The case of an order, open or closed, or the claim that stands on it; nothing where there was neither. */
export const caseOfOrder = ({ id, lastCaseId, afterSale, claim }: Order) =>
  afterSale?.caseId ?? lastCaseId ?? (claim ? id : undefined);

/** What else can be looked into or done about an order. */
export function OrderLinks({ order }: { order: Order }) {
  const caseId = caseOfOrder(order);
  const comments = order.allowedActions.includes('comment');
  if (!caseId && !comments) return null;
  return (
    <div className="row tight wrap">
      {caseId && (
        <LinkButton href={paths.afterSale.href({ id: caseId })}>
          {order.afterSale ? t('orders.case.open') : t('orders.case.all')}
        </LinkButton>
      )}
      {comments && (
        <LinkButton href={paths.orderComment.href({ id: order.id })}>{t('orders.comment.title')}</LinkButton>
      )}
    </div>
  );
}
