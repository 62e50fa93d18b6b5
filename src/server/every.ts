import type { Log } from './log.ts';

/** Runs a job again and again, never twice at once. `stop` waits for the run that is under way. */
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
      // One failed round is reported and the next one tries again: time does not stop for it.
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
