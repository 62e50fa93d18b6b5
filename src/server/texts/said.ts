// How amounts and moments stand in a sentence of the server: as the app itself writes them.

/** Our Spanish is Latin America's, which writes 1,234.50. */
const tagOf = (lang: string) => `${lang === 'es' ? 'es-419' : lang}-u-ca-gregory-nu-latn`;

const kept = new Map<string, unknown>();
const once = <T>(key: string, make: () => T): T => {
  const known = kept.get(key) as T | undefined;
  if (known) return known;
  const made = make();
  kept.set(key, made);
  return made;
};

const cents = { minimumFractionDigits: 2, maximumFractionDigits: 6 } as const;
const minute: Intl.DateTimeFormatOptions = {
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
};

const tidy = (text: string) =>
  text.replace(/[\u061c\u200e\u200f]/g, '').replace(/[ \u2009\u202f]/g, '\u00a0');

/** Kept together and from left to right, whatever the sentence around it does. */
const leftToRight = (text: string) => `\u2066${text}\u2069`;

/** A decimal text as an amount; a currency that is no ISO code stands behind the number. */
export const saidMoney = (amount: string, currency: string, lang: string): string => {
  const iso = /^[A-Z]{3}$/.test(currency);
  const style = iso ? ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const) : {};
  const format = once(
    `money ${lang} ${currency}`,
    () => new Intl.NumberFormat(tagOf(lang), { ...style, ...cents }),
  );
  // The engine reads the decimal text itself, so no digit passes through a binary fraction.
  const text = tidy(format.format(amount as unknown as number)).replace(/-/g, '\u2212');
  return leftToRight(iso ? text : `${text}\u00a0${currency}`);
};

/** A number, a percentage or a number of hours, days and so on. */
export const saidNumber = (value: number, lang: string, options: Intl.NumberFormatOptions): string => {
  const format = once(
    `number ${lang} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(tagOf(lang), options),
  );
  return tidy(format.format(value));
};

/** An ISO 8601 moment as the clocks of a time zone show it. */
export const saidMoment = (at: string, timeZone: string, lang: string): string => {
  const format = once(
    `moment ${lang} ${timeZone}`,
    () => new Intl.DateTimeFormat(tagOf(lang), { timeZone, ...minute }),
  );
  return tidy(format.format(new Date(at)));
};

/** A name, a number or words of a person: in their own direction. */
export const saidText = (text: string): string => `\u2068${text}\u2069`;
