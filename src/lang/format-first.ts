import { signal } from '@preact/signals';
import {
  cachedIntl,
  clock,
  displayMoment,
  displayMoney,
  displayNumber,
  type Figure,
  isTimeZone,
  type Moment,
} from './intl.ts';
import { dir, lang } from './texts.ts';

/** The shop's time zone for dates and currency for amounts. Empty until /v1/me has answered. */
const shopZone = signal<string | undefined>(undefined);
const shopCurrency = signal<string | undefined>(undefined);

/** Sets zone and currency of the shop; a zone that this engine does not know leaves the device's own. */
export function configureShop({ timeZone, currency }: { timeZone?: string; currency?: string }) {
  shopCurrency.value = currency || undefined;
  shopZone.value = timeZone && isTimeZone(timeZone) ? timeZone : undefined;
}

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

export const number = (figure: Figure, options?: Intl.NumberFormatOptions) =>
  displayNumber(figure, lang.value, options);

export const formatMoment = (moment: Moment, options: Intl.DateTimeFormatOptions) =>
  displayMoment(moment, lang.value, { timeZone: shopZone.value, ...options });

export const time = (moment: Moment) => formatMoment(moment, clock);
/** Formats a time of the next days: "Tue 08:43". */
/** Formats a time within a week, its day first: engines put it last in Japanese, and join both in Chinese. */
export const weekTime = (moment: Moment) => `${formatMoment(moment, { weekday: 'short' })} ${time(moment)}`;
/** Returns the name of the shop's zone: "GMT+7". */
export function zoneName(moment: string | number = Date.now()) {
  const options = { timeZone: shopZone.value, timeZoneName: 'shortOffset' } as const;
  const format = cachedIntl(Intl.DateTimeFormat, lang.value, options);
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
