import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrationsDir } from '../../src/server/directories.ts';
import { makeMigration } from '../../tools/migration.mjs';

it('the committed migration is what the tables and the .sql files beside their nouns make', async () => {
  for (const [path, text] of Object.entries(await makeMigration()))
    expect(readFileSync(join(migrationsDir, path), 'utf8'), 'run: node tools/migration.mjs').toBe(text);
});
