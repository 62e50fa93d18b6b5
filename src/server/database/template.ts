import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { cacheDir, migrationsDir } from '../directories.ts';

/**
 * A migrated, empty embedded database as one archive. Making it takes seconds, loading it a fraction, so it is
 * made once for each state of the migrations and kept in the cache; it can be deleted at any time.
 */
const templatePath = (): string => {
  const hash = createHash('sha256');
  for (const one of readMigrationFiles({ migrationsFolder: migrationsDir })) hash.update(one.hash);
  return join(cacheDir, `template-${hash.digest('hex').slice(0, 16)}.tar.gz`);
};

const make = async (): Promise<Uint8Array> => {
  const client = await PGlite.create();
  try {
    await migrate(drizzle(client), { migrationsFolder: migrationsDir });
    // Or whoever loads it would first go through the log of all that.
    await client.exec('checkpoint');
    const archive = await client.dumpDataDir('gzip');
    return new Uint8Array(await archive.arrayBuffer());
  } finally {
    await client.close();
  }
};

const keep = async (path: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(cacheDir, { recursive: true });
  // Two starters may write at once: each its own file, and the last rename wins with the same content.
  const own = `${path}.${process.pid}`;
  await writeFile(own, bytes);
  await rename(own, path);
};

/** The template's archive, from the cache or made now. A cache that cannot be written costs time only. */
export const template = async (): Promise<Blob> => {
  const path = templatePath();
  const kept = await readFile(path).catch(() => null);
  if (kept) return new Blob([kept]);
  const made = await make();
  await keep(path, made).catch(() => undefined);
  return new Blob([made as Uint8Array<ArrayBuffer>]);
};
