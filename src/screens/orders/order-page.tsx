import { order } from '../../data/orders.ts';
import { me } from '../../data/session.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Head } from '../../ui/head.tsx';
import { Headset } from '../../ui/icons/headset.ts';
import { Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { Tap } from '../../ui/tap.tsx';

interface Props {
  title: string;
  /** The order that it is about; Back leads there, where nothing was opened before. */
  id: string | undefined;
  children: Children;
}

interface TopProps {
  title: string;
  back: string;
  /** The order's number, which customer service is told. */
  no: string | undefined;
}

/** The top of every screen about an order. */
export const OrderTop = ({ title, back, no }: TopProps) => (
  <Head title={title} back={back}>
    {me.value.demo && <Badge tone="warn">{t('shop.demo')}</Badge>}
    <Tap icon={Headset} label={t('orders.service')} href={paths.service.href({ order: no })} />
  </Head>
);

/** A screen about something of one order, with customer service in reach. */
export function OrderPage({ title, id, children }: Props) {
  const no = id && (order.peek(id).data?.no ?? id);
  return (
    <>
      <OrderTop title={title} back={id ? paths.order.href({ id }) : paths.orderList.href()} no={no} />
      <Page>{children}</Page>
    </>
  );
}
