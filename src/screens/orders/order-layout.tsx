import { orderResource } from '../../data/orders.ts';
import { paths } from '../../paths.ts';
import { Dock, Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { OrderHead } from './order-head.tsx';

interface Props {
  title: string;
  /** The order of the screen; Back leads to it, where there is no former screen. */
  id: string | undefined;
  /** The main action, in the bar at the foot. */
  action?: Children;
  children: Children;
}

/** A screen about one order, with customer service in reach. */
export function OrderLayout({ title, id, action, children }: Props) {
  const no = id && (orderResource.peek(id).data?.no ?? id);
  return (
    <>
      <OrderHead title={title} back={id ? paths.order.href({ id }) : paths.orderList.href()} no={no} />
      <Page>{children}</Page>
      {action && <Dock>{action}</Dock>}
    </>
  );
}
