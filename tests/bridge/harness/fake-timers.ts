import type { Timers } from '../../../bridge/timers.ts';

/** A clock moved by hand, so that no test waits for time to pass. */
export const fakeTimers = () => {
  let clock = 0;
  let lastId = 0;
  const due = new Map<number, { at: number; callback: () => void }>();
  const timers: Timers = {
    set: (callback, ms) => {
      lastId += 1;
      due.set(lastId, { at: clock + ms, callback });
      return lastId;
    },
    clear: (id) => {
      due.delete(id as number);
    },
    now: () => clock,
  };
  const advance = (ms: number): void => {
    const end = clock + ms;
    for (;;) {
      const next = [...due]
        .filter(([, { at }]) => at <= end)
        .sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0];
      if (!next) break;
      due.delete(next[0]);
      clock = next[1].at;
      next[1].callback();
    }
    clock = end;
  };
  return { timers, advance, open: () => due.size };
};
