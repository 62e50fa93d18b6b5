import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dist, readBuilt } from '../harness/built.ts';

const built = readBuilt();
const chunks = Object.entries(built.chunks);
const core = built.chunks[built.core];
const firstScreen = 'src/screens/shop/shop-centre.tsx';
const packages = /node_modules\/(react-hook-form|@hookform|valibot)\//;
const holders = (pattern: RegExp) =>
  chunks.filter(([, { inputs }]) => inputs.some((path) => pattern.test(path))).map(([, { label }]) => label);

describe('the chunks', () => {
  test('core is one file, with the shell and the first screen in it', () => {
    expect(core?.closure).toEqual([built.core]);
    expect(core?.inputs).toEqual(expect.arrayContaining(['src/main.tsx', firstScreen]));
  });

  test('what several parts share travels in core and five shared chunks, and nowhere else', () => {
    const shared = chunks.filter(([, { entry }]) => !entry).map(([, { label }]) => label);
    expect(
      shared.filter((label) => !['core', 'send', 'common', 'further', 'rare', 'forms'].includes(label)),
    ).toEqual([]);
  });

  test('a screen comes with one separate request and the shared ones', () => {
    const deep = chunks.filter(([, { closure }]) => closure.length > 7).map(([, { label }]) => label);
    expect(deep).toEqual([]);
  });

  test.each([
    ['the first screen', /shell\/deferred-shell\.tsx$/, ['core', 'send']],
    ['the main job', /orders\/order-pay-sheet\.tsx$/, ['core', 'send', 'common', 'further']],
    ['a sign-in', /session\/login\.tsx$/, ['core', 'send', 'common', 'forms']],
  ])('%s is followed by no code that only other screens share', (_, part, expected) => {
    const closure = chunks.find(([, { inputs }]) => inputs.some((path) => part.test(path)))?.[1].closure;
    const labels = closure?.map((file) => built.chunks[file]?.label ?? '');
    const shared = ['core', 'send', 'common', 'further', 'rare', 'forms'];
    expect(shared.filter((label) => labels?.includes(label))).toEqual(expected);
  });

  test('no form and no schema comes with a screen that has none', () => {
    expect(holders(packages)).toEqual(['forms']);
  });

  test('a code of an error is a number where it is used: no chunk has the catalogue', () => {
    const withNames = chunks.filter(([file]) =>
      /insufficientBalance|routePathExists/.test(readFileSync(join(dist, built.app, file), 'utf8')),
    );
    expect(withNames.map(([, { label }]) => label)).toEqual([]);
  });

  test('there is one Preact and no React', () => {
    expect(holders(/node_modules\/(react|react-dom)\/cjs\//)).toEqual([]);
    expect(holders(/node_modules\/preact\/dist\/preact\.(mjs|module\.js|js)$/)).toEqual(['core']);
  });

  test('nothing of the server or of the tests is in a chunk', () => {
    expect(holders(/^(src\/server|tests)\//)).toEqual([]);
  });

  test('every chunk that another one imports is there', () => {
    const missing = chunks.flatMap(([file]) => {
      const text = readFileSync(join(dist, built.app, file), 'utf8');
      const named = [...text.matchAll(/["'](\.\.?\/[\w./-]+\.js)["']/g)].map(([, path = '']) => path);
      return named
        .map((path) => join(built.app, file, '..', path))
        .filter((path) => !built.files[path])
        .map((path) => `${file} names ${path}`);
    });
    expect(missing).toEqual([]);
  });

  test('every name that a chunk imports is exported under it, once', () => {
    const clauses = (file: string, pattern: RegExp) =>
      [...readFileSync(join(dist, built.app, file), 'utf8').matchAll(pattern)].map(
        ([, list = '', from = '']) => ({
          from: join(file, '..', from),
          pairs: list.split(',').map((item) => item.split(' as ')),
        }),
      );
    const exported = new Map(
      chunks.map(([file]) => {
        const pairs = clauses(file, /\bexport\{([^}]*)\}/g).flatMap((clause) => clause.pairs);
        return [file, pairs.map(([local, name = local]) => name)] as const;
      }),
    );
    const imported = chunks.flatMap(([file]) =>
      clauses(file, /\bimport\{([^}]*)\}from"(\.\/[^"]+)"/g).flatMap(({ from, pairs }) =>
        pairs.map(([name]) => ({ from, name })),
      ),
    );
    expect(imported.length).toBeGreaterThan(500);
    const missing = imported.filter(
      ({ from, name }) => exported.get(from)?.filter((one) => one === name).length !== 1,
    );
    expect(missing).toEqual([]);
  });
});
