import { useEffect, useRef } from 'react';
import { Choices, type ChoicesProps } from './choices.tsx';

/** Many choices on one swipeable line: `<Chips label items={[{ value, label, count, href }]} value={status} />`. */
export function Chips<K extends string>(props: ChoicesProps<K>) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = line.current;
    const follow = ({ target }: FocusEvent) => scrollToChip(shown, target as Element);
    scrollToChip(shown, shown?.querySelector('[aria-current], :checked'));
    // A browser leaves a chip that gets the focus as it is when a part of it is in view.
    shown?.addEventListener('focusin', follow);
    return () => shown?.removeEventListener('focusin', follow);
  }, [props.value]);
  return <Choices {...props} line={line} />;
}

/** Scrolls the chip to the middle, by position, not by `scrollIntoView`, which would move the page too. */
function scrollToChip(line: Element | null, inChip: Element | null | undefined) {
  const chip = inChip?.closest('.chip');
  if (!line || !chip) return;
  const around = line.getBoundingClientRect();
  const own = chip.getBoundingClientRect();
  line.scrollLeft += own.left + own.width / 2 - around.left - around.width / 2;
}
