import { errorText, t } from '../lang/i18n.ts';
import { Button } from './button.tsx';
import { Failed, type Failure } from './failed.tsx';
import { CircleAlert } from './icons/circle-alert.ts';
import { Note } from './note.tsx';

interface TroubleProps {
  error: Failure;
  onRetry: () => void;
  title?: string;
  /** What is on the screen all the same. */
  beside: 'nothing' | 'old data';
}

/** Why data did not come: in its place, or above what is there of it. */
export default function Trouble({ error, onRetry, title, beside }: TroubleProps) {
  if (beside === 'nothing') return <Failed error={error} onRetry={onRetry} title={title} />;
  return (
    <Note tone="bad" icon={CircleAlert} role="status">
      <p>{errorText(error)}</p>
      <Button kind="plain" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Note>
  );
}
