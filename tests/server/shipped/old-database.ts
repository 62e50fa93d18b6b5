import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { inject } from 'vitest';
import { migrationsDir } from '../../../src/server/directories.ts';
import type { Kind } from '../../harness/database.ts';
import { dumpDatabase, restoreDump } from './dump.ts';
import type { left } from './fill.ts';

/** The versions that were shipped, each with its database as that version left it. */
export const shipped = ['0000_initial'] as const;
export type Shipped = (typeof shipped)[number];

/** What `fillDatabase` left behind in a version, and every row there was. */
export function dumpOf(version: Shipped): { found: typeof left; lines: string[] } {
  const [first = '', ...lines] = readFileSync(join(import.meta.dirname, `${version}.tsv`), 'utf8')
    .trimEnd()
    .split('\n');
  return { found: JSON.parse(first), lines };
}

// The migrations as they were: those of later versions left out.
const migrationsUpTo = (version: Shipped): string => {
  const folder = mkdtempSync(join(tmpdir(), 'souk-shipped-'));
  mkdirSync(join(folder, 'meta'));
  const journal = JSON.parse(readFileSync(join(migrationsDir, 'meta', '_journal.json'), 'utf8'));
  const last = journal.entries.findIndex(({ tag }: { tag: string }) => tag === version);
  journal.entries = journal.entries.slice(0, last + 1);
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify(journal));
  for (const { tag } of journal.entries)
    cpSync(join(migrationsDir, `${tag}.sql`), join(folder, `${tag}.sql`));
  return folder;
};

export interface OldDatabase {
  /** The environment by which a server of today finds it. */
  env: Record<string, string>;
  url: string;
  dataDir: string;
  /** Returns its rows as they are now; nothing else may have it open. */
  dump(): Promise<string[]>;
  remove(): Promise<void>;
}

let made = 0;

const onPostgres = async (migrationsFolder: string, lines: string[]): Promise<OldDatabase> => {
  const name = `souk_old_${process.pid}_${made++}`;
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${name} template template0`);
  const at = new URL(inject('postgresUrl'));
  at.pathname = `/${name}`;
  const opened = async <T>(work: (db: NodePgDatabase) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: at.href });
    await client.connect();
    return work(drizzlePg(client)).finally(() => client.end());
  };
  await opened(async (db) => {
    await migratePg(db, { migrationsFolder });
    await restoreDump(db as never, lines);
  });
  const dump = () => opened((db) => dumpDatabase(db as never));
  const remove = async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { env: { DATABASE_URL: at.href }, url: at.href, dataDir: '', dump, remove };
};

const embedded = async (migrationsFolder: string, lines: string[]): Promise<OldDatabase> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'souk-old-'));
  const opened = async <T>(work: (db: PgliteDatabase) => Promise<T>): Promise<T> => {
    const client = await PGlite.create({ dataDir: join(dataDir, 'pg') });
    return work(drizzle(client)).finally(() => client.close());
  };
  await opened(async (db) => {
    await migrate(db, { migrationsFolder });
    await restoreDump(db as never, lines);
  });
  const dump = () => opened((db) => dumpDatabase(db as never));
  const remove = async () => rmSync(dataDir, { recursive: true, force: true });
  return { env: { SOUK_DATA: dataDir }, url: '', dataDir, dump, remove };
};

/** A database as a server of that version left it, with its rows in it, not yet opened by this one. */
export async function openShipped(
  kind: Kind,
  version: Shipped,
  lines = dumpOf(version).lines,
): Promise<OldDatabase> {
  const folder = migrationsUpTo(version);
  try {
    return await (kind === 'postgres' ? onPostgres : embedded)(folder, lines);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
