import type { FC, PropsWithChildren } from 'react';

/** Whatever may stand between two tags; the compat types name one child only. */
export type Children = PropsWithChildren['children'];

/** A tone says how things stand: words first, colour second. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'info';

/** A component from `icons/`. */
export type IconOf = FC<{ className?: string }>;
