import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';
import { migrationsDir } from '../../src/server/directories.ts';
import * as schema from '../../src/server/schema.ts';

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
  expect(missing, 'run: node src/server/database/generate-migration.mjs').toEqual([]);
});
