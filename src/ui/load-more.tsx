import { useEffect, useRef, useState } from 'react';
import { errorText, t } from '../lang/index.ts';
import { Button } from './button.tsx';
import type { Failure } from './error-state.tsx';

interface LoadMoreProps {
  /** Loads the next page; a rejected promise is shown here, above the button that tries again. */
  load: () => Promise<void>;
}

/**
 * The end of a paged list: the next page loads when the end is near, and by the button.
 * `{data.nextCursor && <LoadMore load={() => orderListResource.more(filter)} />}`.
 */
export function LoadMore({ load }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<{ busy?: true; error?: Failure }>({});
  const loadNext = () => {
    setState({ busy: true });
    load().then(
      () => setState({}),
      (error: Failure) => setState({ error }),
    );
  };
  const latest = useRef(loadNext);
  latest.current = loadNext;
  const idle = !state.busy && !state.error;
  useEffect(() => {
    if (!idle || !end.current || typeof IntersectionObserver === 'undefined') return;
    const near = new IntersectionObserver(
      (seen) => seen.some((entry) => entry.isIntersecting) && latest.current(),
      // Before anyone has scrolled, a page that fills the screen is enough.
      { rootMargin: scrollY > 0 ? '600px' : '0px' },
    );
    near.observe(end.current);
    return () => near.disconnect();
  }, [idle]);
  return (
    <div ref={end} className="stack tight center">
      {state.error && (
        <p role="alert" className="small muted">
          {errorText(state.error)}
        </p>
      )}
      <Button busy={state.busy} onClick={loadNext}>
        {state.error ? t('common.retry') : t('common.more')}
      </Button>
    </div>
  );
}
