/** The source of the current time. Tests use a clock that moves only when they move it. */
export interface Clock {
  now(): Date;
}

// The only place that reads the machine's time; all other code gets a Clock.
export const systemClock: Clock = { now: () => new Date() };

export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const latest = (one: Date, other: Date): Date => (one > other ? one : other);

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
