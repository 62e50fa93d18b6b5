import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { clauses, cuts, withExportsOf, withoutUnreachable } from '../../tools/build/edits.mjs';
import { dist, projectDir, readBuilt } from '../harness/built.ts';

const built = readBuilt();
/** Returns the path of an edited package's file, as the build names it. */
const pathOf = (file: RegExp) =>
  built.chunks[built.core]?.inputs.find((path) => file.test(join(projectDir, path))) ?? '';

test('the build edits others’ code in ten places at most, each for 150 bytes of the first screen or more', () => {
  const edits = [...cuts, clauses];
  expect(edits.length).toBeLessThanOrEqual(10);
  expect(edits.filter(({ bytes }) => bytes < 150)).toEqual([]);
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
      /has changed where tools\/build\/edits\.mjs edits it/,
    );
});

test('what is cut is not in the first script', () => {
  const core = readFileSync(join(dist, built.app, built.core), 'utf8');
  expect(core).not.toMatch(/decodeURIComponent|ReactiveTextNode|ownerSVGElement/);
});

describe('an entry with its code in a shared chunk', () => {
  /** Builds two entries of which one imports the other; returns the chunk with the code, and the file that names it. */
  const bundled = async () => {
    const texts: Record<string, string> = {
      first: 'export const start = () => 1;',
      second: `import { start } from 'first'; console.log(start());`,
    };
    const { outputFiles } = await bundle({
      entryPoints: ['first', 'second'],
      bundle: true,
      splitting: true,
      format: 'esm',
      minifyIdentifiers: true,
      write: false,
      outdir: '.',
      plugins: [
        {
          name: 'texts',
          setup(context) {
            context.onResolve({ filter: /./ }, ({ path }) => ({ path, namespace: 'texts' }));
            context.onLoad({ filter: /./ }, ({ path }) => ({ contents: texts[path] ?? '' }));
          },
        },
      ],
    });
    const textOf = (name: RegExp) => outputFiles.find(({ path }) => name.test(path))?.text ?? '';
    return { chunk: textOf(/chunk-/), file: textOf(/first\.js$/) };
  };

  test('is exported by the chunk under its own name', async () => {
    const { chunk, file } = await bundled();
    expect(chunk).not.toMatch(/as start\b/);
    expect(withExportsOf(chunk, file)).toMatch(/^export \{\w+ as \w+, \w+ as start\}/m);
  });

  test('fails the build by a sentence where the bundler writes it in another way', async () => {
    const { chunk, file } = await bundled();
    expect(() => withExportsOf(chunk, "export * from './chunk.js';")).toThrow(/esbuild's output has changed/);
    expect(() => withExportsOf('', file)).toThrow(/esbuild's output has changed/);
  });
});
