import type { ChildProcess } from 'node:child_process';

export interface Followed {
  /** What it has written so far, both streams. */
  output(): string;
  /** Resolves with the address once it is ready; rejects with its words if it ends before. */
  ready: Promise<string>;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

export function follow(child: ChildProcess): Followed;
