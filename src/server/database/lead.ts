import { second } from '../clock.ts';
import { every } from '../every.ts';
import type { Log } from '../log.ts';
import type { Seat } from './db.ts';

type Stop = () => Promise<void>;

/**
 * The clock's work and the demo market run in one process of a database: `begin` is called when this one has the
 * seat, and what it began is stopped when the seat is lost or the server stops. A process that is killed loses its
 * seat with its connection, and another takes it within a second or two.
 */
export const lead = async (seat: Seat, log: Log, begin: () => Stop[]): Promise<Stop> => {
  let running: Stop[] | null = null;

  const stopAll = async () => {
    const jobs = running ?? [];
    running = null;
    await Promise.all(jobs.map((stop) => stop()));
  };
  const round = async () => {
    const held = await seat.hold();
    if (held === (running !== null)) return;
    log.info(held ? 'seat taken' : 'seat lost');
    if (held) running = begin();
    else await stopAll();
  };

  // A database that is away now is asked again by the next round, like every other job.
  await round().catch((error) => log.error('seat', error));
  const stop = every(second, 'seat', log, round);
  return async () => {
    await stop();
    await stopAll();
    await seat.leave();
  };
};
