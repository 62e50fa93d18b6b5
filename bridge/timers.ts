/** The clock of the bridge; tests pass one that they advance by hand. */
export interface Timers {
  set(callback: () => void, ms: number): unknown;
  clear(timer: unknown): void;
  /** Milliseconds since any fixed moment. */
  now(): number;
}
