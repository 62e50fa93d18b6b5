import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { hour, second, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Deps } from './context.ts';
import { startMarket } from './demo/market.ts';
import { seedDemo } from './demo/seed.ts';
import { every } from './every.ts';
import { directoryFiles } from './files.ts';
import { forgetOldKeys } from './idempotency.ts';
import { systemRandom } from './ids.ts';
import { type Log, streamLog } from './log.ts';
import { openDatabase } from './open-database.ts';
import { opsKeyFor } from './ops-key.ts';
import { distDir } from './place.ts';
import { runDue } from './run-due.ts';
import { forgetOldSessions } from './session.ts';
import { createSite } from './site.ts';
import { forgetOldTries } from './throttle.ts';

export interface RunningServer {
  deps: Deps;
  url: string;
  /** Stops listening, lets running calls and rounds end, closes the database. Works once and again. */
  stop(): Promise<void>;
}

const listen = (server: ReturnType<typeof createServer>, { host, port }: Config): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

const rounds = (deps: Deps) => {
  const { db, clock, log } = deps;
  const tidy = async () => {
    await forgetOldKeys(db, clock.now());
    await forgetOldSessions(db, clock.now());
    await forgetOldTries(db, clock.now());
  };
  const jobs = [every(second, 'due work', log, () => runDue(deps)), every(hour, 'tidying', log, tidy)];
  return deps.config.demo ? [...jobs, startMarket(deps)] : jobs;
};

/** Opens the database, then serves the API, the pages and the due work, until `stop`. */
export const startServer = async (
  config: Config,
  log: Log = streamLog(process.stderr),
): Promise<RunningServer> => {
  const database = await openDatabase(config, log);
  const settled = { ...config, opsKey: opsKeyFor(config, systemRandom) };
  const files = directoryFiles(join(config.dataDir, 'files'));
  const deps: Deps = {
    db: database.db,
    clock: systemClock,
    config: settled,
    files,
    random: systemRandom,
    log,
  };
  try {
    if (settled.demo) await seedDemo(deps);
    const app = createApp(deps);
    app.route('/', createSite(deps, distDir));
    const server = createServer(getRequestListener(app.fetch));
    // Longer than the client's 15 s, so that it is the client who gives up and knows why.
    server.requestTimeout = 30 * second;
    server.headersTimeout = 15 * second;
    const address = await listen(server, config);
    const running = rounds(deps);
    let stopped: Promise<void> | undefined;
    const end = async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // A call that hangs must not keep the process: its transaction is rolled back with its connection.
      const late = setTimeout(() => server.closeAllConnections(), 5 * second);
      await Promise.all([closed, ...running.map((stop) => stop())]);
      clearTimeout(late);
      await database.close();
    };
    const stop = () => {
      stopped ??= end();
      return stopped;
    };
    return { deps, url: urlOf(address), stop };
  } catch (error) {
    await database.close();
    throw error;
  }
};
