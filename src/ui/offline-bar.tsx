import { t } from '../lang/i18n.ts';
import { WifiOff } from './icons/wifi-off.ts';
import { Note } from './note.tsx';

/**
 * Shows that there is no network and how old the figures are. `<OfflineBar since={time(at)} />`, while offline only,
 * before the frame and the tab bar. At the foot, so that nothing on the screen moves when it appears.
 */
export function OfflineBar({ since }: { since?: string }) {
  return (
    <div className="foot-bar">
      <Note tone="warn" icon={WifiOff} role="status">
        <strong>{t('common.offline')}</strong> {since && `${t('common.offline_since', { at: since })} `}
        {t('common.offline_waits')}
      </Note>
    </div>
  );
}
