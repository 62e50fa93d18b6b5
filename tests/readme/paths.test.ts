import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paths } from '../../src/paths.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
/** Every path but that of the sign-in and of the page for what does not exist. */
const known = Object.values(paths)
  .map(({ path }) => path)
  .filter((path) => path !== '/login' && path !== '/404')
  .sort();

test('the table of paths for hosts and their type name every screen, and no other', () => {
  const table = read('docs/embedding.md').split('\n## Paths\n')[1]?.split('\n## ')[0] ?? '';
  const listed = [...table.matchAll(/`(\/[\w/]+)/g)].map(([, path]) => path);
  expect([...new Set(listed)].sort()).toEqual(known);
  const typed = [...read('src/embed/souk-path.ts').matchAll(/'(\/[\w/]+)'/g)].map(([, path]) => path);
  expect(typed.sort()).toEqual(known);
});
