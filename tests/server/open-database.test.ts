import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { migrationsDir } from '../../src/server/directories.ts';
import { rows } from '../../src/server/platform/database/db.ts';
import { openPglite } from '../../src/server/platform/database/open-pglite.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { ledgerHeads } from '../../src/server/schema.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'souk-open-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const emptyDatabase = async (name: string): Promise<string> => {
  const url = new URL(inject('postgresUrl'));
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create database ${name} template template0`).finally(() => admin.end());
  url.pathname = `/${name}`;
  return url.href;
};

it('two servers that start at once on an empty PostgreSQL both come up, with each migration done once', async () => {
  const url = await emptyDatabase('souk_at_once');
  const opened = await Promise.all([1, 2].map(() => openPostgres({ url, log: silentLog })));
  for (const { db } of opened) {
    const done = await rows<{ n: string }>(
      db,
      sql`select count(*)::text as n from drizzle.__drizzle_migrations`,
    );
    expect(done).toEqual([{ n: String(readMigrationFiles({ migrationsFolder: migrationsDir }).length) }]);
  }
  await Promise.all(opened.map(({ close }) => close()));
});

it('every moment is read in UTC, whatever the time zone of the database', async () => {
  const url = await emptyDatabase('souk_zone');
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`alter database souk_zone set timezone to 'Asia/Kathmandu'`).finally(() => admin.end());
  const { db, close } = await openPostgres({ url, log: silentLog });
  expect(await rows<{ zone: string }>(db, sql`select current_setting('timezone') as zone`)).toEqual([
    { zone: 'UTC' },
  ]);
  await close();
});

it('a database of a first start that was cut off is created again, and one of a whole start is kept', async () => {
  mkdirSync(join(dataDir, 'pg'));
  writeFileSync(join(dataDir, 'pg', 'PG_VERSION'), '18\n');
  writeFileSync(join(dataDir, 'pg.preparing'), '');
  const first = await openPglite(dataDir, silentLog);
  await first.db.insert(ledgerHeads).values({ chain: 'shop_1', seq: 0n, hash: 'kept', at: new Date() });
  await first.close();
  const second = await openPglite(dataDir, silentLog);
  expect(await second.db.select({ hash: ledgerHeads.hash }).from(ledgerHeads)).toEqual([{ hash: 'kept' }]);
  await second.close();
});
