import { createElement, type FC, useEffect, useState } from 'react';
import { Failed } from './failed.tsx';

interface Later<P> extends FC<P> {
  /** Brings the code on intent, before it is drawn. */
  preload(): Promise<void>;
}

/**
 * A part of a screen whose code comes after the screen: a sheet with a form, a chart.
 * `const PaySheet = later(() => import('./pay-sheet.tsx'))`; `waiting` holds its place meanwhile.
 * A failed import is forgotten, so that the retry asks again.
 */
export function later<P extends object>(load: () => Promise<{ default: FC<P> }>, waiting?: FC): Later<P> {
  let part: FC<P> | undefined;
  let coming: Promise<void> | undefined;
  const preload = () => {
    coming ??= load().then(
      (module) => {
        part = module.default;
      },
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };

  function Part(props: P) {
    const [state, setState] = useState<'waiting' | 'here' | 'failed'>(part ? 'here' : 'waiting');
    useEffect(() => {
      if (state !== 'waiting') return;
      let gone = false;
      const settle = (next: 'here' | 'failed') => () => {
        if (!gone) setState(next);
      };
      preload().then(settle('here'), settle('failed'));
      return () => {
        gone = true;
      };
    }, [state]);
    if (state === 'failed') {
      return <Failed error={{ code: 'network' }} onRetry={() => setState('waiting')} />;
    }
    if (part) return createElement(part, props);
    return waiting ? createElement(waiting, null) : null;
  }
  return Object.assign(Part, { preload: () => preload().catch(() => {}) });
}
