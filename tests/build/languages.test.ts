import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { partNames } from '../../src/lang/first.ts';
import { serverErrors, serverSections } from '../../tools/build/locales.mjs';
import { dist, projectDir, readBuilt } from '../harness/built.ts';
import { testLangs } from '../harness/langs.mjs';

type Texts = { [key: string]: string | Texts };

const built = readBuilt();
const part = (tag: string, name: string): Texts =>
  JSON.parse(readFileSync(join(dist, built.app, `${tag}.${name}.json`), 'utf8'));
const source = (tag: string): Texts =>
  JSON.parse(readFileSync(join(projectDir, 'locales', `${tag}.json`), 'utf8'));

const isPlural = (value: string | Texts): boolean => typeof value === 'object' && 'other' in value;
const leaves = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') return [[prefix + key, value]];
    if (isPlural(value)) return [[prefix + key, String(value.other)]];
    return leaves(value, `${prefix}${key}.`);
  });
const placeholders = (text: string): string[] => (text.match(/\{\{[^}]*\}\}/g) ?? []).sort();

const travels = (key: string): boolean =>
  !serverSections.some((section) => key.startsWith(`${section}.`)) &&
  !serverErrors.some((code) => key === `error.${code}`);

describe.each(testLangs.split(','))('the language %s', (tag) => {
  const parts = partNames.map((name) => part(tag, name));
  const all: Texts = Object.assign({}, ...parts);

  test('has every key that the client uses in exactly one of its parts', () => {
    const sections = parts.flatMap((one) => Object.keys(one));
    expect(new Set(sections).size).toBe(sections.length);
    expect(
      leaves(all)
        .map(([key]) => key)
        .sort(),
    ).toEqual(
      leaves(source('en'))
        .map(([key]) => key)
        .filter(travels)
        .sort(),
    );
  });

  test('has no empty text', () => {
    expect(leaves(all).filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});

describe('the pseudo-locale', () => {
  const english = new Map(leaves(source('en')));
  const pseudo = leaves(Object.assign({}, ...partNames.map((name) => part('en-XA', name))));

  test('is longer than English by about two fifths, in brackets, with the placeholders as they were', () => {
    for (const [key, text] of pseudo) {
      const plain = english.get(key) ?? '';
      const length = plain.replace(/\{\{[^}]*\}\}/g, '').length;
      expect(text, key).toMatch(/^\[[\s\S]*\]$/);
      expect(placeholders(text), key).toEqual(placeholders(plain));
      expect(text.length, key).toBeGreaterThanOrEqual(plain.length + Math.floor(length * 0.4));
    }
  });

  test('leaves no English letter outside of a placeholder', () => {
    const plain = pseudo.filter(([, text]) => /[a-zA-Z]/.test(text.replace(/\{\{[^}]*\}\}/g, '')));
    expect(plain).toEqual([]);
  });

  test('ships only where it is asked for', () => {
    expect(source('en')).not.toHaveProperty('en-XA');
    expect(built.langs).toContain('en-XA');
  });
});
