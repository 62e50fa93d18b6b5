import { logisticsResource } from '../../data/orders.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { ParcelCarrier } from './parcel-carrier.tsx';
import { formatScanTime, scanPlace, scanText } from './scan-parts.tsx';
import { StaleParcelNote } from './stale-parcel-note.tsx';

/** Carrier, number and the newest scan of the parcel, folded while it moves on; all scans are on their own screen. */
export default function OrderParcel({ orderId }: { orderId: string }) {
  const state = logisticsResource.ask(orderId);
  const { data } = state.value;
  return (
    <details open={data?.stale || undefined}>
      <summary>{t('orders.parcel')}</summary>
      <Await
        of={state}
        onRetry={() => void logisticsResource.refetch(orderId)}
        skeleton={<SkeletonBlock h="44px" />}
      >
        {(parcel) => {
          const newest = parcel.checkpoints?.at(-1);
          return (
            <div className="stack tight">
              <ParcelCarrier parcel={parcel} />
              {newest && (
                <p>
                  {scanText(newest)}
                  {newest.text && newest.place && ' · '}
                  {scanPlace(newest)}
                  <br />
                  <span className="small muted">{formatScanTime(newest)}</span>
                </p>
              )}
              <StaleParcelNote parcel={parcel} />
              <LinkButton block href={paths.logistics.href({ id: orderId })}>
                {t('logistics.all')}
              </LinkButton>
            </div>
          );
        }}
      </Await>
    </details>
  );
}
