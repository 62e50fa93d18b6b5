import { orderResource } from '../../data/orders.ts';
import { me } from '../../data/session.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { DemoBadge } from '../../ui/demo-badge.tsx';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Headset } from '../../ui/icons/headset.ts';
import { Dock, Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';

interface Props {
  title: string;
  /** The order of the screen; Back leads to it, where there is no former screen. */
  id: string | undefined;
  /** The main action, in the bar at the foot. */
  action?: Children;
  children: Children;
}

interface TopProps {
  title: string;
  /** Where Back leads without a former screen; none beside a list. */
  back: string | undefined;
  /** The order's number, for customer service. */
  no: string | undefined;
}

/** The top of every screen about an order. */
export const OrderHead = ({ title, back, no }: TopProps) => (
  <Head title={title} back={back}>
    {me.value.demo && <DemoBadge />}
    <IconButton icon={Headset} label={t('orders.service')} href={paths.service.href({ order: no })} />
  </Head>
);

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
