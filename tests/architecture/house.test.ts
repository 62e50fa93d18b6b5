import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withHouse } from '../../tools/house.mjs';
import { read } from './imports.ts';

const contributing = read('CONTRIBUTING.md');

test('the diagram of the house in CONTRIBUTING.md matches the imports', () => {
  expect(withHouse(contributing)).toBe(contributing);
});

// Lines move with every change; a name is found by a search in its file.
test('every name that the walks of CONTRIBUTING.md link to is in the file of its link', () => {
  const links = [...contributing.matchAll(/\[`([\w.]+)`\]\(([^)#]+)\)/g)];
  expect(links.length).toBeGreaterThan(20);
  const missing = links.filter(
    ([, name = '', path = '']) => !existsSync(path) || !new RegExp(`\\b${name}\\b`).test(read(path)),
  );
  expect(missing.map(([link]) => link)).toEqual([]);
});
