import { second } from '../clock.ts';
import { every } from '../every.ts';
import type { Log } from '../log.ts';
import type { AdvisoryLock } from './db.ts';

type Stop = () => Promise<void>;

/**
 * Runs the due work and the demo market in one process of a database: calls `begin` when this process acquires the
 * lock, and stops what it started when the lock is lost or the server stops. A process that is killed loses the lock
 * with its connection, and another acquires it within a second or two.
 */
export const runAsLeader = async (lock: AdvisoryLock, log: Log, begin: () => Stop[]): Promise<Stop> => {
  let running: Stop[] | null = null;

  const stopAll = async () => {
    const jobs = running ?? [];
    running = null;
    await Promise.all(jobs.map((stop) => stop()));
  };
  const round = async () => {
    const held = await lock.acquire();
    if (held === (running !== null)) return;
    log.info(held ? 'leadership gained' : 'leadership lost');
    if (held) running = begin();
    else await stopAll();
  };

  // The next round tries again where the database is unavailable, like every other job.
  await round().catch((error) => log.error('leader election', error));
  const stop = every(second, 'leader election', log, round);
  return async () => {
    await stop();
    await stopAll();
    await lock.release();
  };
};
