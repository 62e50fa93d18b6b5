import { type RefObject, useEffect, useRef } from 'react';

type PressKey = (event: KeyboardEvent, list: HTMLElement, close: () => boolean) => void;

/**
 * The keys of a list in wide windows, while no field has the focus: J and K move it from row to row, X ticks the row, P, L and
 * U press what is named by them (pay or price, list, undo), and Esc closes; from the search, the arrow down leads to the first
 * row. The help explains them. `close` returns whether there was something to close.
 */
export function useListKeys(isOn: boolean, list: RefObject<HTMLElement | null>, close: () => boolean) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOn) return;
    let pressKey: PressKey | undefined;
    // Without its code the list is as on a phone.
    import('./list-keys.ts').then(
      (code) => {
        pressKey = code.default;
      },
      () => {},
    );
    const press = (event: KeyboardEvent) => {
      if (list.current) pressKey?.(event, list.current, latest.current);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isOn]);
}
