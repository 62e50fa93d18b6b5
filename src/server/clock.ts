/** Where the core asks for the time. Tests hand in a clock that stands still until they move it. */
export interface Clock {
  now(): Date;
}

// The one place that reads the machine's time; everything else is handed a Clock.
export const systemClock: Clock = { now: () => new Date() };

export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
