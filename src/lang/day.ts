/** In milliseconds, as a clock counts it; where summer time begins or ends, a date has another length. */
export const day = 86_400_000;
