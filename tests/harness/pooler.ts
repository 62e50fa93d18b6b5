import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { needDebian } from './debian.ts';
import { freePort, serverUser } from './postgres.ts';

const program = '/usr/sbin/pgbouncer';

/** Where a pooler sends what it gets. */
export interface Target {
  host: string;
  port: number | string;
}

export interface Pooler {
  /** Returns an address as one that leads through this pooler, with another user where one is named. */
  through(address: string, user?: string): string;
  /** Sends new connections elsewhere, and ends those that lead to the old place. */
  aim(target: Target): void;
  stop(): Promise<void>;
}

export interface PoolerOptions {
  mode?: 'session' | 'transaction' | 'statement';
  /** Connections to PostgreSQL for each database and user. */
  size?: number;
  /** The roles that may connect. */
  users: string[];
  /** Lines for `[databases]`; by default every database by its name. */
  databases?: (target: Target) => string[];
}

const everyDatabase = ({ host, port }: Target) => [`* = host=${host} port=${port}`];

/** Starts Debian's PgBouncer on a free port. */
export const startPooler = async (
  target: Target,
  { mode = 'transaction', size = 20, users, databases = everyDatabase }: PoolerOptions,
): Promise<Pooler> => {
  needDebian({
    packages: ['pgbouncer'],
    why: 'The server is tested behind a pooler.',
    isThere: () => existsSync(program),
  });
  const user = serverUser();
  const home = mkdtempSync(join(tmpdir(), 'souk-pooler-'));
  const config = join(home, 'pgbouncer.ini');
  const port = await freePort();
  const write = (to: Target) =>
    writeFileSync(
      config,
      `[databases]
${databases(to).join('\n')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(home, 'users.txt')}
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 1000
server_idle_timeout = 5
server_login_retry = 1
query_wait_timeout = 10
`,
    );
  writeFileSync(join(home, 'users.txt'), users.map((name) => `"${name}" ""\n`).join(''));
  write(target);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
  const child = spawn(program, ['-q', config], { ...user, cwd: home, stdio: 'ignore' });
  const url = (database: string) => `postgres://${users[0]}@127.0.0.1:${port}/${database}`;
  // It answers as soon as it listens, also for a database that is not there.
  const listens = async () => {
    const client = new pg.Client({ connectionString: url('pgbouncer') });
    client.on('error', () => {});
    return client.connect().then(
      () => client.end().then(() => true),
      (error) => error.code !== 'ECONNREFUSED',
    );
  };
  for (let tries = 0; tries < 150 && !(await listens()); tries++) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start');
    await pause(20);
  }
  return {
    through(address, name) {
      const to = new URL(address);
      to.search = '';
      Object.assign(to, { hostname: '127.0.0.1', port: String(port), username: name ?? to.username });
      return to.href;
    },
    aim(to) {
      write(to);
      child.kill('SIGHUP');
    },
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
      rmSync(home, { recursive: true, force: true });
    },
  };
};
