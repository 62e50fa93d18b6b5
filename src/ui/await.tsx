import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useState } from 'react';
import { t } from '../lang/texts.ts';
import type { Failure } from './failed.tsx';
import { later } from './later.tsx';
import type { Children } from './props.ts';

/** Its code comes after the first screen, before anybody needs it. */
export const Trouble = later(() => import('./trouble.tsx'));

/** What a resource says of its data: none yet, the last good one, why the last attempt failed. */
export interface Loaded<T> {
  data?: T;
  error?: Failure;
  loading: boolean;
}

interface AwaitProps<T> {
  of: Loaded<T> | ReadonlySignal<Loaded<T>>;
  onRetry: () => void;
  /** In the geometry of what comes; drawn after 150 ms only. */
  skeleton?: Children;
  /** Drawn in place of the data when `isEmpty` says so; by default when it is an empty list. */
  empty?: Children;
  isEmpty?: (data: T) => boolean;
  /** What failed, for the error: "Orders could not be loaded". */
  failed?: string;
  children: (data: T) => Children;
}

/**
 * Draws the four states of loaded data:
 * `<Await of={orders} onRetry={refresh} skeleton={<Skeleton />} empty={<Empty … />}>{(data) => …}</Await>`.
 * Old data stays while it refreshes; a refresh that failed says so above it.
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
    <Trouble
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

/** Short waits show nothing, but keep the place: a skeleton that flashes by disturbs, and so does a page that jumps. */
function Loading({ skeleton }: { skeleton?: Children }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true">
      {late && (
        <p className="sr" role="status">
          {t('common.loading')}
        </p>
      )}
      <div style={{ visibility: late ? 'visible' : 'hidden' }}>{skeleton}</div>
    </div>
  );
}
