import { t } from '../lang/texts.ts';

/**
 * What is said when code is missing or has a fault: it needs nothing that could be missing too.
 * A browser may remember a failed import for as long as the page lives, so a reload stands beside the retry.
 */
export function Stuck({ onRetry, title = t('common.failed') }: { onRetry: () => void; title?: string }) {
  return (
    <div className="empty" role="alert">
      <p>{title}</p>
      <button type="button" className="btn primary" onClick={onRetry}>
        {t('common.retry')}
      </button>
      <button type="button" className="btn plain" onClick={() => location.reload()}>
        {t('common.reload')}
      </button>
    </div>
  );
}
