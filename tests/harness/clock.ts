import type { Clock } from '../../src/server/platform/clock.ts';

export interface FakeClock extends Clock {
  advance(ms: number): void;
  set(at: Date | string): void;
}

/** Returns a clock that stands still until a test moves it. */
export const fakeClock = (start: Date | string = '2025-03-03T09:00:00.000Z'): FakeClock => {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    advance(ms) {
      at += ms;
    },
    set(to) {
      at = new Date(to).getTime();
    },
  };
};
