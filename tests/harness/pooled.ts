import pg from 'pg';
import { inject } from 'vitest';
import { sessionSettings } from '../../src/server/platform/database/require-fit.ts';
import { type Pooler, startPooler } from './pooler.ts';

const user = 'souk_pooled';

/** With `POOLED=1` every server of a run reaches PostgreSQL through a pooler in transaction mode. */
export const isPooled = process.env.POOLED === '1';

/** Starts the pooler of a run in front of its cluster, with a role that has the settings of a session. */
export const startRunPooler = async (url: string): Promise<Pooler> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create role ${user} superuser login`);
  for (const [name, value] of Object.entries(sessionSettings))
    await client.query(`alter role ${user} set ${name} = '${value}'`);
  await client.end();
  const { hostname: host, port } = new URL(url);
  return startPooler({ host, port }, { users: [user] });
};

/**
 * Returns what a server on a database of this run is given: its address, or one through the pooler and beside it the one
 * that has sessions. Addresses of other clusters and other roles stay as they are.
 */
export const addressesOf = (url: string): { url: string; migrateUrl: string | null } => {
  const pooler = inject('poolerUrl');
  const direct = new URL(url);
  const run = pooler && new URL(inject('postgresUrl'));
  if (!run || direct.host !== run.host || direct.username !== run.username) return { url, migrateUrl: null };
  direct.username = user;
  return { url: new URL(direct.pathname, pooler).href, migrateUrl: direct.href };
};
