import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Head } from '../../ui/head.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Headset } from '../../ui/icons/headset.ts';

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
    <IconButton icon={Headset} label={t('orders.service')} href={paths.service.href({ order: no })} />
  </Head>
);
