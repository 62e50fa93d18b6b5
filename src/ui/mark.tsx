import type { Children, Tone } from './props.ts';

/** A tile for an icon or two letters: `<Mark tone="warn"><ClipboardList /></Mark>`. */
export function Mark({ tone, children }: { tone?: Tone; children?: Children }) {
  return (
    <span className="mark" data-tone={tone} aria-hidden="true">
      {children}
    </span>
  );
}
