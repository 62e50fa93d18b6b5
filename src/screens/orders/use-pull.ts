import { useEffect, useRef } from 'react';

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
    let stop: (() => void) | undefined;
    let isOver = false;
    import('./pull-list.ts').then(
      ({ default: pullList }) => {
        if (area.current && !isOver) stop = pullList(area.current, () => act.current());
      },
      // Without its code the button reloads the list.
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);
  return area;
}
