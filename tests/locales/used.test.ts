import { describe, expect, test } from 'vitest';
import { calls } from '../../src/contract/calls.ts';
import { clientErrors, codes } from '../../src/contract/errors.ts';
import { orderStatuses } from '../../src/contract/status.ts';
import { serverErrors, serverSections } from '../../tools/build/locales.mjs';
import { bundledSections } from '../../tools/build/server.mjs';
import { read } from '../architecture/imports.ts';
import { english, textsOf } from './catalogs.ts';
import { isComposed, keysUsed, serverLiterals, templatesOf } from './usage.ts';

const sections = Object.keys(english);
const keys = [...textsOf(english).keys()];
const used = keysUsed(sections);
const templates = templatesOf(sections);
const errors = [...Object.values(codes), ...clientErrors].map(String);
/** What any call may answer is in one section, what single calls answer in the other. */
const errorSections = ['error', 'callError'];

/** What stands for the star, where a section has other texts beside those that are put together. */
const values: Record<string, readonly string[]> = {
  'error.*': errors,
  'callError.*': errors,
  'flow.*': ['all', 'in', 'out'],
  'status.*': orderStatuses,
  'stats.*': ['today', 'week', 'month'],
};

const fits = (template: string, key: string): boolean => {
  const [before = '', after = ''] = template.split('*');
  const inside = key.slice(before.length, key.length - after.length);
  if (before + inside + after !== key || !inside || inside.includes('.')) return false;
  return values[template]?.includes(inside) ?? true;
};

const isUsed = (key: string): boolean => {
  const [section = '', name = ''] = key.split('.');
  if (errorSections.includes(section)) return errors.includes(name);
  if (serverSections.includes(section)) return serverLiterals.has(name) || isComposed(name);
  return used.some((one) => one.key === key) || templates.some((one) => fits(one.key, key));
};

describe('the texts and the code', () => {
  test('every key in the code is in the catalogues', () => {
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(({ key }) => !keys.includes(key))).toEqual([]);
  });

  test('every key that is put together fits a text', () => {
    expect(templates.length).toBeGreaterThan(5);
    expect(templates.filter(({ key }) => !keys.some((one) => fits(key, one)))).toEqual([]);
  });

  test('a star takes a whole section only where the section has nothing else', () => {
    const whole = templates.filter(({ key }) => /^\w+\.\*$/.test(key) && !values[key]);
    const mixed = whole.filter(({ key }) => used.some((one) => one.key.startsWith(key.slice(0, -1))));
    expect(mixed).toEqual([]);
  });

  test('every code has its sentence', () => {
    const sentencesOf = (code: string) =>
      errorSections.filter((section) => keys.includes(`${section}.${code}`)).length;
    expect(errors.filter((code) => sentencesOf(code) !== 1)).toEqual(['200']);
  });

  test('every text is used somewhere', () => {
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });
});

describe('a text that does not travel to the client', () => {
  test('is not used by the client', () => {
    const serverOnly = [...used, ...templates].filter(({ key }) =>
      serverSections.includes(key.split('.')[0] ?? ''),
    );
    expect(serverOnly).toEqual([]);
  });

  test('is no sentence of a code that a call answers with', () => {
    const answered = new Set<number>(Object.values(calls).flatMap((call) => [...call.codes]));
    expect(serverErrors.length).toBeGreaterThan(5);
    expect(serverErrors.filter((code) => answered.has(code))).toEqual([]);
  });
});

test('the bundle of the server holds the sections of texts that the server reads', () => {
  const catalog =
    /interface Catalog \{([\s\S]*?)\n\}/.exec(read('src/server/platform/texts/languages.ts'))?.[1] ?? '';
  const sections = [...catalog.matchAll(/^ {2}readonly (\w+): /gm)].map(([, name]) => name);
  expect(sections.sort()).toEqual([...bundledSections].sort());
});
