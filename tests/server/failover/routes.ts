import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPooler, type Target } from '../../harness/pooler.ts';

/** How a server reaches the primary, wherever that is. */
export interface Route {
  name: string;
  env: { DATABASE_URL: string; SOUK_MIGRATE_URL?: string };
  /** Sends the server to another primary, by the directory of its socket. */
  aim(directory: string): void;
  stop(): Promise<void>;
}

const port = 5432;
const address = 'postgres://souk@localhost/souk';

/** Makes a route through a pooler in transaction mode, with another configuration for another primary. */
export const byPooler = async (directory: string): Promise<Route> => {
  const databases = ({ host, port: to }: Target) => [
    `souk = host=${host} port=${to} dbname=souk`,
    `souk_session = host=${host} port=${to} dbname=souk pool_mode=session`,
  ];
  const pooler = await startPooler({ host: directory, port }, { users: ['souk'], databases });
  const pooled = pooler.through(address);
  return {
    name: 'a pooler',
    env: { DATABASE_URL: pooled, SOUK_MIGRATE_URL: `${pooled}_session` },
    aim: (to) => pooler.aim({ host: to, port }),
    stop: pooler.stop,
  };
};

/** Makes a route by a name that leads elsewhere from now on, as one of a name server or an address that moves; here that of a socket. */
export const byName = async (directory: string): Promise<Route> => {
  const home = mkdtempSync(join(tmpdir(), 'souk-route-'));
  const link = join(home, 'primary');
  symlinkSync(directory, link);
  return {
    name: 'a name',
    env: { DATABASE_URL: `${address}?host=${encodeURIComponent(link)}` },
    aim(to) {
      symlinkSync(to, `${link}.next`);
      renameSync(`${link}.next`, link);
    },
    stop: async () => rmSync(home, { recursive: true, force: true }),
  };
};
