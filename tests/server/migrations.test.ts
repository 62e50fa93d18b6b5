import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrationsDir } from '../../src/server/directories.ts';
import { guardsFile, readGuards } from '../../src/server/ledger/audit-guards.ts';
import { makeMigration } from '../../tools/migration.mjs';
import { bothKinds, openTestDatabase } from '../harness/database.ts';

it('the committed migration is what the tables and the .sql files beside their nouns make', async () => {
  for (const [path, text] of Object.entries(await makeMigration()))
    expect(readFileSync(join(migrationsDir, path), 'utf8'), 'run: node tools/migration.mjs').toBe(text);
});

it.each(bothKinds)(
  'the guards that the audit expects are those that the migration makes on %s',
  async (kind) => {
    const { db, close } = await openTestDatabase(kind);
    const text = `${JSON.stringify(await readGuards(db), null, 2)}\n`;
    // After a change of the migration run this file with -u, which writes them.
    await expect(text).toMatchFileSnapshot(guardsFile);
    await close();
  },
);
