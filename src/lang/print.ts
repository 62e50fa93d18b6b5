import { signal } from '@preact/signals';
import { lang, memo } from './intl.ts';
import { dir } from './texts.ts';

/** The shop's time zone for dates and currency for amounts. Empty until /v1/me has answered. */
const shopZone = signal<string | undefined>(undefined);
export const shopCurrency = signal<string | undefined>(undefined);

/** Sets zone and currency of the shop; a zone that this engine does not know leaves the device's own. */
export function configureShop(shop: { timeZone?: string; currency?: string }) {
  shopCurrency.value = shop.currency || undefined;
  shopZone.value = isZone(shop.timeZone) ? shop.timeZone : undefined;
}

function isZone(name: string | undefined) {
  if (!name) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** A server that knows the specification only may omit a value: it is shown as a dash, never as zero. */
type Unstated = null | undefined;
export type Figure = string | number | Unstated;
export type Moment = string | number | Date | Unstated;
const unstated = '—';

/** Adds no-break spaces and the true minus sign, and removes direction marks: every amount is inside a `<bdi>`. */
const tidy = (text: string) =>
  text
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replace(/-/g, '\u2212')
    .replace(/[ \u2009\u202f]/g, '\u00a0');

/** Formats the decimal string itself, so that no digit passes through floating point. */
const formatFigure = (format: Intl.NumberFormat, figure: Figure) =>
  Number.isNaN(Number(figure ?? Number.NaN)) ? unstated : tidy(format.format(figure as number));

const isIsoCode = (currency: string) => /^[A-Z]{3}$/.test(currency);
/** The code for "no currency"; the real code is put where the language writes this one. */
const placeholderCode = 'XTS';

export function inCurrency(figure: Figure, currency: string | undefined, options: Intl.NumberFormatOptions) {
  if (!currency) return formatFigure(memo(Intl.NumberFormat, 'number', options), figure);
  // Engines know codes of three letters; USDT and similar ones are written as codes, where the language puts those.
  const named = isIsoCode(currency)
    ? ({ currency, currencyDisplay: 'narrowSymbol' } as const)
    : ({ currency: placeholderCode, currencyDisplay: 'code' } as const);
  const format = memo(Intl.NumberFormat, 'number', { style: 'currency', ...named, ...options });
  return formatFigure(format, figure).replace(placeholderCode, currency);
}

export const cents = { minimumFractionDigits: 2, maximumFractionDigits: 6 };

/** Formats an amount: "12.5" is $12.50 in English. Without a known currency only the number is written. */
export const money = (figure: Figure, currency: string | undefined = shopCurrency.value) =>
  inCurrency(figure, currency, cents);

/**
 * Isolates an amount or an order's number inside a sentence, where no `<bdi>` can be: sign and digits keep their sides
 * in a language that runs from right to left.
 */
export const inline = (text: string) => (dir.value === 'rtl' ? `\u2066${text}\u2069` : text);

/** Formats an amount for tiles and axes only: amounts of 1,000 and more drop their cents. */
export const shortMoney = (figure: Figure, currency: string | undefined = shopCurrency.value) => {
  const whole = Math.abs(Number(figure)) >= 1000;
  return inCurrency(figure, currency, whole ? { maximumFractionDigits: 0, minimumFractionDigits: 0 } : cents);
};

export const number = (figure: Figure, options?: Intl.NumberFormatOptions) =>
  formatFigure(memo(Intl.NumberFormat, 'number', options), figure);

export function formatMoment(moment: Moment, options: Intl.DateTimeFormatOptions) {
  const when = new Date(moment ?? Number.NaN);
  if (Number.isNaN(when.getTime())) return String(moment ?? unstated);
  const format = memo(Intl.DateTimeFormat, 'date', { timeZone: shopZone.value, ...options });
  return format
    .format(when)
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replace(/[ \u2009\u202f]/g, '\u00a0');
}

export const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
export const time = (moment: Moment) => formatMoment(moment, clock);
/** Returns the name of the shop's zone: "GMT+7". */
export function zoneName(moment: string | number = Date.now()) {
  const options = { timeZone: shopZone.value, timeZoneName: 'shortOffset' } as Intl.DateTimeFormatOptions;
  const format = memo(Intl.DateTimeFormat, 'date', options);
  return format.formatToParts(new Date(moment)).find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** Chinese is distinguished by its script, not by a country. */
const scripts: Readonly<Record<string, string>> = { 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' };

/** Returns the name of a language in itself: "Français", "العربية", "简体中文". */
export function langName(tag: string) {
  lang.value;
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(scripts[tag] ?? tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
