import type { CSSProperties } from 'react';
import type { Children, Tone } from './props.ts';

interface IconTileProps {
  tone?: Tone;
  style?: CSSProperties | undefined;
  children?: Children;
}

/** A tile for an icon or two letters: `<IconTile tone="warn"><ClipboardList /></IconTile>`. */
export function IconTile({ tone, style, children }: IconTileProps) {
  return (
    <span className="mark" data-tone={tone} style={style} aria-hidden="true">
      {children}
    </span>
  );
}
