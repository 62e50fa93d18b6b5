import { useRef } from 'react';
import { t } from '../lang/first.ts';
import { ClipboardList } from './icons/clipboard-list.ts';
import { Package } from './icons/package.ts';
import { RaiseBar } from './icons/raise-bar.ts';
import { Store } from './icons/store.ts';
import { Wallet } from './icons/wallet.ts';

const tabs = [
  ['app.store', Store],
  ['app.order', ClipboardList],
  ['app.product', Package],
  ['app.account', Wallet],
] as const;

/** How far a press must travel to be a drag, in px. */
const drag = 16;

interface TabBarProps {
  /** At the foot, with the round button; or at the side of a wide window, where nothing has to be raised. */
  look: 'bar' | 'rail';
  /** 0 to 3, in the order store, order, product, account; -1: none is active. */
  index: number;
  /** The address of each tab, in the same order. */
  hrefs: readonly [string, string, string, string];
  raised: boolean;
  /** The round button was used before: it needs no attention any more. */
  known: boolean;
  /** The round button was used; the parent stores the choice for this device. */
  onRaise: (raised: boolean) => void;
}

/**
 * The four tabs and the round button that raises the bar above what the host draws at the edge.
 * A tap, Enter or Space toggles; a drag moves the bar the way it goes.
 */
export function TabBar({ look, index, hrefs, raised, known, onRaise }: TabBarProps) {
  const from = useRef(0);
  return (
    <nav className={look === 'rail' ? 'tabs rail' : 'tabs'} aria-label={t('common.main')}>
      {tabs.map(([label, Icon], tab) => (
        <a key={label} href={hrefs[tab]} aria-current={tab === index ? 'page' : undefined}>
          <Icon />
          {t(label)}
        </a>
      ))}
      {look === 'bar' && (
        <button
          type="button"
          data-raised={raised || undefined}
          data-known={known || undefined}
          onPointerDown={(event) => {
            from.current = event.clientY;
            event.currentTarget.setPointerCapture?.(event.pointerId);
          }}
          onClick={(event) => {
            const way = event.detail ? event.clientY - from.current : 0;
            onRaise(Math.abs(way) > drag ? way < 0 : !raised);
          }}
        >
          <RaiseBar />
          {t(raised ? 'common.lower_bar' : 'common.raise_bar')}
        </button>
      )}
    </nav>
  );
}
