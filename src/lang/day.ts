/** A day of 24 hours in milliseconds; where summer time begins or ends, a date is longer or shorter. */
export const dayMs = 86_400_000;
