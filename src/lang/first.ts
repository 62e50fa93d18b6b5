// Texts and formats that the first screen needs; index.ts has all of them.
import { computed, signal } from '@preact/signals';
import rosetta from 'rosetta';
import type en from '../../locales/en.json';
import {
  cachedIntl,
  clockOptions,
  displayMoment,
  displayMoney,
  displayNumber,
  elide,
  type Figure,
  isTimeZone,
  type Moment,
} from './intl.ts';
import sectionsByPart from './text-parts.json';

/** The language of the texts: a tag of `locales/`. Written by `setLang`, and by run.tsx at the start. */
export const lang = signal('en');

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
/**
 * `first` is for the first screen, `today` for what it shows after its figures, `main` for the main job and for whatever fails; the others load with their screens, `rest`
 * with those of sections that no other part has.
 */
export type Part = keyof typeof sectionsByPart | 'rest';
export type Table = Readonly<Record<string, unknown>>;
export type Params = Readonly<Record<string, string | number>>;

export interface TextSource {
  /** Loads one part of a language. */
  load(tag: string, part: Part): Promise<Table>;
  langs: readonly string[];
  /** Stores a choice that a person made. */
  persistChoice?(tag: string): void;
}

const namedParts = Object.keys(sectionsByPart) as (keyof typeof sectionsByPart)[];
export const partNames: readonly Part[] = [...namedParts, 'rest'];
const texts = rosetta<Table>();
/** Counts loaded parts; every t() reads it, so that a new part redraws the screens that wait for it. */
const version = signal(0);
const loading = new Map<string, Promise<void>>();
let source: TextSource = { load: () => Promise.resolve({}), langs: ['en'] };
export const textSource = () => source;

export const dir = computed<'ltr' | 'rtl'>(() => (/^(ar|fa|he|ur)\b/.test(lang.value) ? 'rtl' : 'ltr'));

/** Sets where texts are loaded from, and how a choice of language is kept. */
export function configureTexts(newSource: TextSource) {
  source = newSource;
}

/** Adds texts that are loaded already (the page's loader fetched them beside the code). */
export function addTexts(tag: string, part: Part, table: Table) {
  texts.set(tag, table);
  loading.set(`${tag}/${part}`, Promise.resolve());
  version.value++;
}

/** Returns whether a part is here or being loaded. */
export const asksForTexts = (part: Part, tag: string) => loading.has(`${tag}/${part}`);

/** Loads a part once; a failed attempt is forgotten, so that the next call tries again. */
export function loadTexts(part: Part, tag: string = lang.peek()): Promise<void> {
  const name = `${tag}/${part}`;
  const known = loading.get(name);
  if (known) return known;
  const coming = source.load(tag, part).then((table) => addTexts(tag, part, table));
  loading.set(name, coming);
  coming.catch(() => loading.delete(name));
  return coming;
}

/** Returns a text, or an empty one while its part is loading. The build has filled with English what a language lacks. */
export function findText(key: string, params?: Params): string {
  version.value;
  const text = texts.t(key, params, lang.value);
  if (text && typeof text === 'string') return elide(text, lang.value);
  const [section = ''] = key.split('.');
  const part = namedParts.find((name) => sectionsByPart[name].includes(section)) ?? 'rest';
  loadTexts(part).catch(() => {});
  return '';
}

export const t = (key: TextKey, params?: Params): string => findText(key, params);

/** Returns a text that depends on a count; `{{count}}` in it is the number as this language writes it. */
export function tn(key: PluralKey, count: number, params?: Params): string {
  const shown = { count: cachedIntl(Intl.NumberFormat, lang.value).format(count), ...params };
  const category = cachedIntl(Intl.PluralRules, lang.value).select(count);
  return findText(`${key}.${category}`, shown) || findText(`${key}.other`, shown);
}

/** The shop's time zone for dates and currency for amounts. Empty until /v1/me has answered. */
const shopZone = signal<string | undefined>(undefined);
const shopCurrency = signal<string | undefined>(undefined);

/** Sets zone and currency of the shop; a zone that this engine does not know leaves the device's own. */
export function configureShop({ timeZone, currency }: { timeZone?: string; currency?: string }) {
  shopCurrency.value = currency || undefined;
  shopZone.value = timeZone && isTimeZone(timeZone) ? timeZone : undefined;
}

/** Returns the currency of the shop; undefined before it is known. */
export const currencyOfShop = () => shopCurrency.value;

/** Formats an amount. Without a known currency only the number is written. */
export const money = (
  figure: Figure,
  currency: string | undefined = shopCurrency.value,
  options?: Intl.NumberFormatOptions,
) => displayMoney(figure, currency, lang.value, options);

/**
 * Isolates an amount or an order's number inside a sentence, where no `<bdi>` can be: sign and digits keep their sides
 * in a language that runs from right to left.
 */
export const inline = (text: string) => (dir.value === 'rtl' ? `\u2066${text}\u2069` : text);

/** Formats an amount for tiles and axes only: amounts of 1,000 and more drop their cents. */
export const shortMoney = (figure: Figure, currency?: string) => {
  const isLarge = Math.abs(Number(figure)) >= 1000;
  return money(
    figure,
    currency,
    isLarge ? { maximumFractionDigits: 0, minimumFractionDigits: 0 } : undefined,
  );
};

/** Returns the sign before decimals in this language. */
export const decimalSign = () => (number(1.5).includes(',') ? ',' : '.');

export const number = (figure: Figure, options?: Intl.NumberFormatOptions) =>
  displayNumber(figure, lang.value, options);

export const formatMoment = (moment: Moment, options: Intl.DateTimeFormatOptions) =>
  displayMoment(moment, lang.value, { timeZone: shopZone.value, ...options });

export const time = (moment: Moment) => formatMoment(moment, clockOptions(lang.value));
/** Formats the day's number alone. */
export const dayOfMonth = (moment: Moment) => formatMoment(moment, { day: 'numeric' });
/** Formats the day's name; narrow is a letter in most languages, for which an axis has room. */
export const dayName = (moment: Moment, weekday: 'short' | 'narrow' = 'short') =>
  formatMoment(moment, { weekday });
/** Formats a time of the next days, its day first ("Tue 08:43"): engines put it last in Japanese, and join both in Chinese. */
export const weekTime = (moment: Moment) => `${dayName(moment)} ${time(moment)}`;
/** Formats a time by the clock of the shop, with the name of its zone where the device's clock shows another time. */
export function shopTime(moment: Moment) {
  const options = clockOptions(lang.value);
  const text = time(moment);
  if (text === displayMoment(moment, lang.value, options)) return text;
  return formatMoment(moment, { ...options, timeZoneName: 'shortOffset' });
}
