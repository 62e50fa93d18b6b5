import type { Preload } from './preload.ts';
import { run } from './run.tsx';
import { pathHistory } from './shell/history-adapter.ts';
import { keepInHistory } from './storage.ts';
import { importWithRetry } from './ui/lazy.tsx';

/** Starts the app on its own page. */
export const start = async (given: Preload): Promise<void> => {
  const { base } = given.config;
  const under = base && (await importWithRetry(() => import('./shell/under-base.ts'))).underBase(base, given);
  const { preload, history } = under || { preload: given, history: pathHistory() };
  keepInHistory();
  run(preload, {
    root: document.getElementById('souk') as HTMLElement,
    // Scroll bars follow the document.
    page: document.documentElement,
    chrome: 'page',
    history,
    signInTokenStorage: 'local',
  });
};
