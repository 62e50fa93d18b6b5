// node src/server/database/generate-migration.mjs
// Migrations that a release has shipped stand as they are; the schema's difference to them is one pending migration,
// made anew from the schema each time this runs. A release moves its name to `shipped`.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const shipped = ['0000_initial'];
const pending = 'back_office';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = here('../migrations');
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

// Columns of what was shipped that the pending migration drops by hand. Where drizzle knew of them, it would ask about
// each new column whether it is one of them under another name.
const dropped = { shops: ['id_number', 'id_photo_file_id'] };
const latest = `${out}/meta/${String(shipped.length - 1).padStart(4, '0')}_snapshot.json`;
const asShipped = readFileSync(latest, 'utf8');
rewrite(latest, ({ tables }) => {
  for (const [table, columns] of Object.entries(dropped))
    for (const column of columns) delete tables[`public.${table}`].columns[column];
});

const command = ['drizzle-kit', 'generate', '--name', pending];
let said = '';
try {
  said = execFileSync('npx', command, { cwd: here('../../..'), stdio: 'pipe' }).toString();
} finally {
  writeFileSync(latest, asShipped);
}

if (!existsSync(`${out}/${tag}.sql`)) {
  // It ends with 0 also where it could not read the schema, and then only its words tell.
  if (!said.includes('No schema changes')) throw new Error(said);
  process.stdout.write('The schema is what the shipped migrations make.\n');
  process.exit(0);
}

// What drizzle cannot express: triggers, and rows that a new column needs.
const byHand = here(`./${pending.replaceAll('_', '-')}.sql`);
if (existsSync(byHand)) {
  appendFileSync(`${out}/${tag}.sql`, `\n--> statement-breakpoint\n${readFileSync(byHand, 'utf8')}`);
}

// The migrator compares `when`, so the same schema must give the same file, whoever made it and when.
rewrite(journal, (content) => {
  for (const entry of content.entries) entry.when = Date.UTC(2025, 0, 1 + entry.idx);
});
rewrite(`${out}/meta/${number}_snapshot.json`, (snapshot) => {
  snapshot.id = `00000000-0000-0000-0000-${String(shipped.length + 1).padStart(12, '0')}`;
});
process.stdout.write(`${tag}.sql is written.\n`);
