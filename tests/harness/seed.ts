/**
 * What everything random in a test is made of: `SEED` where it is given; by release a new one each time, so that it looks
 * at new cases; else always the same, so that a change is judged by what it changed. A failure prints it.
 */
export const seed = Number(
  process.env.SEED ?? (process.env.WHOLE ? Math.floor(Date.now() / 1000) : 20_250_301),
);
