import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faults as faultsOf } from '../../tools/build/report.mjs';
import { build, readBuilt } from '../harness/built.ts';
import { shippedLangs } from '../harness/langs.mjs';

const { sizes, faults } = readBuilt();

test('the build keeps every promise it makes', () => {
  expect(faults).toEqual([]);
});

test('a build of all languages keeps every promise too', () => {
  const directory = mkdtempSync(join(tmpdir(), 'souk-build-'));
  try {
    build(directory, shippedLangs);
    expect(readBuilt(directory).faults).toEqual([]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}, 240_000);

test('a figure over its budget breaks a promise; one that is just at it breaks none', () => {
  const core = { label: 'core', closure: ['core.js'], inputs: ['src/main.tsx'] };
  const rows: [string, number, number?][] = [
    ['stylesheet', 5_500, 5_500],
    ['web host', 1_501, 1_500],
    ['forms', 14_000],
  ];
  const broken = faultsOf({ rows, core: 'core.js', chunks: { 'core.js': core }, inputs: [] });
  expect(broken).toEqual(['web host: 1501 is over the budget of 1500.']);
});

test.each([
  ['first screen, all', 31_200],
  ['first screen in a frame, all', 32_500],
  ['first screen in a native app, all', 32_500],
  ['main job, all', 92_000],
  ['requests to usable in a frame', 9],
  ['levels deep', 2],
])('no budget of %s goes beyond %i', (name, most) => {
  const row = sizes.find(([named]) => named === name);
  expect(row?.[2]).toBeLessThanOrEqual(most);
  expect(row?.[1]).toBeGreaterThan(0);
});

test('every screen that comes late is held to 5 kB, every part of a language to 4.5 kB', () => {
  const limited = sizes.filter(([name]) => /^\w+\/|^locale /.test(name) && !name.includes('en-XA'));
  expect(limited.length).toBeGreaterThan(10);
  const limits = limited.map(([name, , limit]) => [name, limit ?? Number.POSITIVE_INFINITY] as const);
  expect(limits.filter(([name, limit]) => limit > (/^locale /.test(name) ? 4_500 : 5_000))).toEqual([]);
});
