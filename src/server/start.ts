import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from './app/app.ts';
import { hour, second, systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Deps } from './context.ts';
import { lead } from './database/lead.ts';
import { openDatabase } from './database/open-database.ts';
import { startMarket } from './demo/market.ts';
import { seedDemo } from './demo/seed.ts';
import { distDir } from './directories.ts';
import { every } from './every.ts';
import { runFilesDue } from './files/file-contents.ts';
import { readyBucket, readyFiles } from './files/ready-files.ts';
import { seedHelp } from './help/seed-help.ts';
import type { Life } from './http/health.ts';
import { listen } from './http/listen.ts';
import { createWaiting } from './http/waiting.ts';
import { forgetOldKeys } from './idempotency/idempotency.ts';
import { systemRandom } from './ids.ts';
import { type Log, streamLog } from './log.ts';
import { opsKeyFor } from './ops/ops-key.ts';
import { runDue } from './run-due.ts';
import { forgetOldSessions } from './session/session.ts';
import { forgetOldTries } from './session/throttle.ts';
import { createSite } from './site/site.ts';
import { courierOf } from './verify-codes/courier.ts';
import { forgetOldCodes } from './verify-codes/verify-code.ts';

export interface RunningServer {
  deps: Deps;
  url: string;
  /** Says that it is stopping, lets running calls and rounds end, closes the database. Works once and again. */
  stop(): Promise<void>;
}

// After this a request that is still running is cut off, and after as long again the process ends without it.
const latest = 10 * second;

const rounds = (deps: Deps) => {
  const { db, clock, log } = deps;
  const tidy = async () => {
    await forgetOldKeys(db, clock.now());
    await forgetOldSessions(db, clock.now());
    await forgetOldTries(db, clock.now());
    await forgetOldCodes(db, clock.now());
  };
  const jobs = [
    every(second, 'due work', log, () => runDue(deps)),
    // Apart from the due work, which does not wait for a bucket.
    every(second, 'files', log, () => runFilesDue(deps)),
    every(hour, 'tidying', log, tidy),
  ];
  return deps.config.demo ? [...jobs, startMarket(deps)] : jobs;
};

/**
 * Listens, opens and migrates the database, then serves the API and the pages until `stop`. The due work is done by
 * one of the servers of a database.
 */
export const startServer = async (
  config: Config,
  log: Log = streamLog(process.stderr, systemClock),
): Promise<RunningServer> => {
  const life: Life = { phase: 'starting', db: null };
  const settled = { ...config, opsKey: opsKeyFor(config, systemRandom) };
  const listening = await listen(config, life, createWaiting(config, life).fetch);
  let close = async () => {};
  try {
    const bucket = await readyBucket(config, log);
    const database = await openDatabase(config, log);
    const { db } = database;
    close = database.close;
    const courier = courierOf(settled, log);
    const deps: Deps = {
      db,
      clock: systemClock,
      config: settled,
      bucket,
      courier,
      random: systemRandom,
      log,
    };
    await readyFiles(deps);
    await seedHelp(deps);
    if (settled.demo) await seedDemo(deps);
    const app = createApp(deps);
    app.route('/', createSite(deps, distDir, life));
    listening.serve(app.fetch);
    Object.assign(life, { db, phase: 'ready' });
    const leave = await lead(database.seat, log, () => rounds(deps));

    const end = async () => {
      life.phase = 'draining';
      await Promise.all([leave(), pause(config.drain).then(() => listening.close(latest))]);
      await Promise.race([courier.idle(), pause(latest, undefined, { ref: false })]);
      await Promise.race([close(), pause(latest, undefined, { ref: false })]);
    };
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= end();
      return stopped;
    };
    return { deps, url: listening.url, stop };
  } catch (error) {
    await Promise.all([listening.close(0), close()]);
    throw error;
  }
};
