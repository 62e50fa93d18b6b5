// node src/server/platform/database/generate-migration.mjs
// Migrations that a release has shipped stand as they are; the schema's difference to them is one pending migration,
// made anew from the schema each time this runs. A release moves its name to `shipped`.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const shipped = ['0000_initial', '0001_back_office'];
const pending = 'protection';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = here('../../migrations');
const journal = `${out}/meta/_journal.json`;
const number = String(shipped.length).padStart(4, '0');
const tag = `${number}_${pending}`;

const rewrite = (path, change) => {
  const content = JSON.parse(readFileSync(path, 'utf8'));
  change(content);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
};

const isShipped = (name) => shipped.some((tag) => name.startsWith(tag.slice(0, 4)));
for (const name of readdirSync(out)) if (name.endsWith('.sql') && !isShipped(name)) rmSync(`${out}/${name}`);
for (const name of readdirSync(`${out}/meta`)) {
  if (name.endsWith('_snapshot.json') && !isShipped(name)) rmSync(`${out}/meta/${name}`);
}
rewrite(journal, (content) => {
  content.entries = content.entries.filter((entry) => shipped.includes(entry.tag));
});

const command = ['drizzle-kit', 'generate', '--name', pending];
const output = execFileSync('npx', command, { cwd: here('../../..'), stdio: 'pipe' }).toString();

if (!existsSync(`${out}/${tag}.sql`)) {
  // It ends with 0 also where it could not read the schema, and then only its words tell.
  if (!output.includes('No schema changes')) throw new Error(output);
  process.stdout.write('The schema is what the shipped migrations make.\n');
  process.exit(0);
}

// What drizzle writes, as a database with rows and users in it takes it.
const path = `${out}/${tag}.sql`;
const written = readFileSync(path, 'utf8');
const created = new Set([...written.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, table]) => table));
// It does not know the name of a primary key, and asks for it in a comment.
const unnamedKey =
  /^\/\*[^*]*?table_name = '(\w+)'.*?\*\/\s*-- (ALTER TABLE "\w+" DROP CONSTRAINT )"<constraint_name>";/gms;
const addedKey = /^ALTER TABLE "\w+" ADD CONSTRAINT "\w+" PRIMARY KEY\([^)]*\);--> statement-breakpoint\n/gm;
const addedRule = /^(ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+" (?:FOREIGN KEY|CHECK) .*);/gm;
// A key may be of a column that is added further down.
const keys = [...written.matchAll(addedKey)].map(([statement]) => statement);
const sql = written
  .replace(unnamedKey, '$2"$1_pkey";')
  .replace(addedKey, '')
  // The rows that are there are looked through after the migration, which keeps everybody out (migrate.ts).
  .replace(addedRule, (statement, rule, table) => (created.has(table) ? statement : `${rule} NOT VALID;`));
const later = keys.map((statement) => `--> statement-breakpoint\n${statement.split('-->')[0]}`);
writeFileSync(path, [sql, ...later].join('\n'));

// What drizzle cannot express: triggers, and rows that a new column needs.
const byHand = here(`./${pending.replaceAll('_', '-')}.sql`);
if (existsSync(byHand)) {
  appendFileSync(path, `\n--> statement-breakpoint\n${readFileSync(byHand, 'utf8')}`);
}

// The migrator compares `when`, so the same schema must give the same file, whoever made it and when.
rewrite(journal, (content) => {
  for (const entry of content.entries) entry.when = Date.UTC(2025, 0, 1 + entry.idx);
});
rewrite(`${out}/meta/${number}_snapshot.json`, (snapshot) => {
  snapshot.id = `00000000-0000-0000-0000-${String(shipped.length + 1).padStart(12, '0')}`;
});
process.stdout.write(`${tag}.sql is written.\n`);
