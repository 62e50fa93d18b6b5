import { codes } from '../../contract/errors.ts';
import { refuse } from './refuse.ts';

export interface LimiterOptions {
  /** How many tasks run at a time; the others wait, the keys in turn and each key's tasks in their order. */
  concurrency: number;
  /** How many may be running or waiting for one key: an address, a user. */
  perKey: number;
  /** How many may run at a time for one key, even while others are free; as many as there are unless given. */
  perKeyRunning?: number;
  /** How many may be running or waiting in all. */
  maxQueue: number;
}

/** Tasks with `priority` run before all others, and have a separate queue. */
export type Lane = 'priority' | 'normal';

/**
 * Limits costly work that strangers can request: a key with many tasks waits longer, and delays no other key.
 * @returns a function that runs a task for a key, or refuses with 201 where too many wait already
 * @example const signIns = createLimiter({ concurrency: 1, perKey: 8, maxQueue: 64 });
 * await signIns(address, () => verifyPassword(password, hash, cost));
 */
export const createLimiter = ({
  concurrency,
  perKey,
  perKeyRunning = concurrency,
  maxQueue,
}: LimiterOptions) => {
  const pending = new Map<string, number>();
  const runningOf = new Map<string, number>();
  // The queue of each key; the next key to run comes first.
  const queues = { priority: new Map<string, (() => void)[]>(), normal: new Map<string, (() => void)[]>() };
  const waiting = { priority: 0, normal: 0 };
  let running = 0;

  const count = (counts: Map<string, number>, key: string, by: 1 | -1): void => {
    const now = (counts.get(key) ?? 0) + by;
    if (now === 0) counts.delete(key);
    else counts.set(key, now);
  };
  const mayRun = (key: string): boolean => (runningOf.get(key) ?? 0) < perKeyRunning;
  const acquire = async (key: string, lane: Lane): Promise<void> => {
    if (running < concurrency && mayRun(key)) {
      running++;
      count(runningOf, key, 1);
      return;
    }
    waiting[lane]++;
    const queue = queues[lane];
    await new Promise<void>((resolve) => queue.set(key, [...(queue.get(key) ?? []), resolve]));
  };
  const nextIn = (lane: Lane) => [...queues[lane].keys()].find(mayRun);
  // The slot goes directly to the next task in the queue, so that no newcomer takes it.
  const release = (from: string): void => {
    count(runningOf, from, -1);
    const lane = nextIn('priority') === undefined ? 'normal' : 'priority';
    const key = nextIn(lane);
    if (key === undefined) {
      running--;
      return;
    }
    const [next, ...others] = queues[lane].get(key) ?? [];
    queues[lane].delete(key);
    if (others.length > 0) queues[lane].set(key, others);
    waiting[lane]--;
    count(runningOf, key, 1);
    next?.();
  };

  return async <T>(key: string, work: () => Promise<T>, lane: Lane = 'normal'): Promise<T> => {
    if ((pending.get(key) ?? 0) >= perKey || running + waiting[lane] >= maxQueue)
      throw refuse(codes.systemBusy, { reason: 'too_many_at_once', retryAfter: 1 });
    count(pending, key, 1);
    await acquire(key, lane);
    try {
      return await work();
    } finally {
      count(pending, key, -1);
      release(key);
    }
  };
};
