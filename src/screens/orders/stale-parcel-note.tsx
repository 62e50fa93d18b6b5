import type { Logistics } from '../../data/orders.ts';
import { dayMs, gap, t, tn } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Clock } from '../../ui/icons/clock.ts';
import { Note } from '../../ui/note.tsx';

/** How long ago a parcel was last scanned, if that is longer than usual, and who can ask. */
export function StaleParcelNote({ parcel: { stale, lastScanAt } }: { parcel: Logistics }) {
  if (!stale) return null;
  const days = lastScanAt ? Math.floor((Date.now() - Date.parse(lastScanAt)) / dayMs) : 0;
  return (
    <Note tone="warn" icon={Clock}>
      <strong>{days > 0 ? tn('logistics.silent', days) : t('logistics.stale')}</strong>
      {gap()}
      {t('logistics.silent_text')}
      {gap()}
      <a href={paths.service.href()}>{t('orders.service')}</a>
    </Note>
  );
}
