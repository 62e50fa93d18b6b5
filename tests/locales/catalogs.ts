import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Forms = Readonly<Record<string, string>>;
export type Text = string | Forms;
export interface Catalog {
  [key: string]: string | Catalog;
}

export const localesDir = join(import.meta.dirname, '..', '..', 'locales');

export const readCatalog = (tag: string): Catalog =>
  JSON.parse(readFileSync(join(localesDir, `${tag}.json`), 'utf8'));

/** The languages people wrote; the pseudo-locale is made by the build. */
export const tags = readdirSync(localesDir)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

export const english = readCatalog('en');

const isForms = (value: string | Catalog): value is Record<string, string> =>
  typeof value === 'object' && 'other' in value;

/** Every text by its key; the plural forms of one count are one text. */
export function textsOf(catalog: Catalog, prefix = ''): Map<string, Text> {
  const texts = new Map<string, Text>();
  for (const [key, value] of Object.entries(catalog)) {
    if (typeof value === 'string' || isForms(value)) texts.set(prefix + key, value as Text);
    else for (const [inner, text] of textsOf(value, `${prefix}${key}.`)) texts.set(inner, text);
  }
  return texts;
}

export const formsOf = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));

export const placeholdersOf = (text: string): string[] =>
  (text.match(/\{\{\w+\}\}/g) ?? []).filter((name, index, all) => all.indexOf(name) === index).sort();
