import type { Children, Tone } from './props.ts';

/** A tile for an icon or two letters: `<IconTile tone="warn"><ClipboardList /></IconTile>`. */
export function IconTile({ tone, children }: { tone?: Tone; children?: Children }) {
  return (
    <span className="mark" data-tone={tone} aria-hidden="true">
      {children}
    </span>
  );
}
