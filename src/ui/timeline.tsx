import type { Children, Tone } from './props.ts';

export interface TimelineStep {
  title: Children;
  /** When it happened, or is expected. */
  at?: Children;
  note?: Children;
}

interface TimelineProps {
  steps: readonly TimelineStep[];
  current: number;
  /** Of the current step. */
  tone?: Tone | undefined;
}

/** A timeline; steps before `current` are done: `<Timeline steps={[{ title, at }]} current={2} />`. All done: `current={-1}`. */
export function Timeline({ steps, current, tone }: TimelineProps) {
  return (
    <ol className="spine" data-tone={tone}>
      {steps.map((step, index) => (
        <li key={index} aria-current={index === current ? 'step' : undefined}>
          <div className="line">
            {index === current ? <strong>{step.title}</strong> : <span>{step.title}</span>}
            {step.at && <span className="small muted">{step.at}</span>}
          </div>
          {step.note && <div className="small">{step.note}</div>}
        </li>
      ))}
    </ol>
  );
}
