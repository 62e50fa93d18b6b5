import type { Children } from './props.ts';

export interface TimelineStep {
  title: Children;
  /** When it happened, or is expected. */
  at?: Children;
  note?: Children;
}

/** A timeline; steps before `current` are done: `<Timeline steps={[{ title, at }]} current={2} />`. All done: `current={-1}`. */
export function Timeline({ steps, current }: { steps: readonly TimelineStep[]; current: number }) {
  return (
    <ol className="spine">
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
