import type { CSSProperties } from 'react';

interface ThumbProps {
  src: string | undefined;
  /** Empty where the name is beside the photo, as it nearly always is. */
  alt?: string;
  /** In px; 56 by default. */
  size?: number;
}

/** A square photo. One that does not load leaves an empty square. */
export function Thumb({ src, alt = '', size }: ThumbProps) {
  const style = size ? ({ '--size': `${size}px` } as CSSProperties) : undefined;
  if (!src) return <span className="thumb" style={style} />;
  return (
    <img
      className="thumb"
      src={src}
      alt={alt}
      style={style}
      loading="lazy"
      decoding="async"
      onError={(event) => {
        event.currentTarget.style.visibility = 'hidden';
      }}
    />
  );
}
