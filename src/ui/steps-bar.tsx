import { classes } from './classes.ts';
import type { Tone } from './props.ts';

export interface Step {
  /** One word, as five of them share a line: "Ships". */
  title: string;
  /** When the current step happens, or happened where it is the last. */
  at?: string | undefined;
}

interface StepsBarProps {
  /** Names the list for readers. */
  label: string;
  steps: readonly Step[];
  /** The index of the current step: those before it are done. */
  current: number;
  /** Of the current step: `warn` where it waits for the merchant, `good` where all is done. */
  tone?: Tone | undefined;
  /** Another end took the place of the steps to come: the last one has their room. */
  ended?: boolean;
}

/** The columns of the bar, filled or not. */
const columns = 5;

/** How far something is, in at most five steps: `<StepsBar label steps={[{ title, at }]} current={2} />`. */
export function StepsBar({ label, steps, current, tone, ended }: StepsBarProps) {
  return (
    <ol className={classes('steps', ended && 'cut')} aria-label={label} data-tone={tone}>
      {steps.map(({ title, at }, index) => (
        <li
          key={index}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
          style={ended && index === current ? { gridColumn: `${index + 1} / ${columns + 1}` } : undefined}
        >
          <span>{title}</span>
          {index === current && at && <span className="when">{at}</span>}
        </li>
      ))}
    </ol>
  );
}
