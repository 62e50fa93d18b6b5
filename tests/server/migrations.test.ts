import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import pg from 'pg';
import { expect, it } from 'vitest';
import { migrationsDir } from '../../src/server/directories.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import * as schema from '../../src/server/schema.ts';
import { openTestDatabase } from '../harness/database.ts';

it('the migrations make exactly the schema', async () => {
  const meta = join(migrationsDir, 'meta');
  const last =
    readdirSync(meta)
      .filter((name) => name.endsWith('_snapshot.json'))
      .sort()
      .at(-1) ?? '';
  const snapshot = JSON.parse(readFileSync(join(meta, last), 'utf8')) as Parameters<
    typeof generateMigration
  >[0];
  const missing = await generateMigration(snapshot, generateDrizzleJson(schema));
  expect(missing, 'run: node src/server/platform/database/generate-migration.mjs').toEqual([]);
});

it('a migration adds to a table with rows no constraint that is checked while the table is locked', () => {
  const pending = readdirSync(migrationsDir).filter((name) => name > '0002' && name.endsWith('.sql'));
  for (const name of pending) {
    const sql = readFileSync(join(migrationsDir, name), 'utf8');
    const created = new Set([...sql.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, table]) => table));
    const added = [...sql.matchAll(/^ALTER TABLE "(\w+)" ADD CONSTRAINT .*(?:FOREIGN KEY|CHECK).*;/gm)];
    const locking = added.filter(
      ([statement, table]) => !created.has(table) && !statement.includes(' NOT VALID;'),
    );
    expect(locking.map(([statement]) => statement)).toEqual([]);
  }
});

it('a constraint that was not checked yet is checked by the next start, while others write', async () => {
  const database = await openTestDatabase('postgres');
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  await writer.query('alter table orders add constraint later check (amount >= 0) not valid');
  await writer.query('begin; lock table orders in row exclusive mode');
  const started = await openPostgres({ url: database.url, log: silentLog });
  const { rows } = await writer.query(`select convalidated from pg_constraint where conname = 'later'`);
  expect(rows).toEqual([{ convalidated: true }]);
  await writer.query('rollback');
  await writer.end();
  await started.close();
  await database.close();
});
