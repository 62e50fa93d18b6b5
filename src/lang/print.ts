import { signal } from '@preact/signals';
import { lang, memo } from './intl.ts';
import { dir } from './texts.ts';

/** The shop's own: dates are said in its time zone, amounts in its currency. Empty until /v1/me has answered. */
export const shopZone = signal<string | undefined>(undefined);
export const shopCurrency = signal<string | undefined>(undefined);

/** Takes what the server says of the shop; a zone this engine does not know leaves the device's own. */
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

/** A server that knows the specification only may leave any of them out: that is said by a dash, never by a zero. */
type Unstated = null | undefined;
export type Figure = string | number | Unstated;
export type Moment = string | number | Date | Unstated;
const unstated = '—';

/** No-break spaces, and the true minus sign; direction marks are left to `<bdi>`, which every amount stands in. */
const tidy = (text: string) =>
  text
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replace(/-/g, '\u2212')
    .replace(/[ \u2009\u202f]/g, '\u00a0');

/** Engines read the decimal string itself, so no digit passes through floating point. */
const print = (format: Intl.NumberFormat, figure: Figure) =>
  Number.isNaN(Number(figure ?? Number.NaN)) ? unstated : tidy(format.format(figure as number));

const isIsoCode = (currency: string) => /^[A-Z]{3}$/.test(currency);

export function inCurrency(figure: Figure, currency: string | undefined, options: Intl.NumberFormatOptions) {
  if (!currency) return print(memo(Intl.NumberFormat, 'number', options), figure);
  if (!isIsoCode(currency))
    return `${print(memo(Intl.NumberFormat, 'number', options), figure)}\u00a0${currency}`;
  const named = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...options } as const;
  return print(memo(Intl.NumberFormat, 'number', named), figure);
}

export const cents = { minimumFractionDigits: 2, maximumFractionDigits: 6 };

/** An amount: "12.5" is $12.50 in English. Without a known currency the number stands alone. */
export const money = (figure: Figure, currency: string | undefined = shopCurrency.value) =>
  inCurrency(figure, currency, cents);

/**
 * An amount or a number of an order inside a sentence, where no `<bdi>` can stand: isolated, so that sign and
 * digits keep their sides in a language that runs to the left.
 */
export const inline = (text: string) => (dir.value === 'rtl' ? `\u2066${text}\u2069` : text);

/** For tiles and axes only: amounts of 1,000 and more drop their cents. */
export const shortMoney = (figure: Figure, currency: string | undefined = shopCurrency.value) => {
  const whole = Math.abs(Number(figure)) >= 1000;
  return inCurrency(figure, currency, whole ? { maximumFractionDigits: 0, minimumFractionDigits: 0 } : cents);
};

export const number = (figure: Figure, options?: Intl.NumberFormatOptions) =>
  print(memo(Intl.NumberFormat, 'number', options), figure);

export function dated(moment: Moment, options: Intl.DateTimeFormatOptions) {
  const when = new Date(moment ?? Number.NaN);
  if (Number.isNaN(when.getTime())) return String(moment ?? unstated);
  const format = memo(Intl.DateTimeFormat, 'date', { timeZone: shopZone.value, ...options });
  return format
    .format(when)
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replace(/[ \u2009\u202f]/g, '\u00a0');
}

export const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
export const time = (moment: Moment) => dated(moment, clock);
/** "GMT+7": the shop's zone as people say it. */
export function zoneName(moment: string | number = Date.now()) {
  const options = { timeZone: shopZone.value, timeZoneName: 'shortOffset' } as Intl.DateTimeFormatOptions;
  const format = memo(Intl.DateTimeFormat, 'date', options);
  return format.formatToParts(new Date(moment)).find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** Chinese is told apart by its script, not by a country. */
const scripts: Readonly<Record<string, string>> = { 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' };

/** The name of a language in itself: "Français", "العربية", "简体中文". */
export function langName(tag: string) {
  lang.value;
  const own = new Intl.DisplayNames([tag], { type: 'language' }).of(scripts[tag] ?? tag) ?? tag;
  return own.charAt(0).toLocaleUpperCase(tag) + own.slice(1);
}
