import type { FC } from 'react';
import { createLate, type Late } from './late.ts';
import { Stuck } from './stuck.tsx';

/**
 * A part of a screen whose code comes after the screen: a sheet with a form, a chart.
 * `const PaySheet = later(() => import('./pay-sheet.tsx'))`; `waiting` holds its place meanwhile.
 */
export const later = <P extends object>(
  load: () => Promise<{ default: FC<P> }>,
  waiting: FC = () => null,
): Late<P> => createLate({ waiting, failed: Stuck })(load);
