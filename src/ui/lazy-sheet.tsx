import type { FC } from 'react';
import { errorText, t } from '../lang/i18n.ts';
import { Button } from './button.tsx';
import { type LazyOptions, lazy } from './lazy.tsx';
import { Sheet } from './sheet.tsx';

interface Closable {
  onClose: () => void;
}

/**
 * Returns a sheet that loads its code when it is opened, or earlier by `preload`. Where the code cannot be loaded, a
 * sheet is drawn that says so and offers a retry: a press that draws nothing would open the real one minutes later.
 */
export const lazySheet = <P extends Closable>(
  load: () => Promise<{ default: FC<P> }>,
  options: Pick<LazyOptions<P>, 'texts'> = {},
) => lazy<P>(load, { ...options, failed: MissingSheet });

function MissingSheet({ onClose, onRetry }: Closable & { onRetry: () => void }) {
  return (
    <Sheet title={t('common.failed')} onClose={onClose}>
      <div className="stack">
        <p>{errorText({ code: 'network' })}</p>
        <Button kind="primary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </div>
    </Sheet>
  );
}
