import { lazy, Nothing } from '../ui/lazy.tsx';

/** The part of the shell that loads after the first screen. After a failure, the next request tries again. */
export const DeferredShell = lazy(() => import('./deferred-shell.tsx'), { failed: Nothing });
