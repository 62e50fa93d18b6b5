import { createLate } from '../ui/late.ts';

const nothing = () => null;

/** The part of the shell that comes after the first screen. Where every attempt failed, the next wish tries again. */
export const Extras = createLate({ waiting: nothing, failed: nothing })(() => import('./extras.tsx'));
