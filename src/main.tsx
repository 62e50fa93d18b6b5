import type { Preload } from './preload.ts';
import { run } from './run.tsx';
import { historyTrail } from './shell/trail.ts';

/** Starts the app on its own page; returns what takes everything back. */
export const start = (preload: Preload): (() => void) =>
  run(preload, {
    root: document.getElementById('souk') as HTMLElement,
    // Scroll bars follow the document.
    page: document.documentElement,
    chrome: 'page',
    trail: historyTrail(),
    keep: 'storage',
  });
