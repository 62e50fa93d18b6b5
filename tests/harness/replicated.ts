import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { needDebian } from './debian.ts';
import { dataDirectory, flags, initialise, postgresBin, serverUser, waitFor } from './postgres.ts';

/** One PostgreSQL of a pair: its directory holds its socket, on which alone it listens, and its data. */
interface Node {
  directory: string;
  child: ChildProcess;
}

/** A primary, and a standby that it streams to. */
export interface Pair {
  /** The directory of the primary's socket. */
  primary(): string;
  /** Returns the address of a database of the primary. */
  url(database?: string): string;
  standbyUrl(): string;
  /** Kills the primary and all of its processes at once, as when its machine dies. */
  kill(): void;
  /** Makes the standby the primary, which waits for no standby until it has one. */
  promote(): Promise<void>;
  /** Makes a new standby in place of the one that was killed, and has commits wait for it. */
  addStandby(): Promise<void>;
  /** Has the standby receive nothing more. */
  cutOff(): Promise<void>;
  /** Has commits wait for no standby. */
  waitForNoStandby(): Promise<void>;
  stop(): Promise<void>;
}

const port = 5432;

const at = (directory: string, database: string) =>
  `postgres://postgres@localhost:${port}/${database}?host=${encodeURIComponent(directory)}`;

const query = async <Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const killAtOnce = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself, as a server's processes do when they see that it is gone.
  }
};

const startNode = async (bin: string, directory: string): Promise<Node> => {
  const settings = [
    'listen_addresses=',
    `port=${port}`,
    `unix_socket_directories=${directory}`,
    'max_connections=120',
    'jit=off',
    'wal_retrieve_retry_interval=200ms',
  ];
  const child = spawn(join(bin, 'postgres'), ['-D', join(directory, 'data'), ...flags(settings)], {
    ...serverUser(),
    cwd: directory,
    stdio: 'ignore',
  });
  await waitFor(at(directory, 'postgres'), child);
  return { directory, child };
};

/** Starts a primary and a synchronous standby of the installed PostgreSQL, which sync as in production. */
export const startPair = async (): Promise<Pair> => {
  needDebian({
    packages: ['postgresql'],
    why: 'A standby is made by a program that comes with an installed PostgreSQL only.',
    isThere: () => postgresBin() !== null,
  });
  const bin = postgresBin() ?? '';
  const first = dataDirectory();
  initialise(bin, join(first, 'data'));
  let primary = await startNode(bin, first);
  let standby: Node | undefined;

  const url = (database = 'postgres') => at(primary.directory, database);
  const standbyUrl = () => at(standby?.directory ?? '', 'postgres');
  const remove = async ({ child, directory }: Node) => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await exited;
    }
    rmSync(directory, { recursive: true, force: true });
  };
  const waitForStandby = async (names: string) => {
    await query(url(), `alter system set synchronous_standby_names = '${names}'`, 'select pg_reload_conf()');
  };
  const addStandby = async () => {
    const directory = dataDirectory();
    const copied = spawnSync(
      join(bin, 'pg_basebackup'),
      [
        '-D',
        join(directory, 'data'),
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '-d',
        `${url()}&application_name=standby`,
      ],
      { ...serverUser(), cwd: directory, encoding: 'utf8' },
    );
    if (copied.status !== 0) throw new Error(`pg_basebackup failed: ${copied.stderr}`);
    standby = await startNode(bin, directory);
    await waitForStandby('standby');
    const states = () =>
      query<{ state: string }>(url(), 'select sync_state as state from pg_stat_replication');
    await expect.poll(states, { timeout: 30_000 }).toEqual([{ state: 'sync' }]);
  };
  await addStandby();

  return {
    primary: () => primary.directory,
    url,
    standbyUrl,
    addStandby,
    kill() {
      const { pid = 0 } = primary.child;
      const children = childrenOf(pid);
      for (const one of [pid, ...children]) killAtOnce(one);
    },
    async promote() {
      const old = primary;
      if (!standby) throw new Error('there is no standby to promote');
      primary = standby;
      standby = undefined;
      await query(
        url(),
        'select pg_promote()',
        "alter system set synchronous_standby_names = ''",
        'select pg_reload_conf()',
      );
      await remove(old);
    },
    async cutOff() {
      await query(standbyUrl(), "alter system set primary_conninfo = ''", 'select pg_reload_conf()');
      const receivers = () => query(url(), 'select pid from pg_stat_replication');
      await expect.poll(receivers, { timeout: 30_000 }).toEqual([]);
    },
    waitForNoStandby: () => waitForStandby(''),
    async stop() {
      for (const node of [standby, primary]) if (node) await remove(node);
    },
  };
};
