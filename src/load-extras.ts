import { signal } from '@preact/signals';
import type { FC } from 'react';
import type { ExtrasProps } from './extras.tsx';
import { persist } from './lazy.ts';

/** The part of the shell that comes after the first screen; undefined until it is here. */
export const extras = signal<{ Part: FC<ExtrasProps> } | undefined>(undefined);

let coming: Promise<void> | undefined;

/** Brings it once; when every attempt failed, the next call tries again. */
export function loadExtras(): Promise<void> {
  coming ??= persist(() => import('./extras.tsx')).then(
    (loaded) => {
      extras.value = { Part: loaded.default };
    },
    () => {
      coming = undefined;
    },
  );
  return coming;
}
