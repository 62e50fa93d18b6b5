import { type RefObject, useEffect, useId, useRef } from 'react';
import { Amount } from './amount.tsx';
import type { Tone } from './props.ts';

interface Choice<K extends string = string> {
  value: K;
  label: string;
  /** Formatted count after the label. */
  count?: string | number | undefined;
  /** With an address the choice is a link, and the screen follows the address. */
  href?: string;
  /** Of a dot before the label, where the choice waits for the person. */
  tone?: Tone;
}

interface ChoicesProps<K extends string> {
  /** The name of the group for screen readers. */
  label: string;
  items: readonly Choice<K>[];
  value: K | undefined;
  /** For choices without an address. */
  onPick?: (value: K) => void;
  /** `segments`: two to four views side by side; `words`: filters on one line that swipes, of which only the current one has a fill. */
  shape: 'segments' | 'words';
}

/**
 * One of several, as links where the choices have addresses, else as radio buttons:
 * `<Choices shape="segments" label items={[{ value: 'week', label: t('stats.week') }]} value onPick />`.
 */
export function Choices<K extends string>({ label, items, value, onPick, shape }: ChoicesProps<K>) {
  const group = useId();
  const line = useRef<HTMLElement>(null);
  const [className, ref] = shape === 'segments' ? ['row tight wrap'] : ['scroll words', line];
  useEffect(() => {
    const shown = line.current;
    // A chip that a pointer presses stays below it: moved before the button is let go, it would not be clicked.
    const follow = ({ target }: FocusEvent) => {
      if ((target as Element).matches(':focus-visible')) scrollToChip(shown, target as Element);
    };
    // In the frame, which works the layout out in any case, rather than in the long task that draws a screen.
    const frame = requestAnimationFrame(() =>
      scrollToChip(shown, shown?.querySelector('[aria-current], :checked')),
    );
    // A browser leaves a chip that gets the focus as it is when a part of it is in view.
    shown?.addEventListener('focusin', follow);
    return () => {
      cancelAnimationFrame(frame);
      shown?.removeEventListener('focusin', follow);
    };
  }, [value]);
  if (items[0]?.href !== undefined)
    return (
      <nav className={className} aria-label={label} ref={ref}>
        {items.map((choice) => (
          <a
            key={choice.value}
            className="chip"
            href={choice.href}
            data-tone={choice.tone}
            aria-current={choice.value === value ? 'true' : undefined}
          >
            <Text choice={choice} />
          </a>
        ))}
      </nav>
    );
  return (
    <div
      className={className}
      role="radiogroup"
      aria-label={label}
      ref={ref as RefObject<HTMLDivElement> | undefined}
    >
      {items.map((choice) => (
        <label key={choice.value} className="chip">
          <input
            type="radio"
            name={group}
            checked={choice.value === value}
            onChange={() => onPick?.(choice.value)}
          />
          <Text choice={choice} />
        </label>
      ))}
    </div>
  );
}

function Text({ choice }: { choice: Choice }) {
  return (
    <>
      {choice.tone && <span className="dot" />}
      {choice.label}
      {choice.count !== undefined && <Amount>{choice.count}</Amount>}
    </>
  );
}

/** Scrolls the chip to the middle, by position, not by `scrollIntoView`, which would move the page too. */
function scrollToChip(line: Element | null, inChip: Element | null | undefined) {
  const chip = inChip?.closest('.chip');
  if (!line || !chip) return;
  const around = line.getBoundingClientRect();
  const own = chip.getBoundingClientRect();
  line.scrollLeft += own.left + own.width / 2 - around.left - around.width / 2;
}
