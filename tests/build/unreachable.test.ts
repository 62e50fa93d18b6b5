import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cuts, withoutUnreachable } from '../../tools/build/unreachable.mjs';
import { dist, projectDir, readBuilt } from '../harness/built.ts';

const built = readBuilt();
/** Returns the path of an edited package's file, as the build names it. */
const pathOf = (file: RegExp) =>
  built.chunks[built.core]?.inputs.find((path) => file.test(join(projectDir, path))) ?? '';

test('the build edits others’ code in ten places at most, each for 150 bytes of the first screen or more', () => {
  expect(cuts.length).toBeLessThanOrEqual(10);
  expect(cuts.filter(({ bytes }) => bytes < 150)).toEqual([]);
});

test.each(cuts.map((cut, at) => [at + 1, cut] as const))(
  'edit %i finds its code in the package once',
  (_, { file, from }) => {
    const text = readFileSync(join(projectDir, pathOf(file)), 'utf8');
    expect(text.match(new RegExp(from.source, 'g'))).toHaveLength(1);
  },
);

test('a package that has changed where it is edited fails the build by a sentence that names the edit', () => {
  for (const { file } of cuts)
    expect(() => withoutUnreachable(file, 'export {}')).toThrow(
      /has changed where tools\/build\/unreachable\.mjs edits it/,
    );
});

test('what is cut is not in the first script', () => {
  const core = readFileSync(join(dist, built.app, built.core), 'utf8');
  expect(core).not.toMatch(/decodeURIComponent|ReactiveTextNode|ownerSVGElement/);
});
