import type { FC } from 'react';
import { createLate, type Late, type LateParts } from './ui/late.ts';

/** What the router reads of a screen; the screen itself has no props. */
interface Placed {
  path?: string;
  default?: boolean;
}

/** A screen that arrives when it is needed. */
export type LazyScreen = Late<Placed>;

export const createLazy: (parts: LateParts) => (load: () => Promise<{ default: FC }>) => LazyScreen =
  createLate;
