import { useEffect, useRef } from 'react';
import { type ChoiceProps, Choices } from './choices.tsx';

/** Many filters on one swipeable line: `<Chips label items={[{ value, label, count, href }]} value={status} />`. */
export function Chips<K extends string>(props: ChoiceProps<K>) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const chosen = line.current?.querySelector('[aria-current], :checked')?.closest('.chip');
    if (chosen && line.current) scrollToMiddle(line.current, chosen);
  }, [props.value]);
  // A browser leaves a chip that gets the focus as it is when a part of it is in view.
  useEffect(() => {
    const shown = line.current;
    const follow = ({ target }: FocusEvent) => {
      const chip = (target as Element).closest('.chip');
      if (shown && chip) scrollToMiddle(shown, chip);
    };
    shown?.addEventListener('focusin', follow);
    return () => shown?.removeEventListener('focusin', follow);
  }, []);
  return <Choices {...props} shape="scroll" item="chip" line={line} />;
}

/** Scrolls by position, not by `scrollIntoView`, which would move the page too. */
function scrollToMiddle(line: Element, chosen: Element) {
  const around = line.getBoundingClientRect();
  const own = chosen.getBoundingClientRect();
  line.scrollLeft += own.left + own.width / 2 - around.left - around.width / 2;
}
