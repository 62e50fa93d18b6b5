import { useLocation } from 'preact-iso/router';
import { codes } from '../../contract/errors.ts';
import { type Logistics, logistics, order } from '../../data/orders.ts';
import { dateTime } from '../../lang/format.ts';
import { errorText, t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Truck } from '../../ui/icons/truck.ts';
import { Note } from '../../ui/note.tsx';
import type { Tone } from '../../ui/props.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { OrderLayout } from './order-layout.tsx';
import { ParcelCarrier } from './parcel-carrier.tsx';
import { formatScanTime, parcelText, scanPlace, scanText } from './scan-parts.tsx';
import { StaleParcelNote } from './stale-parcel-note.tsx';

/** The parcel of an order: every scan with its place and local time, and what follows the delivery. */
export default function LogisticsScreen() {
  const { id } = useLocation().query;
  return (
    <OrderLayout title={t('orders.parcel')} id={id}>
      {id ? <ParcelTracking id={id} /> : <NoParcel />}
    </OrderLayout>
  );
}

function ParcelTracking({ id }: { id: string }) {
  const state = logistics.ask(id);
  const { data, error } = state.value;
  if (!data && error?.code === codes.recordNotFound) return <NoParcel id={id} />;
  if (!data && error?.code === codes.logisticsNotConfigured)
    return <NoParcel id={id} why={errorText(error)} />;
  return (
    <Await
      of={state}
      onRetry={() => void logistics.refetch(id)}
      failed={t('orders.parcel_failed')}
      skeleton={<Skeleton cards={2} />}
    >
      {(parcel) => (
        <div className="stack cols" style={{ alignItems: 'start' }}>
          <Card title={t('orders.parcel_number')} aside={<Status parcel={parcel} />} className="tight">
            <ParcelCarrier parcel={parcel} />
            <StaleParcelNote parcel={parcel} />
            <Acceptance id={id} />
          </Card>
          <Scans parcel={parcel} />
        </div>
      )}
    </Await>
  );
}

const tones: Partial<Record<Logistics['status'], Tone>> = {
  delivered: 'good',
  exception: 'bad',
  expired: 'bad',
  attempt_failed: 'warn',
};

/** The parcel's status; one that this version does not know is shown as the server names it. */
function Status({ parcel: { status } }: { parcel: Logistics }) {
  if (!status) return null;
  return (
    <span className="dot small" data-tone={tones[status] ?? 'calm'}>
      {parcelText(status, status)}
    </span>
  );
}

/** The date after which a delivered order counts as accepted, from the server. */
function Acceptance({ id }: { id: string }) {
  const { data } = order.ask(id).value;
  if (data?.status === 'shipped') return <Note>{t('orders.next.shipped')}</Note>;
  if (!data?.autoAcceptAt) return null;
  return <Note>{t('orders.next.to_be_accepted', { at: dateTime(data.autoAcceptAt) })}</Note>;
}

function Scans({ parcel: { checkpoints = [] } }: { parcel: Logistics }) {
  const steps = [...checkpoints].reverse().map((scan, index) => ({
    title: index === 0 ? <strong>{scanText(scan)}</strong> : scanText(scan),
    note: scan.place && scanPlace(scan),
    at: formatScanTime(scan),
  }));
  return (
    <Card title={t('orders.parcel_scans')}>
      {steps.length > 0 ? (
        <>
          <Timeline steps={steps} current={-1} />
          <p className="small muted">{t('orders.parcel_scans_zone')}</p>
        </>
      ) : (
        <p>{t('orders.parcel_unscanned')}</p>
      )}
    </Card>
  );
}

function NoParcel({ id, why = t('orders.parcel_none_text') }: { id?: string; why?: string }) {
  return (
    <Empty icon={Truck} title={t('orders.parcel_none')} text={why}>
      <LinkButton href={id ? paths.order.href({ id }) : paths.orderList.href()}>
        {id ? t('orders.view_order') : t('orders.show_all')}
      </LinkButton>
    </Empty>
  );
}
