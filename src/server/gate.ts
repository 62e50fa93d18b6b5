import { codes } from '../contract/errors.ts';
import { refuse } from './refuse.ts';

export interface GateOptions {
  /** How many pieces of work run at a time; the others wait, the keys in turn and each key's in its order. */
  atOnce: number;
  /** How many may be inside, running or waiting, for one key: an address, a user. */
  each: number;
  /** How many may be inside in all. */
  most: number;
}

/**
 * Keeps costly work from taking the whole process: a stranger can ask for as much of it as they like. Whoever asks for
 * much waits longer for it, and nobody else does.
 * @returns what runs a piece of work for a key, or refuses with 201 where too much of it waits already
 * @example const signIns = createGate({ atOnce: 1, each: 8, most: 64 });
 * await signIns(address, () => verifyPassword(password, hash, cost));
 */
export const createGate = ({ atOnce, each, most }: GateOptions) => {
  const inside = new Map<string, number>();
  // Each key's line; the key whose turn is next comes first.
  const lines = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  const count = (key: string, by: 1 | -1): void => {
    const now = (inside.get(key) ?? 0) + by;
    if (now === 0) inside.delete(key);
    else inside.set(key, now);
  };
  const enter = async (key: string): Promise<void> => {
    if (running < atOnce) {
      running++;
      return;
    }
    waiting++;
    await new Promise<void>((go) => lines.set(key, [...(lines.get(key) ?? []), go]));
  };
  // The place is handed to the next in line, so that nobody who comes meanwhile gets in before.
  const leave = (): void => {
    const [turn] = lines;
    if (!turn) {
      running--;
      return;
    }
    const [key, [next, ...others]] = turn;
    lines.delete(key);
    if (others.length > 0) lines.set(key, others);
    waiting--;
    next?.();
  };

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if ((inside.get(key) ?? 0) >= each || running + waiting >= most)
      throw refuse(codes.systemBusy, { reason: 'too_many_at_once', retryAfter: 1 });
    count(key, 1);
    await enter(key);
    try {
      return await work();
    } finally {
      count(key, -1);
      leave();
    }
  };
};
