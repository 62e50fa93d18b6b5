import type { CSSProperties } from 'react';

/** One grey block in the final geometry: `<SkeletonBlock w="9em" h="20px" />`. */
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

/** Rows of a list that is loading: `<SkeletonRows rows={6} />`. Silent, as `Skeleton`. */
export function SkeletonRows({ rows = 6, media = '48px' }: { rows?: number; media?: string }) {
  return (
    <div className="items" aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="item">
          <SkeletonBlock w={media} h={media} />
          <div className="grow">
            <div className="line">
              <SkeletonBlock w="9em" />
              <SkeletonBlock w="4em" />
            </div>
            <SkeletonBlock w="6em" />
          </div>
        </div>
      ))}
    </div>
  );
}
