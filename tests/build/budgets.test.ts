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
  ['first screen, all', 27_900],
  ['first screen, JavaScript', 20_300],
  ['first screen in a frame, all', 27_900],
  ['first screen in a frame, JavaScript', 20_300],
  ['first screen in a native app, all', 27_900],
  ['first screen in a native app, JavaScript', 20_300],
  ['HTML with loader and skeleton', 2_140],
  ['stylesheet', 5_500],
  ['stylesheet, deferred', 4_340],
  ['all JavaScript', 142_800],
  ['after the first screen, JavaScript', 13_630],
  ['after the first screen, all code', 20_250],
  ['main job, JavaScript', 56_400],
  ['main job, all code', 73_900],
  ['bridge guest', 3_400],
  ['web host', 1_800],
  ['script tag', 2_200],
  ['requests to usable', 9],
  ['requests to usable in a frame', 9],
  ['levels deep', 2],
])('%s is held to %i or less', (name, limit) => {
  const row = sizes.find(([named]) => named === name);
  expect(row?.[2]).toBeLessThanOrEqual(limit);
  expect(row?.[1]).toBeGreaterThan(0);
});

test('every screen that comes late is held to 4 kB, every part of a language to 4.4 kB', () => {
  const limited = sizes.filter(([name]) => /^\w+\/|^locale /.test(name) && !name.includes('en-XA'));
  expect(limited.length).toBeGreaterThan(10);
  const limits = limited.map(([name, , limit]) => [name, limit ?? Number.POSITIVE_INFINITY] as const);
  expect(limits.filter(([name, limit]) => limit > (/^locale /.test(name) ? 4_400 : 4_000))).toEqual([]);
});
