import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { template } from '../../src/server/platform/database/template.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { startPostgres } from './postgres.ts';
import { bundlesOf } from './processes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    postgresSocket: string;
  }
}

/** Starts one cluster for the whole run, with one migrated database that each test file copies, and cleans up after it. */
export const setUpDatabases = async (
  { provide }: TestProject,
  settings?: string[],
): Promise<() => Promise<void>> => {
  const [cluster] = await Promise.all([startPostgres(settings), template()]);
  process.stdout.write(`Tests run on PGlite and on ${cluster.description}.\n`);
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
  return async () => {
    await cluster.stop();
    await rm(bundlesOf(process.pid), { recursive: true, force: true });
  };
};

export default (project: TestProject) => setUpDatabases(project);
