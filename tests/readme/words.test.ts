import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectDir } from '../harness/built.ts';
import { readme } from './readme.ts';

const read = (file: string) => readFileSync(join(projectDir, file), 'utf8');

test('the parts stand in the order in which people ask', () => {
  expect([...readme.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title)).toEqual([
    'Souk',
    'Two commands',
    'Embedding by script tag',
    'WebView hosts',
    'Configuration',
    'The back end',
    'How it compares',
  ]);
});

test('the table of variables is the one that the server reads', () => {
  const told = [...readme.matchAll(/`((?:SOUK_\w+)|PORT|HOST|DATABASE_URL|NODE_ENV)`/g)].map(
    ([, name]) => name,
  );
  const source = read('src/server/config.ts');
  const known = [...source.matchAll(/'((?:SOUK_\w+)|PORT|HOST|DATABASE_URL|NODE_ENV)'/g)].map(
    ([, name]) => name,
  );
  expect([...new Set(told)].sort()).toEqual([...new Set(known)].sort());
});

describe.each(['README.md', 'CONTRIBUTING.md', 'bridge/README.md', 'src/contract/README.md'])(
  '%s',
  (file) => {
    const text = read(file);
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, to = '']) => to)
      .filter((to) => !/^https?:/.test(to));

    test('leads only to what is there', () => {
      const missing = links.filter((to) => {
        const [path = '', anchor] = to.split('#');
        const target = path ? join(projectDir, dirname(file), path) : join(projectDir, file);
        if (!existsSync(target)) return true;
        if (!anchor) return false;
        const titles = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(
          ([, title = '']) => title,
        );
        return !titles.some(
          (title) =>
            title
              .toLowerCase()
              .replace(/[^\w\- ]/g, '')
              .replaceAll(' ', '-') === anchor,
        );
      });
      expect(missing).toEqual([]);
    });
  },
);

test('every dependency has its reason', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const contributing = read('CONTRIBUTING.md');
  const silent = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !name.startsWith('@types/') && name !== 'react-dom' && !contributing.includes(`\`${name}\``),
  );
  expect(silent).toEqual([]);
});

test('the limits it promises are those that break the build', () => {
  const budgets = read('build.mjs');
  const promised = (label: string) =>
    Number(new RegExp(`${label}: ([\\d_]+)`).exec(budgets)?.[1]?.replaceAll('_', ''));
  expect(readme).toContain(`at most ${promised('firstScript') / 1000} kB`);
  expect(readme).toContain(`at most ${promised('firstScreen') / 1000} kB`);
  expect(readme).toContain(`at most ${promised('requests')}`);
  expect(readme).toMatch(new RegExp(`\\| ${promised('depth')}: the page`));
});
