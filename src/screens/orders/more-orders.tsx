import { useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../../data/api-error.ts';
import { errorText, t } from '../../i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';

/** The next page, when its button comes near the screen or is pressed. After a failure only the button asks again. */
export function MoreOrders({ more }: { more: () => Promise<void> }) {
  const end = useRef<HTMLDivElement>(null);
  const bring = useRef(more);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  bring.current = async () => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    await more().catch((thrown) => setError(asApiError(thrown)));
    setBusy(false);
  };

  useEffect(() => {
    if (error || busy || !end.current || typeof IntersectionObserver === 'undefined') return;
    const near = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void bring.current();
      },
      { rootMargin: '600px' },
    );
    near.observe(end.current);
    return () => near.disconnect();
  }, [error, busy]);

  return (
    <div ref={end} className="stack tight">
      {error && (
        <Note tone="bad" role="status">
          {errorText(error)}
        </Note>
      )}
      <Button block busy={busy} onClick={() => void bring.current()}>
        {t('orders.more')}
      </Button>
    </div>
  );
}
