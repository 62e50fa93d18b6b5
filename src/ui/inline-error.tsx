import { errorText, t } from '../lang/index.ts';
import { Button } from './button.tsx';
import { ErrorState, type Failure } from './error-state.tsx';
import { CircleAlert } from './icons/circle-alert.ts';
import { Note } from './note.tsx';

interface InlineErrorProps {
  error: Failure;
  onRetry: () => void;
  title?: string;
  /** What is shown besides the error. */
  beside: 'nothing' | 'old data';
}

/** The error of failed data: in its place, or above old data. */
export default function InlineError({ error, onRetry, title, beside }: InlineErrorProps) {
  if (beside === 'nothing') return <ErrorState error={error} onRetry={onRetry} title={title} />;
  return (
    <Note tone="bad" icon={CircleAlert} role="status">
      <p>{errorText(error)}</p>
      <Button kind="plain" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Note>
  );
}
