import { t } from '../lang/index.ts';
import { WifiOff } from './icons/wifi-off.ts';
import { Note } from './note.tsx';

interface OfflineBarProps {
  since: string | undefined;
  isOffline: boolean;
  /** The element that the app is drawn into: its docks stand above the bar. */
  root: HTMLElement;
}

/**
 * Shows that there is no network and how old the figures are: `<OfflineBar since={time(at)} isOffline />`, before the
 * frame and the tab bar. At the foot, so that nothing on the screen moves when it appears; once it has been shown its
 * room stays, because a list that is scrolled to its end would slide down under the finger without it.
 */
export function OfflineBar({ since, isOffline, root }: OfflineBarProps) {
  const raiseDocks = (bar: HTMLElement | null) =>
    root.style.setProperty('--strip', bar && `${bar.offsetHeight}px`);
  return (
    <div
      className="foot-bar"
      ref={raiseDocks}
      // Above the paint of a dock, which fills the room of the bar.
      style={{ visibility: isOffline ? undefined : 'hidden', zIndex: 3 }}
    >
      <Note tone="warn" icon={WifiOff} role="status">
        <strong>{t('common.offline')}</strong> {since && `${t('common.offline_since', { at: since })} `}
        {t('common.offline_waits')}
      </Note>
    </div>
  );
}
