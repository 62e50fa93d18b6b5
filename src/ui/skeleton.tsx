import type { CSSProperties } from 'react';
import type { Children } from './props.ts';

/** One grey block in the final geometry: `<SkeletonBlock w="9em" h="20px" />`; inside of a `p` it is one line of it. */
export function SkeletonBlock({ w, h }: { w?: string; h?: string }) {
  return <span className="skel" style={{ '--w': w, '--h': h } as CSSProperties} />;
}

/** Cards of a list that is loading: `<Skeleton cards={3} />`. Silent; `Await` announces the loading. */
export function Skeleton({ cards = 3, height = '148px' }: { cards?: number; height?: string }) {
  return (
    <div className="stack cols" aria-hidden="true">
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className="card stack tight">
          <div className="row between">
            <SkeletonBlock w="9em" />
            <SkeletonBlock w="5em" />
          </div>
          <SkeletonBlock h={`calc(${height} - 76px)`} />
          <SkeletonBlock w="55%" />
        </div>
      ))}
    </div>
  );
}

interface SkeletonRowsProps {
  rows?: number;
  media?: string;
  /** How wide their name is on top of them, if they have one. */
  title?: string;
  /** Drawn under the two lines of each. */
  under?: Children;
}

/** Rows of a list that is loading: `<SkeletonRows rows={6} />`. Silent, as `Skeleton`. */
export function SkeletonRows({ rows = 6, media = '48px', title, under }: SkeletonRowsProps) {
  return (
    <div className="items" aria-hidden="true">
      {title && (
        <div className="line over">
          <SkeletonBlock w={title} h="12px" />
        </div>
      )}
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="item">
          <SkeletonBlock w={media} h={media} />
          <div className="grow">
            <div className="line">
              <SkeletonBlock w="9em" />
              <SkeletonBlock w="4em" />
            </div>
            <p className="small">
              <SkeletonBlock w="6em" />
            </p>
            {under}
          </div>
        </div>
      ))}
    </div>
  );
}
