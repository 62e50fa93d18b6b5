import { useEffect, useRef } from 'react';
import { followFinger } from '../../ui/follow-finger.ts';

const minPullPx = 72;
/** The mark is drawn half as far as the finger, and no further than this. */
const maxDrawnPx = 56;

/**
 * Reloads a list by pulling it down at its top, with a mark that follows the finger and turns until `onPull` has ended.
 * The browser's own pull, which reloads the whole page, is prevented for that gesture; a button does the same without a
 * gesture.
 */
export function usePull<E extends HTMLElement>(onPull: () => Promise<unknown> | undefined) {
  const area = useRef<E>(null);
  const act = useRef(onPull);
  act.current = onPull;
  useEffect(() => {
    const pulled = area.current;
    if (!pulled) return;
    const pane = pulled.closest('.pane');
    const isAtTop = () => (pane ? pane.scrollTop : scrollY) <= 0;
    const draw = (px: number) => pulled.style.setProperty('--drawn', `${px}px`);
    const reload = async () => {
      pulled.ariaBusy = 'true';
      try {
        await act.current();
      } finally {
        pulled.ariaBusy = null;
        draw(0);
      }
    };
    return followFinger(pulled, {
      canStart: isAtTop,
      onMove: (way) => draw(Math.min(way / 2, maxDrawnPx)),
      onEnd: (way) => (way > minPullPx ? void reload() : draw(0)),
    });
  }, []);
  return area;
}
