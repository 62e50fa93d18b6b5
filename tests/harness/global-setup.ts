import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { template } from '../../src/server/platform/database/template.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { isPooled, startRunPooler } from './pooled.ts';
import { startPostgres } from './postgres.ts';
import { bundlesOf } from './processes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    postgresSocket: string;
    /** Empty where servers reach PostgreSQL itself. */
    poolerUrl: string;
  }
}

/** Starts one cluster for the whole run, with one migrated database that each test file copies, and cleans up after it. */
export const setUpDatabases = async (
  { provide }: TestProject,
  settings?: string[],
): Promise<() => Promise<void>> => {
  const [cluster] = await Promise.all([startPostgres(settings), template()]);
  const pooler = isPooled ? await startRunPooler(cluster.url) : undefined;
  process.stdout.write(
    `Tests run on PGlite and on ${cluster.description}${pooler ? ' behind PgBouncer' : ''}.\n`,
  );
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query('drop database if exists souk_template');
  await admin.query('create database souk_template');
  await admin.end();
  const url = new URL(cluster.url);
  url.pathname = '/souk_template';
  const migrated = await openPostgres({ url: url.href, log: silentLog });
  await migrated.close();
  provide('postgresUrl', cluster.url);
  provide('postgresSocket', cluster.socket);
  provide('poolerUrl', pooler?.through(cluster.url, 'souk_pooled') ?? '');
  return async () => {
    await pooler?.stop();
    await cluster.stop();
    await rm(bundlesOf(process.pid), { recursive: true, force: true });
  };
};

export default (project: TestProject) => setUpDatabases(project);
