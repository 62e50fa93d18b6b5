import { useLocation } from 'preact-iso/router';
import { codes } from '../../contract/errors.ts';
import { type Logistics, logisticsResource, orderResource } from '../../data/orders.ts';
import { date, errorText, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/empty.tsx';
import { Truck } from '../../ui/icons/truck.ts';
import type { Children, Tone } from '../../ui/props.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { OrderLayout } from './order-layout.tsx';
import { OrderReference } from './order-reference.tsx';
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
  const state = logisticsResource.ask(id);
  const { data, error } = state.value;
  if (!data && error?.code === codes.recordNotFound) return <NoParcel id={id} />;
  if (!data && error?.code === codes.logisticsNotConfigured)
    return <NoParcel id={id} why={errorText(error)} />;
  return (
    <Await
      of={state}
      onRetry={() => void logisticsResource.refetch(id)}
      failed={t('logistics.failed')}
      skeleton={<Skeleton cards={2} />}
    >
      {(parcel) => (
        <div className="stack cols" style={{ alignItems: 'start' }}>
          <div className="stack">
            <section className="card stack">
              <div className="stack near">
                <Status parcel={parcel} />
                <Acceptance id={id} />
              </div>
              <Route parcel={parcel} id={id} />
              <StaleParcelNote parcel={parcel} />
              <div className="rule">
                <ParcelCarrier parcel={parcel} />
              </div>
            </section>
            <OrderReference id={id} />
          </div>
          <Scans parcel={parcel} id={id} />
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

/** No delivery follows these. */
const ended: readonly Logistics['status'][] = ['delivered', 'exception', 'expired'];

/** The parcel's status, as the headline; one that this version does not know is shown as the server names it. */
function Status({ parcel: { status } }: { parcel: Logistics }) {
  const Title = useHeading(2);
  if (!status) return null;
  return (
    <Title className={classes('title', tones[status] && 'tone')} data-tone={tones[status]}>
      {parcelText(status, status)}
    </Title>
  );
}

/** The date that comes next: none is known of a delivery, then the one after which the order counts as accepted. */
function Acceptance({ id }: { id: string }) {
  const { data } = orderResource.ask(id).value;
  if (data?.status === 'shipped' && data.refundAt)
    return <p className="muted">{t('orders.next.shipped', { at: date(data.refundAt) })}</p>;
  if (!data?.autoAcceptAt) return null;
  return <p className="muted">{t('orders.next.to_be_accepted', { at: date(data.autoAcceptAt) })}</p>;
}

/** Where the parcel started, where it was seen last and where it goes, each with its day. */
function Route({ parcel: { checkpoints = [], status }, id }: { parcel: Logistics; id: string }) {
  const { data } = orderResource.ask(id).value;
  const first = checkpoints[0];
  const last = checkpoints.at(-1);
  if (!first || !last) return null;
  const isThere = status === 'delivered';
  const goal = data?.destination ?? t('orders.step.to_be_accepted');
  const due = data?.status === 'shipped' && data.refundAt && t('orders.step_by', { at: date(data.refundAt) });
  return (
    <ol className="route" data-tone={isThere ? 'good' : undefined}>
      <Stop name={scanPlace(first) || scanText(first)} at={date(first.at)} />
      {last !== first && !isThere && <Stop name={scanPlace(last) || scanText(last)} at={date(last.at)} />}
      <Stop name={<bdi>{goal}</bdi>} at={isThere ? date(last.at) : due} isAhead={!isThere} />
    </ol>
  );
}

function Stop({ name, at, isAhead }: { name: Children; at: Children; isAhead?: boolean }) {
  return (
    <li data-ahead={isAhead || undefined}>
      {name}
      {at && <span className="muted">{at}</span>}
    </li>
  );
}

/** Every scan so far, and after it the steps to the end of the delivery. */
function Scans({ parcel: { checkpoints = [], status }, id }: { parcel: Logistics; id: string }) {
  const scans = checkpoints.map((scan) => ({
    title: scanText(scan),
    note: (
      <span className="muted">
        {scan.place && <>{scanPlace(scan)} · </>}
        {formatScanTime(scan)}
      </span>
    ),
  }));
  const { data } = orderResource.ask(id).value;
  const isUnderWay = data?.status === 'shipped' && !ended.includes(status);
  const steps = [...scans, ...(isUnderWay ? [{ title: t('orders.step.to_be_accepted') }] : [])];
  return (
    <Card title={t('logistics.scans')}>
      {scans.length > 0 ? (
        <Timeline steps={steps} current={scans.length - 1} />
      ) : (
        <p>{t('logistics.unscanned')}</p>
      )}
    </Card>
  );
}

function NoParcel({ id, why = t('logistics.none_text') }: { id?: string; why?: string }) {
  return (
    <Empty icon={Truck} title={t('logistics.none')} text={why}>
      <LinkButton href={id ? paths.order.href({ id }) : paths.orderList.href()}>
        {id ? t('orders.view_order') : t('orders.show_all')}
      </LinkButton>
    </Empty>
  );
}
