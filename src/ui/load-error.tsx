import { t } from '../lang/first.ts';
import { CircleAlert } from './icons/circle-alert.ts';

/**
 * The error for code that is missing or faulty: it needs nothing that could be missing too.
 * A browser may remember a failed import for as long as the page lives, so there is a reload beside the retry.
 */
export function LoadError({ onRetry, title = t('common.failed') }: { onRetry: () => void; title?: string }) {
  return (
    <div className="empty" role="alert">
      <CircleAlert />
      <strong>{title}</strong>
      <button type="button" className="btn primary" onClick={onRetry}>
        {t('common.retry')}
      </button>
      <button type="button" className="btn plain" onClick={() => location.reload()}>
        {t('common.reload')}
      </button>
    </div>
  );
}
