import { useContext } from 'react';
import { Chrome } from './chrome.ts';
import { classes } from './classes.ts';
import type { Children } from './props.ts';

/** The content column of a screen: `<Page><div className="stack cols">…</div></Page>`. `narrow` centres one card. */
export function Page({ narrow, children }: { narrow?: boolean; children?: Children }) {
  const Column = useContext(Chrome) === 'page' ? 'main' : 'div';
  return <Column className={classes('page', narrow && 'narrow')}>{children}</Column>;
}

/**
 * The main action of a screen, kept in reach at the bottom, above the tab bar where there is one. With words beside its
 * buttons it has a name.
 */
export function Dock({ label, children }: { label?: string; children?: Children }) {
  const Part = label ? 'section' : 'div';
  return (
    <Part className="dock stack tight" aria-label={label}>
      {children}
    </Part>
  );
}
