import type { Log } from './log.ts';

/**
 * Runs a job periodically, never twice at once.
 * @returns stop, which waits for the current run
 */
export const every = (
  ms: number,
  name: string,
  log: Log,
  job: () => Promise<unknown>,
): (() => Promise<void>) => {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    if (running) return;
    running = job()
      .then(() => undefined)
      // A failed round is logged, and the next one tries again.
      .catch((error) => log.error(name, error))
      .finally(() => {
        running = null;
      });
  }, ms);
  return async () => {
    clearInterval(timer);
    await running;
  };
};
