import { useEffect, useRef } from 'react';

const farEnough = 72;
const isAtTop = () => scrollY <= 0;

/**
 * Pulling a list down at its top loads it once. The browser's own pull, which reloads the whole page, is held back
 * for that gesture; whoever does not pull has a button.
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
      if (from !== undefined && way > farEnough) act.current();
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
