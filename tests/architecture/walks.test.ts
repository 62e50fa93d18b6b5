import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { read } from './imports.ts';

// Lines move with every change; a name is found by a search in its file.
test('every name that the walks of CONTRIBUTING.md link to is in the file of its link', () => {
  const links = [...read('CONTRIBUTING.md').matchAll(/\[`([\w.]+)`\]\(([^)#]+)\)/g)];
  expect(links.length).toBeGreaterThan(20);
  const missing = links.filter(
    ([, name = '', path = '']) => !existsSync(path) || !new RegExp(`\\b${name}\\b`).test(read(path)),
  );
  expect(missing.map(([link]) => link)).toEqual([]);
});
