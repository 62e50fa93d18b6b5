import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { auditTail } from './audit/audit.ts';
import { demoPages } from './demo/demo-host.ts';
import { startMarket } from './demo/market.ts';
import { requireDemoDatabase, seedDemo } from './demo/seed.ts';
import { distDir } from './directories.ts';
import { createApp } from './http/app/app.ts';
import type { Lifecycle } from './http/health.ts';
import { listen } from './http/listen.ts';
import { openArchive, publishBuild } from './http/site/build-archive.ts';
import { distFiles } from './http/site/dist-files.ts';
import { createSite } from './http/site/site.ts';
import { createStartupApp } from './http/startup-app.ts';
import { createAnchor, requireAnchor } from './ledger/anchors.ts';
import { deleteOldKeys } from './ledger/idempotency/idempotency.ts';
import { opsKeyFor } from './operators/ops-key.ts';
import { hour, minute, second, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config/config.ts';
import type { Deps } from './platform/context.ts';
import { DatabaseRefused } from './platform/database/database-refused.ts';
import { type Database, type OpenDatabase, queryRows } from './platform/database/db.ts';
import { runAsLeader } from './platform/database/leader-election.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { deleteOldFailures } from './platform/due-work.ts';
import { every } from './platform/every.ts';
import { runFilesDue } from './platform/files/file-contents.ts';
import { openConfiguredBucket, prepareFiles } from './platform/files/prepare-files.ts';
import { systemRandom } from './platform/ids.ts';
import { type Log, streamLog } from './platform/log.ts';
import { messengerOf } from './platform/messenger.ts';
import { seedHelp } from './services/help/seed-help.ts';
import { runDue } from './services/run-due.ts';
import { deleteOldSessions } from './services/sign-in/sign-in.ts';
import { deleteOldAttempts } from './shops/sessions/throttle.ts';
import { announceTerms } from './shops/terms/announce-terms.ts';
import { deleteOldCodes } from './shops/verify-codes/verify-code.ts';
import { deleteOldEvents } from './shops/webhooks/feed.ts';
import { startWebhooks } from './shops/webhooks/send-webhooks.ts';
import { deleteOldQuotes } from './trade/model/quote-row.ts';

// Files of the embedded database may be damaged where no query fails. A PostgreSQL server checks its own.
const requireSound = async (db: Database, dataDir: string): Promise<void> => {
  const [finding] = await auditTail(db);
  if (!finding) return;
  throw new DatabaseRefused(
    `The database in ${dataDir} does not add up: ${finding}. Restore a backup, or set SOUK_DATA to another directory; npm run audit names all that it finds.`,
    'unreadable',
  );
};

/** Warns where the server's role owns the ledger, as an owner can switch off the triggers that keep its rows. */
const warnOfOwner = async (db: Database, log: Log): Promise<void> => {
  const [entries] = await queryRows<{ isOwned: boolean }>(
    db,
    sql`select pg_has_role(current_user, relowner, 'member') as "isOwned"
        from pg_catalog.pg_class where oid = 'entries'::regclass`,
  );
  if (!entries?.isOwned) return;
  log.info(
    'the role of DATABASE_URL may change postings: docs/production.md gives the lines for one that may not',
  );
};

export interface RunningServer {
  deps: Deps;
  url: string;
  /**
   * Announces that it is stopping, lets running calls and rounds end, and closes the database. May be called more than
   * once.
   */
  stop(): Promise<void>;
}

export interface StartOptions {
  /**
   * Serves each new build in dist at once, for development; by default the build that was there at the start is served.
   */
  follow?: boolean;
}

/** A request still running after it is cut off; after the same time again the process ends without waiting for it. */
const stopTimeout = 10 * second;

/** A second visit within it draws its first screen without waiting for the page; a change of the page arrives as much later. */
const pageAge = 10 * minute;

/** Deletes what has outlived its use: keys of calls, sessions, attempts to sign in, codes, quotes, failures and events. */
export async function tidy({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteOldKeys(db, now);
  await deleteOldSessions(db, now);
  await deleteOldAttempts(db, now);
  await deleteOldCodes(db, now);
  await deleteOldQuotes(db, now);
  await deleteOldFailures(db, now);
  await deleteOldEvents(db, now);
}

/** Refreshes the statistics by which reads choose their index. A PostgreSQL server does so by itself, the embedded one not. */
export const refreshStatistics = ({ db }: Pick<Deps, 'db'>) => db.execute(sql`analyze`);

const rounds = (deps: Deps, kind: OpenDatabase['kind']) => {
  const { log } = deps;
  const jobs = [
    every(2 * second, 'due work', log, () => runDue(deps)),
    // Separate from the due work, which must not wait for a bucket.
    every(second, 'files', log, () => runFilesDue(deps)),
    // Separate, too: a supplier learns of a paid order within a second, and receivers may take theirs.
    startWebhooks(deps),
    every(hour, 'tidying', log, () => tidy(deps)),
  ];
  if (kind === 'pglite') jobs.push(every(hour, 'statistics', log, () => refreshStatistics(deps)));
  return deps.config.demo ? [...jobs, startMarket(deps)] : jobs;
};

/**
 * Listens, opens and migrates the database, then serves the API and the pages until `stop`. One of the servers of a
 * database does the due work.
 */
export const startServer = async (
  config: Config,
  log: Log = streamLog(process.stderr, systemClock),
  { follow = false }: StartOptions = {},
): Promise<RunningServer> => {
  const life: Lifecycle = { phase: 'starting', db: null };
  const settled = { ...config, opsKey: opsKeyFor(config, systemRandom) };
  const listening = await listen(config, life, createStartupApp(config, life).fetch, { log });
  let close = async () => {};
  try {
    const bucket = await openConfiguredBucket(config, log);
    const database = await openDatabase(config, log, requireAnchor(config.anchor));
    const { db } = database;
    close = database.close;
    if (database.kind === 'pglite') await requireSound(db, config.dataDir);
    await requireDemoDatabase({ db, config });
    if (database.kind === 'postgres') await warnOfOwner(db, log);
    const messenger = messengerOf(settled, log);
    const deps: Deps = {
      db,
      clock: systemClock,
      config: settled,
      bucket,
      messenger,
      random: systemRandom,
      log,
    };
    await prepareFiles(deps);
    await seedHelp(deps);
    await announceTerms(deps);
    await createAnchor(deps);
    if (settled.demo) await seedDemo(deps);
    const app = createApp(deps);
    const built = distFiles(distDir, { follow });
    const archive = await openArchive(deps);
    if (!follow) await publishBuild({ built, archive, log });
    const parts = { built, archive, life, demo: demoPages(deps), pageAge: follow ? 0 : pageAge };
    app.route('/', createSite(deps, distDir, parts));
    listening.serve(app.fetch);
    Object.assign(life, { db, phase: 'ready' });
    const leave = await runAsLeader(database.leaderLock, log, () => rounds(deps, database.kind));

    const end = async () => {
      life.phase = 'draining';
      await Promise.all([leave(), pause(config.drain).then(() => listening.close(stopTimeout))]);
      await Promise.race([messenger.idle(), pause(stopTimeout, undefined, { ref: false })]);
      await Promise.race([close(), pause(stopTimeout, undefined, { ref: false })]);
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
