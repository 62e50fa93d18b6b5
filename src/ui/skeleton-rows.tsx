import { SkeletonBlock } from './skeleton.tsx';

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
