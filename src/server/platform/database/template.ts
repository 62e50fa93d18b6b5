import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import { cacheDir, migrationsDir } from '../../directories.ts';
import { silentLog } from '../log.ts';
import { migrateDatabase } from './migrate.ts';

/**
 * Returns the path of the archive of a migrated, empty embedded database. Making it takes seconds, loading it a
 * fraction, so it is made once for each state of the migrations and cached; it can be deleted at any time.
 */
const templatePath = (): string => {
  const hash = createHash('sha256');
  for (const one of readMigrationFiles({ migrationsFolder: migrationsDir })) hash.update(one.hash);
  return join(cacheDir, `template-${hash.digest('hex').slice(0, 16)}.tar.gz`);
};

const createTemplate = async (): Promise<Uint8Array> => {
  const client = await PGlite.create();
  try {
    await migrateDatabase({ db: drizzle(client), where: 'of the template', remedy: '', log: silentLog });
    // Without a checkpoint each load would first replay the log.
    await client.exec('checkpoint');
    const archive = await client.dumpDataDir('gzip');
    return new Uint8Array(await archive.arrayBuffer());
  } finally {
    await client.close();
  }
};

const writeCache = async (path: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(cacheDir, { recursive: true });
  // Concurrent starters each write their own file, and the last rename wins with the same content.
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, bytes);
  await rename(temporary, path);
};

/** Returns the template's archive, from the cache or made now. A cache that cannot be written only costs time. */
export const template = async (): Promise<Blob> => {
  const path = templatePath();
  const cached = await readFile(path).catch(() => null);
  if (cached) return new Blob([cached]);
  const made = await createTemplate();
  await writeCache(path, made).catch(() => undefined);
  return new Blob([made as Uint8Array<ArrayBuffer>]);
};
