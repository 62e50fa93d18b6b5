import { useLayoutEffect, useRef } from 'react';
import type { Children } from './props.ts';

/** A stack that takes the focus once, as what had it is gone: `<Focused><Note>…</Note></Focused>`. */
export function Focused({ children }: { children?: Children }) {
  const shown = useRef<HTMLDivElement>(null);
  // Before the shell finds the focus lost.
  useLayoutEffect(() => shown.current?.focus(), []);
  return (
    <div ref={shown} tabIndex={-1} className="stack">
      {children}
    </div>
  );
}
