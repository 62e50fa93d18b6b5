import { type RefObject, useId } from 'react';
import { Amount } from './amount.tsx';

interface Choice<K extends string = string> {
  value: K;
  label: string;
  /** Formatted count after the label. */
  count?: string | number;
  /** With an address the choice is a link, and the screen follows the address. */
  href?: string;
}

export interface ChoicesProps<K extends string> {
  /** The name of the group for screen readers. */
  label: string;
  items: readonly Choice<K>[];
  value: K | undefined;
  /** For choices without an address. */
  onPick?: (value: K) => void;
  /** Draws them on one swipeable line; see `Chips`. */
  line?: RefObject<HTMLElement | null>;
}

/**
 * One of several, two to four side by side, as links where the choices have addresses, else as radio buttons:
 * `<Choices label items={[{ value: 'week', label: t('stats.week') }]} value onPick />`.
 */
export function Choices<K extends string>({ label, items, value, onPick, line }: ChoicesProps<K>) {
  const className = line ? 'scroll' : 'row tight wrap';
  const group = useId();
  if (items[0]?.href !== undefined)
    return (
      <nav className={className} aria-label={label} ref={line}>
        {items.map((choice) => (
          <a
            key={choice.value}
            className="chip"
            href={choice.href}
            aria-current={choice.value === value ? 'true' : undefined}
          >
            <Text choice={choice} />
          </a>
        ))}
      </nav>
    );
  return (
    <div className={className} role="radiogroup" aria-label={label} ref={line as RefObject<HTMLDivElement>}>
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
      {choice.label}
      {choice.count !== undefined && <Amount>{choice.count}</Amount>}
    </>
  );
}
