import { t } from '../lang/index.ts';
import { Circle } from './icons/circle.ts';
import { CircleCheck } from './icons/circle-check.ts';

/** Whether a requirement is met: a tick or an open circle, and its word for screen readers. */
export function Tick({ isDone }: { isDone: boolean }) {
  return (
    <>
      {isDone ? <CircleCheck className="tone" /> : <Circle className="muted" />}
      <span className="sr">{t(isDone ? 'setup.done' : 'setup.missing')}</span>
    </>
  );
}
