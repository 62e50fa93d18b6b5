// node src/server/generate-migration.mjs
// Until the first release there is one initial migration, made anew from the schema each time;
// after it, this script is replaced by `drizzle-kit generate`, which stacks them.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = here('./migrations');

const rewrite = (path, change) => {
  const content = JSON.parse(readFileSync(path, 'utf8'));
  change(content);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
};

rmSync(out, { recursive: true, force: true });
execFileSync('npx', ['drizzle-kit', 'generate', '--name', 'initial'], { cwd: here('../..'), stdio: 'pipe' });

const file = readdirSync(out).find((name) => name.endsWith('.sql'));
// What drizzle cannot express: triggers, and the first link of the ledger's chain.
appendFileSync(
  `${out}/${file}`,
  `\n--> statement-breakpoint\n${readFileSync(here('./append-only.sql'), 'utf8')}`,
);

// The migrator compares `when`, so the same schema must give the same file, whoever made it and when.
rewrite(`${out}/meta/_journal.json`, (journal) => {
  for (const entry of journal.entries) entry.when = Date.UTC(2025, 0, 1);
});
rewrite(`${out}/meta/0000_snapshot.json`, (snapshot) => {
  snapshot.id = '00000000-0000-0000-0000-000000000001';
});
process.stdout.write(`${file} is written.\n`);
