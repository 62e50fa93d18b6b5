// Formats amounts and moments in the server's texts as the app formats them.

/** Returns the tag for formats: the Spanish texts are Latin American, where numbers are written 1,234.50. */
const tagOf = (lang: string) => `${lang === 'es' ? 'es-419' : lang}-u-ca-gregory-nu-latn`;

const cache = new Map<string, unknown>();
const memoize = <T>(key: string, make: () => T): T => {
  const known = cache.get(key) as T | undefined;
  if (known) return known;
  const made = make();
  cache.set(key, made);
  return made;
};

const cents = { minimumFractionDigits: 2, maximumFractionDigits: 6 } as const;
const minute: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

const tidy = (text: string) =>
  text.replace(/[\u061c\u200e\u200f]/g, '').replace(/[ \u2009\u202f]/g, '\u00a0');

/** Isolates a text from left to right, whatever the direction of its sentence. */
const leftToRight = (text: string) => `\u2066${text}\u2069`;

/** The ISO code for testing: it shows where a language puts currency codes. */
const placeholderCurrency = 'XTS';

/** Formats a decimal text as an amount; a code outside ISO 4217 is put where the language puts codes. */
export const displayMoney = (amount: string, currency: string, lang: string): string => {
  const iso = /^[A-Z]{3}$/.test(currency);
  const currencyOptions = iso
    ? ({ currency, currencyDisplay: 'narrowSymbol' } as const)
    : ({ currency: placeholderCurrency, currencyDisplay: 'code' } as const);
  const format = memoize(
    `money ${lang} ${currency}`,
    () => new Intl.NumberFormat(tagOf(lang), { style: 'currency', ...currencyOptions, ...cents }),
  );
  // The engine reads the decimal text itself, so no digit passes through a binary fraction.
  const text = tidy(format.format(amount as unknown as number)).replace(/-/g, '\u2212');
  return leftToRight(text.replace(placeholderCurrency, currency));
};

/** Formats a number, a percentage or a number of hours, days and so on. */
export const displayNumber = (value: number, lang: string, options: Intl.NumberFormatOptions): string => {
  const format = memoize(
    `number ${lang} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(tagOf(lang), options),
  );
  return tidy(format.format(value));
};

/** Formats seconds to wait, from two minutes on as minutes; short, so that it fits any sentence. */
export const displayWait = (seconds: number, lang: string): string => {
  const [value, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return displayNumber(value, lang, { style: 'unit', unit, unitDisplay: 'short' });
};

/** Formats an ISO 8601 moment in a time zone. */
export const displayMoment = (at: string, timeZone: string, lang: string): string => {
  const format = memoize(
    `moment ${lang} ${timeZone}`,
    () => new Intl.DateTimeFormat(tagOf(lang), { timeZone, ...minute }),
  );
  return tidy(format.format(new Date(at)));
};

/** Isolates a name, a number or a person's text in its own direction. */
export const isolateText = (text: string): string => `\u2068${text}\u2069`;
