// Makes the one migration anew, from the tables in src/server/schema.ts and from the .sql files beside their nouns:
//   node tools/migration.mjs
// Nothing was released, so a change of the schema changes this file, and a database made before it is refused.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { importSource } from './build/import-source.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = join(root, 'src/server');

// Functions, triggers and views, which drizzle does not know, in the order in which they need each other.
const beforeTables = ['trade/orders/search.sql'];
const afterTables = [
  'ledger/ledger.sql',
  'trade/orders/orders.sql',
  'shops/figures/figures.sql',
  'schema/kept-rows.sql',
  'ledger/anchors.sql',
];

// The same for whoever makes the file.
const tag = '0000_initial';
const made = Date.UTC(2025, 0, 1);
const none = '00000000-0000-0000-0000-000000000000';
const id = none.replace(/.$/, '1');

const breakpoint = '--> statement-breakpoint\n';
const asJson = (value) => JSON.stringify(value, null, 2);
const read = (names) => Promise.all(names.map((name) => readFile(join(server, name), 'utf8')));

/** Returns the files of the migration by their paths in src/server/migrations. */
export async function makeMigration() {
  const schema = await importSource(root, 'src/server/schema.ts');
  const snapshot = { ...generateDrizzleJson(schema), id, prevId: none };
  const empty = { ...generateDrizzleJson({}), id: none };
  const tables = await generateMigration(empty, snapshot);
  const statements = [
    ...(await read(beforeTables)),
    ...tables.map((statement) => `${statement.trim()}\n`),
    ...(await read(afterTables)),
  ];
  const entry = { idx: 0, version: snapshot.version, when: made, tag, breakpoints: true };
  return {
    [`${tag}.sql`]: statements.join(breakpoint),
    'meta/0000_snapshot.json': asJson(snapshot),
    'meta/_journal.json': asJson({
      version: snapshot.version,
      dialect: snapshot.dialect,
      entries: [entry],
    }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(server, 'migrations');
  const files = await makeMigration();
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
}
