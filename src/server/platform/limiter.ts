import { codes } from '../../contract/errors.ts';
import { refuse } from './refuse.ts';

export interface LimiterOptions {
  /** How many tasks run at a time; the others wait, the keys in turn and each key's tasks in their order. */
  concurrency: number;
  /** How many may be running or waiting for one key: an address, a user. */
  perKey: number;
  /** How many may be running or waiting in all. */
  maxQueue: number;
}

/** `first` runs before all that is `usual`, and has a separate queue. */
export type Lane = 'first' | 'usual';

/**
 * Limits costly work that strangers can request: a key with many tasks waits longer, and delays no other key.
 * @returns a function that runs a task for a key, or refuses with 201 where too many wait already
 * @example const signIns = createLimiter({ concurrency: 1, perKey: 8, maxQueue: 64 });
 * await signIns(address, () => verifyPassword(password, hash, cost));
 */
export const createLimiter = ({ concurrency, perKey, maxQueue }: LimiterOptions) => {
  const pending = new Map<string, number>();
  // The queue of each key; the next key to run comes first.
  const queues = { first: new Map<string, (() => void)[]>(), usual: new Map<string, (() => void)[]>() };
  const waiting = { first: 0, usual: 0 };
  let running = 0;

  const count = (key: string, by: 1 | -1): void => {
    const now = (pending.get(key) ?? 0) + by;
    if (now === 0) pending.delete(key);
    else pending.set(key, now);
  };
  const acquire = async (key: string, lane: Lane): Promise<void> => {
    if (running < concurrency) {
      running++;
      return;
    }
    waiting[lane]++;
    const queue = queues[lane];
    await new Promise<void>((resolve) => queue.set(key, [...(queue.get(key) ?? []), resolve]));
  };
  // The slot goes directly to the next task in the queue, so that no newcomer takes it.
  const release = (): void => {
    const lane = waiting.first > 0 ? 'first' : 'usual';
    const [head] = queues[lane];
    if (!head) {
      running--;
      return;
    }
    const [key, [next, ...others]] = head;
    queues[lane].delete(key);
    if (others.length > 0) queues[lane].set(key, others);
    waiting[lane]--;
    next?.();
  };

  return async <T>(key: string, work: () => Promise<T>, lane: Lane = 'usual'): Promise<T> => {
    if ((pending.get(key) ?? 0) >= perKey || running + waiting[lane] >= maxQueue)
      throw refuse(codes.systemBusy, { reason: 'too_many_at_once', retryAfter: 1 });
    count(key, 1);
    await acquire(key, lane);
    try {
      return await work();
    } finally {
      count(key, -1);
      release();
    }
  };
};
