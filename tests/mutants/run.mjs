// npm run mutants -- <area> [file …]: changes each expression of the area's sources in a copy, one at a time, and
// runs the tests that reach it. Fails where they notice fewer changes than tests/mutants/areas.mjs asks for.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { areas } from './areas.mjs';

const [name, ...files] = process.argv.slice(2);
const area = areas[name];
if (!area) throw new Error(`name one of ${Object.keys(areas).join(', ')}`);
process.env.MUTANTS = name;

await new Stryker({
  mutate: files.length > 0 ? files : area.mutate,
  testRunner: 'vitest',
  plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
  vitest: { configFile: 'tests/mutants/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  // What is computed while a module loads is a table: its change would take a run of all tests, and those compare it.
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 60_000,
  // Reads and writes tsconfig.json by TypeScript's JavaScript API, which 7 has not; the tests need no types.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  ignorePatterns: ['/dist', '/dist.*', '/.souk', '/docs'],
  tempDirName: mkdtempSync(join(tmpdir(), 'souk-mutants-')),
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false },
  thresholds: { high: 100, low: area.least, break: area.least },
}).runMutationTest();
