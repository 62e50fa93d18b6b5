// npm run mutants -- <area> [file …]: changes each expression of the area's sources in a copy, one at a time, and
// runs the tests that reach it. Fails where they notice fewer changes than tests/mutants/areas.mjs asks for, where none
// was tried, and where one ended a run by a fault outside of a test.
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

const changes = await new Stryker({
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

const count = (...statuses) => changes.filter(({ status }) => statuses.includes(status)).length;
const [faults, tried] = [count('RuntimeError', 'CompileError'), count('Killed', 'Timeout', 'Survived')];
// A run that tried nothing has no share that could be too small, and a fault counts in none.
if (faults > 0 || tried === 0) {
  console.error(`${tried} changes tried, ${faults} ended by a fault outside of a test`);
  process.exitCode = 1;
}
