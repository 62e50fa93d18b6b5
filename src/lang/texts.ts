import { computed, signal } from '@preact/signals';
import rosetta from 'rosetta';
import type en from '../../locales/en.json';

import { lang, memo } from './intl.ts';
import sectionsOf from './text-parts.json';

export { lang };

type Plural = { other: string };
type Keys<T, Kind extends 'text' | 'plural', P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string
    ? Kind extends 'text'
      ? `${P}${K}`
      : never
    : T[K] extends Plural
      ? Kind extends 'plural'
        ? `${P}${K}`
        : never
      : Keys<T[K], Kind, `${P}${K}.`>;
}[keyof T & string];

export type TextKey = Keys<typeof en, 'text'>;
export type PluralKey = Keys<typeof en, 'plural'>;
/** `first` is what the first screen says, `rest` what no other part names; the others are brought with their screens. */
export type Part = keyof typeof sectionsOf | 'rest';
export type Table = Readonly<Record<string, unknown>>;
export type Params = Readonly<Record<string, string | number>>;

export interface TextSource {
  /** Brings one part of a language. */
  load(tag: string, part: Part): Promise<Table>;
  langs: readonly string[];
  /** Keeps a choice that a person made. */
  keep?(tag: string): void;
}

const fallback = 'en';
const named = Object.keys(sectionsOf) as (keyof typeof sectionsOf)[];
export const partNames: readonly Part[] = [...named, 'rest'];
const texts = rosetta<Table>();
/** Counts what has arrived; every t() reads it, so that a late part redraws whoever waited for it. */
const arrived = signal(0);
const parts = new Map<string, Promise<void>>();
const here = new Set<string>();
let source: TextSource = { load: () => Promise.resolve({}), langs: [fallback] };
export const textSource = () => source;

export const dir = computed<'ltr' | 'rtl'>(() => (/^(ar|fa|he|ur)\b/.test(lang.value) ? 'rtl' : 'ltr'));

export function configureTexts(given: TextSource) {
  source = given;
}

/** Puts texts in that are at hand already (the page's loader fetched them beside the code). */
export function putTexts(tag: string, part: Part, table: Table) {
  texts.set(tag, table);
  parts.set(`${tag}/${part}`, Promise.resolve());
  here.add(`${tag}/${part}`);
  arrived.value++;
}

/** Whether a part is at hand. */
export const hasTexts = (part: Part, tag: string) => here.has(`${tag}/${part}`);

/** Brings a part once; a failed attempt is forgotten, so that the next one asks again. */
export function loadTexts(part: Part, tag: string = lang.peek()): Promise<void> {
  const name = `${tag}/${part}`;
  const known = parts.get(name);
  if (known) return known;
  const coming = source.load(tag, part).then((table) => putTexts(tag, part, table));
  parts.set(name, coming);
  coming.catch(() => parts.delete(name));
  return coming;
}

const bring = (part: Part, tag: string) => {
  if (!hasTexts(part, tag)) loadTexts(part, tag).catch(() => {});
};

/** A key that is missing here may still be on its way; one that a language lacks is shown in English. */
export function find(key: string, params?: Params): string {
  arrived.value;
  const own = texts.t(key, params, lang.value);
  if (own && typeof own === 'string') return own;
  const [section = ''] = key.split('.');
  const part = named.find((name) => sectionsOf[name].includes(section)) ?? 'rest';
  bring('first', lang.value);
  bring(part, lang.value);
  if (!hasTexts(part, lang.value)) return '';
  bring('first', fallback);
  bring(part, fallback);
  const english = texts.t(key, params, fallback);
  return typeof english === 'string' ? english : '';
}

export const t = (key: TextKey, params?: Params): string => find(key, params);

/** A text that depends on a count; `{{count}}` in it is the number as this language writes it. */
export function tn(key: PluralKey, count: number, params?: Params): string {
  const shown = { count: memo(Intl.NumberFormat, 'number').format(count), ...params };
  const category = memo(Intl.PluralRules, 'plural').select(count);
  return find(`${key}.${category}`, shown) || find(`${key}.other`, shown);
}
