import { useId } from 'react';
import { Amount } from './amount.tsx';

interface Choice<K extends string = string> {
  value: K;
  label: string;
  /** Formatted count after the label. */
  count?: string | number;
  /** With an address the choice is a link, and the screen follows the address. */
  href?: string;
}

export interface ChoiceProps<K extends string> {
  /** The name of the group for screen readers. */
  label: string;
  items: readonly Choice<K>[];
  value: K | undefined;
  /** For choices without an address. */
  onPick?: (value: K) => void;
}

type Drawn<K extends string> = ChoiceProps<K> & {
  shape: string;
  item?: string;
  line?: { current: HTMLElement | null };
};

/** One of several, as links where the choices have addresses, else as radio buttons. */
export function Choices<K extends string>({ label, items, value, onPick, shape, item, line }: Drawn<K>) {
  const group = useId();
  if (items[0]?.href !== undefined)
    return (
      <nav className={shape} aria-label={label} ref={line}>
        {items.map((choice) => (
          <a
            key={choice.value}
            className={item}
            href={choice.href}
            aria-current={choice.value === value ? 'true' : undefined}
          >
            <Text choice={choice} />
          </a>
        ))}
      </nav>
    );
  return (
    <div
      className={shape}
      role="radiogroup"
      aria-label={label}
      ref={line as { current: HTMLDivElement | null }}
    >
      {items.map((choice) => (
        <label key={choice.value} className={item}>
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
