import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useState } from 'react';
import { t } from '../lang/first.ts';
import type { Failure } from './error-state.tsx';
import { lazy } from './lazy.tsx';
import type { Children } from './props.ts';

/** Loads after the first screen. */
export const InlineError = lazy(() => import('./inline-error.tsx'));

/** The state of a resource: its last good data, if any, and why the last attempt failed. */
export interface Loaded<T> {
  data?: T;
  error?: Failure;
  loading: boolean;
}

interface AwaitProps<T> {
  of: Loaded<T> | ReadonlySignal<Loaded<T>>;
  onRetry: () => void;
  /** In the geometry of the data; drawn after 150 ms only. */
  skeleton?: Children;
  /** Drawn in place of the data when `isEmpty` returns true; by default for an empty list. */
  empty?: Children;
  isEmpty?: (data: T) => boolean;
  /** The title of the error: "Orders could not be loaded". */
  failed?: string;
  children: (data: T) => Children;
}

/**
 * Draws the four states of loaded data:
 * `<Await of={orders} onRetry={refresh} skeleton={<Skeleton />} empty={<Empty … />}>{(data) => …}</Await>`.
 * Old data stays while it refreshes; a failed refresh shows its error above it.
 */
export function Await<T>({
  of,
  onRetry,
  skeleton,
  empty,
  isEmpty = isEmptyList,
  failed,
  children,
}: AwaitProps<T>) {
  const { data, error, loading } = 'value' in of ? of.value : of;
  const wrong = error && !loading && (
    <InlineError
      error={error}
      onRetry={onRetry}
      title={failed}
      beside={data === undefined ? 'nothing' : 'old data'}
    />
  );
  if (data === undefined) return wrong || <Loading skeleton={skeleton} />;
  return (
    <>
      {wrong}
      {empty !== undefined && isEmpty(data) ? empty : children(data)}
    </>
  );
}

const isEmptyList = (data: unknown) => {
  const list = (data as { list?: unknown } | null)?.list ?? data;
  return Array.isArray(list) && list.length === 0;
};

/** Draws nothing for short waits, but keeps the room: a flashing skeleton disturbs, and so does a page that jumps. */
function Loading({ skeleton }: { skeleton?: Children }) {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true">
      {isVisible && (
        <p className="sr" role="status">
          {t('common.loading')}
        </p>
      )}
      <div style={{ visibility: isVisible ? 'visible' : 'hidden' }}>{skeleton}</div>
    </div>
  );
}
