import { errorText, t } from '../lang/index.ts';
import { Button } from './button.tsx';
import { ErrorState, type Failure, hasNoAnswer } from './error-state.tsx';
import { CircleAlert } from './icons/circle-alert.ts';
import { Note } from './note.tsx';
import { isOfflineShown } from './offline.ts';

interface InlineErrorProps {
  error: Failure;
  onRetry: () => void;
  title?: string;
  /** What is shown besides the error. */
  beside: 'nothing' | 'old data';
}

/** The error of failed data: in its place, or above old data. */
export default function InlineError({ error, onRetry, title, beside }: InlineErrorProps) {
  // How old the data is, the bar says, too.
  if (beside === 'old data' && isOfflineShown.value && hasNoAnswer(error)) return null;
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
