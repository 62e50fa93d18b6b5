import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectDir } from '../harness/built.ts';

const read = (path: string) => readFileSync(join(projectDir, path), 'utf8');
const suites = join('tests', 'server');
const sources = readdirSync(join(projectDir, suites))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => read(join(suites, name)));
const { release } = JSON.parse(read('package.json')).scripts as { release: string };

const numberIn = (text: string) => Number(/\d[\d,]*/.exec(text)?.[0].replaceAll(',', ''));
// The table of the page: suite, per commit, by release, variable.
const rows = [...read('docs/testing.md').matchAll(/^\| (.+) \| (.+) \| (.+) \| `([A-Z]+)` \|$/gm)].map(
  ([, suite = '', now = '', whole = '', name = '']) => ({ suite, now, whole, name }),
);
const defaultsOf = (name: string): number[] =>
  sources.flatMap((source) =>
    [...source.matchAll(new RegExp(`process\\.env\\.${name} \\?\\? ([\\d_]+)`, 'g'))].map(([, value = '']) =>
      Number(value.replaceAll('_', '')),
    ),
  );

describe('the page on what runs per commit and what by release', () => {
  test('names every variable that release sets, and no other', () => {
    const set = [...release.matchAll(/([A-Z]+)=/g)].map(([, name]) => name);
    expect([...new Set(rows.map(({ name }) => name))].sort()).toEqual(set.sort());
  });

  const counted = rows.filter(({ name, now }) => name !== 'WHOLE' && /^\d/.test(now));
  test.each(counted)('is right about $suite', ({ name, now, whole }) => {
    expect(defaultsOf(name)).toContain(numberIn(now));
    expect(release).toContain(`${name}=${numberIn(whole)} `);
  });

  test('names every number that a suite has', () => {
    for (const name of new Set(counted.map((row) => row.name))) {
      const documented = counted.filter((row) => row.name === name).map(({ now }) => numberIn(now));
      expect([name, [...new Set(defaultsOf(name))].sort()]).toEqual([name, [...new Set(documented)].sort()]);
    }
  });
});
