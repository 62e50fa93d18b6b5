import { useEffect, useRef } from 'react';

const minPullPx = 72;
const isAtTop = () => scrollY <= 0;

/**
 * Reloads a list by pulling it down at its top. The browser's own pull, which reloads the whole page, is prevented for
 * that gesture; a button does the same without a gesture.
 */
export function usePull<E extends HTMLElement>(onPull: () => void) {
  const area = useRef<E>(null);
  const act = useRef(onPull);
  act.current = onPull;
  useEffect(() => {
    const pulled = area.current;
    if (!pulled) return;
    let from: number | undefined;
    let way = 0;
    const down = ({ touches }: TouchEvent) => {
      from = touches.length === 1 && isAtTop() ? touches[0]?.clientY : undefined;
      way = 0;
    };
    const move = (event: TouchEvent) => {
      if (from === undefined) return;
      way = (event.touches[0]?.clientY ?? from) - from;
      if (way < 0) from = undefined;
      else if (event.cancelable && isAtTop()) event.preventDefault();
    };
    const up = () => {
      if (from !== undefined && way > minPullPx) act.current();
      from = undefined;
    };
    pulled.addEventListener('touchstart', down, { passive: true });
    pulled.addEventListener('touchmove', move, { passive: false });
    pulled.addEventListener('touchend', up);
    return () => {
      pulled.removeEventListener('touchstart', down);
      pulled.removeEventListener('touchmove', move);
      pulled.removeEventListener('touchend', up);
    };
  }, []);
  return area;
}
