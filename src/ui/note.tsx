import { Info } from './icons/info.ts';
import type { Children, IconOf, Tone } from './props.ts';

interface NoteProps {
  tone?: Tone;
  icon?: IconOf;
  /** `alert` speaks at once: for an error that came by itself; `status` waits its turn. */
  role?: 'alert' | 'status';
  children?: Children;
}

/** A reason that stays on the screen: `<Note tone="warn" icon={TriangleAlert}><strong>…</strong> …</Note>`. */
export function Note({ tone = 'calm', icon: Icon = Info, role, children }: NoteProps) {
  return (
    <div className="note" data-tone={tone} role={role}>
      <Icon />
      <div className="grow">{children}</div>
    </div>
  );
}
