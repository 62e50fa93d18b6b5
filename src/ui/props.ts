import type { FC, PropsWithChildren } from 'react';

/** Anything that may be between two tags; the compat types allow one child only. */
export type Children = PropsWithChildren['children'];

/** The state that a colour supports; the text beside it says the same. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'info';

/** A component from `icons/`. */
export type IconOf = FC<{ className?: string }>;

/** Where a row stands among rows of which not all are drawn. */
export interface ListPosition {
  'aria-posinset'?: number;
  'aria-setsize'?: number;
  'aria-rowindex'?: number;
}
