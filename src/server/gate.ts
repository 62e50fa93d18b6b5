import { codes } from '../contract/errors.ts';
import { refuse } from './refuse.ts';

export interface GateOptions {
  /** How many pieces of work run at a time; the others wait in the order in which they came. */
  atOnce: number;
  /** How many may be inside, running or waiting, for one key: an address, a user. */
  each: number;
  /** How many may be inside in all. */
  most: number;
}

/**
 * Keeps costly work from taking the whole process: a stranger can ask for as much of it as they like.
 * @returns what runs a piece of work for a key, or refuses with 201 where too much of it waits already
 * @example const signIns = createGate({ atOnce: 1, each: 8, most: 64 });
 * await signIns(address, () => verifyPassword(password, hash, cost));
 */
export const createGate = ({ atOnce, each, most }: GateOptions) => {
  const inside = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const count = (key: string, by: 1 | -1): void => {
    const now = (inside.get(key) ?? 0) + by;
    if (now === 0) inside.delete(key);
    else inside.set(key, now);
  };
  const enter = async (): Promise<void> => {
    if (running === atOnce) await new Promise<void>((go) => waiting.push(go));
    else running++;
  };
  // The place is handed to the next in line, so that nobody who comes meanwhile gets in before.
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if ((inside.get(key) ?? 0) >= each || running + waiting.length >= most)
      throw refuse(codes.systemBusy, { reason: 'too_many_at_once', retryAfter: 1 });
    count(key, 1);
    await enter();
    try {
      return await work();
    } finally {
      count(key, -1);
      leave();
    }
  };
};
