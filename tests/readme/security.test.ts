import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectDir } from '../harness/built.ts';

const text = readFileSync(join(projectDir, 'docs/security.md'), 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', level, what, state, where = '']) => ({ number, level, what, state, where }),
);
const states = ['holds', 'not held', 'no such part', "the operator's"];

/** Writes out the numbers of a section of the standard, such as those of level 1 in 1.2. */
const numbers = (section: string, list: number[]) => list.map((last) => `${section}.${last}`);

/** The requirements of ASVS 5.0.0, of level 1 in the chapters 1 to 9 and 12 to 16. */
const levelOne = [
  ...numbers('1.2', [1, 2, 3, 4, 5]),
  ...numbers('1.3', [1, 2]),
  '1.5.1',
  '2.1.1',
  ...numbers('2.2', [1, 2]),
  '2.3.1',
  ...numbers('3.2', [1, 2]),
  '3.3.1',
  ...numbers('3.4', [1, 2]),
  ...numbers('3.5', [1, 2, 3]),
  '4.1.1',
  '4.4.1',
  ...numbers('5.2', [1, 2]),
  ...numbers('5.3', [1, 2]),
  '6.1.1',
  ...numbers('6.2', [1, 2, 3, 4, 5, 6, 7, 8]),
  ...numbers('6.3', [1, 2]),
  ...numbers('6.4', [1, 2]),
  ...numbers('7.2', [1, 2, 3, 4]),
  ...numbers('7.4', [1, 2]),
  '8.1.1',
  ...numbers('8.2', [1, 2]),
  '8.3.1',
  ...numbers('9.1', [1, 2, 3]),
  '9.2.1',
  '12.1.1',
  ...numbers('12.2', [1, 2]),
  '13.4.1',
  '14.2.1',
  '14.3.1',
  '15.1.1',
  '15.2.1',
  '15.3.1',
];

/** Those of level 2 in the chapters on business logic, browsers, sessions, authorization and data. */
const levelTwo = [
  ...numbers('2.1', [2, 3]),
  '2.2.3',
  ...numbers('2.3', [2, 3, 4]),
  '2.4.1',
  ...numbers('3.3', [2, 3, 4]),
  ...numbers('3.4', [3, 4, 5, 6]),
  ...numbers('3.5', [4, 5]),
  ...numbers('3.7', [1, 2]),
  ...numbers('7.1', [1, 2, 3]),
  ...numbers('7.3', [1, 2]),
  ...numbers('7.4', [3, 4, 5]),
  ...numbers('7.5', [1, 2]),
  ...numbers('7.6', [1, 2]),
  '8.1.2',
  '8.2.3',
  '8.4.1',
  ...numbers('14.1', [1, 2]),
  ...numbers('14.2', [2, 3, 4]),
  ...numbers('14.3', [2, 3]),
];

describe('the page on security', () => {
  test('has a row for each requirement that it names, and no other', () => {
    const ofLevel = (level: string) => rows.filter((row) => row.level === level).map(({ number }) => number);
    expect(ofLevel('1')).toEqual(levelOne);
    expect(ofLevel('2').sort()).toEqual([...levelTwo].sort());
  });

  test('says of each whether it holds, and leaves one of level 1 and two of level 2 open', () => {
    expect(rows.filter(({ state }) => !states.includes(state ?? ''))).toEqual([]);
    const open = rows.filter(({ state }) => state === 'not held').map(({ number }) => number);
    expect(open).toEqual(['6.4.1', '7.5.2', '14.3.3']);
  });

  test('leads to files that are there', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter((path) => !existsSync(join(projectDir, 'docs', path)))).toEqual([]);
  });

  test.each(rows.filter(({ state }) => state === 'not held'))('says of $number why it is not held', (row) => {
    expect(row.where.length).toBeGreaterThan(40);
  });
});
