import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { openPglite } from '../../src/server/platform/database/open-pglite.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { ledgerHeads } from '../../src/server/schema.ts';
import { refreshStatistics } from '../../src/server/start.ts';
import { openTestDatabase } from '../harness/database.ts';

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

it('two servers that start at once on an empty PostgreSQL both come up, with its tables made once', async () => {
  const url = await emptyDatabase('souk_at_once');
  const opened = await Promise.all([1, 2].map(() => openPostgres({ url, log: silentLog })));
  for (const { db } of opened) {
    const done = await queryRows<{ n: string }>(
      db,
      sql`select count(*)::text as n from drizzle.__drizzle_migrations`,
    );
    expect(done).toEqual([{ n: '1' }]);
  }
  await Promise.all(opened.map(({ close }) => close()));
});

const asAdminOf = async (url: string, statement: string) => {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(statement).finally(() => admin.end());
};

it('a PostgreSQL that is too old is refused by its version', async () => {
  const url = await emptyDatabase('souk_old');
  // It names itself an older one, as far as its sessions can see.
  await asAdminOf(
    url,
    `create schema old; create function old.current_setting(text) returns text language sql as $$ select '140011' $$;
     alter database souk_old set search_path = old, pg_catalog, public`,
  );
  await expect(openPostgres({ url, log: silentLog })).rejects.toThrow(
    /^DATABASE_URL leads to PostgreSQL 14\. Souk needs 15 or later\.$/,
  );
});

it('a role that may not migrate is refused, with what to give it', async () => {
  const url = new URL(await emptyDatabase('souk_no_rights'));
  await asAdminOf(url.href, 'create role souk_no_rights login');
  url.username = 'souk_no_rights';
  await expect(openPostgres({ url: url.href, log: silentLog })).rejects.toThrow(
    /^The role souk_no_rights of DATABASE_URL may not do what a migration needs \(permission denied for .+\)\. Make it the owner of the database and of its tables: alter database … owner to souk_no_rights\.$/,
  );
});

it('every moment is read in UTC, whatever the time zone of the database', async () => {
  const url = await emptyDatabase('souk_zone');
  await asAdminOf(url, `alter database souk_zone set timezone to 'Asia/Kathmandu'`);
  const { db, close } = await openPostgres({ url, log: silentLog });
  expect(await queryRows<{ zone: string }>(db, sql`select current_setting('timezone') as zone`)).toEqual([
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

const asOfAnotherVersion = sql`update drizzle.__drizzle_migrations set hash = 'of another version'`;

it('an embedded database of another version is refused by its folder and what to do, and stays as it is', async () => {
  const folder = join(dataDir, 'other-version');
  const made = await openPglite(folder, silentLog);
  await made.db.insert(ledgerHeads).values({ chain: 'shop_1', seq: 0n, hash: 'kept', at: new Date() });
  await made.db.execute(asOfAnotherVersion);
  await made.close();
  const pg = join(folder, 'pg');
  await expect(openPglite(folder, silentLog)).rejects.toThrow(
    `The database in ${pg} was made by another version of Souk, whose tables this one cannot use. It was not changed. Move ${pg} away, or set SOUK_DATA to another directory, or start the version that made it.`,
  );
  const untouched = await PGlite.create({ dataDir: pg });
  expect((await untouched.query('select hash from ledger_heads')).rows).toEqual([{ hash: 'kept' }]);
  await untouched.close();
});

it('a PostgreSQL database of another version is refused by its name and what to do, and stays as it is', async () => {
  const { db, url, close } = await openTestDatabase('postgres');
  await db.insert(ledgerHeads).values({ chain: 'shop_1', seq: 0n, hash: 'kept', at: new Date() });
  await db.execute(asOfAnotherVersion);
  const { host, pathname } = new URL(url);
  await expect(openPostgres({ url, log: silentLog })).rejects.toThrow(
    `The database at ${host}${pathname} was made by another version of Souk, whose tables this one cannot use. It was not changed. Make an empty database and name it in DATABASE_URL, or start the version that made it.`,
  );
  expect(await db.select({ hash: ledgerHeads.hash }).from(ledgerHeads)).toEqual([{ hash: 'kept' }]);
  await close();
});

it('the embedded database has statistics for its reads once they are refreshed', async () => {
  const database = await openTestDatabase('pglite');
  const uncounted = async () => {
    const [row] = await queryRows<{ n: string }>(
      database.db,
      sql`select count(*)::text as n from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples < 0`,
    );
    return Number(row?.n);
  };
  expect(await uncounted()).toBeGreaterThan(10);
  await refreshStatistics(database);
  expect(await uncounted()).toBe(0);
  await database.close();
});
