import * as v from 'valibot';
import { money } from '../../../contract/fields.ts';
import { parseMoney } from '../../../contract/money.ts';
import { languages } from '../texts/languages.ts';

// Types of what a decision takes. The command line reads what was typed as these types.

/** Returns the type of a text of at most `maxLength` letters. */
export const textUpTo = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(),
    v.maxLength(maxLength),
    // PostgreSQL cannot store NUL in a text.
    v.excludes('\0'),
  );
export const text = textUpTo(500);

const tags = Object.keys(languages);
const languageTag = v.pipe(v.string(), v.values(tags, `Souk has the languages ${tags.join(', ')}`));

/**
 * Returns the type of a text's translations: one for each language, `{"ja": "…", "zh-CN": "…"}`, of the same type as the
 * text.
 */
export const translationsOf = <Type extends v.GenericSchema<string>>(type: Type) =>
  v.record(languageTag, type);

/** Returns the type of changes of translations: null takes one away, and what is not named stays. */
export const translationChangesOf = <Type extends v.GenericSchema<string>>(type: Type) =>
  v.record(languageTag, v.nullable(type));

/**
 * Returns whether a reference can name a payment: it has at least 4 letters or digits, by which two are compared, and
 * not one of them alone, as `0000` has.
 */
const canNamePayment = (reference: string): boolean => {
  const compared = reference.toUpperCase().replace(/[^A-Z\d]/g, '');
  return compared.length >= 4 && new Set(compared).size > 1;
};

/** Refuses a reference that cannot name a payment. */
export const namesPayment = v.check(
  canNamePayment,
  'write the reference whole, with at least 4 letters or digits that are not all the same',
);

/** The proof of a payment, such as the hash of a transaction; it may hold long numbers. 4 to 120 visible characters. */
export const proofText = v.pipe(
  v.string(),
  v.transform((typed) => typed.normalize('NFKC').replace(/\p{C}/gu, '').trim()),
  v.nonEmpty(),
  v.maxLength(120),
  namesPayment,
);
/** Returns whether a date exists in the calendar. */
const isDate = (typed: string): boolean =>
  new Date(`${typed}T00:00:00Z`).toJSON()?.startsWith(typed) ?? false;

/** A moment, read as a `Date`: 31 February has the form of one, and so has an offset that no `Date` reads. */
export const moment = v.pipe(
  text,
  v.isoTimestamp(),
  v.check(
    (typed) => isDate(typed.slice(0, 10)) && !Number.isNaN(Date.parse(typed)),
    'write a time, like "2026-03-01T09:00:00Z"',
  ),
  v.transform((typed) => new Date(typed)),
);

const isLegalOrder = (typed: string): boolean => {
  const [, authority = '', reference = '', date = ''] = /^(.+),(.+),\s*([\d-]{10})$/u.exec(typed) ?? [];
  return /\p{L}{3}/u.test(authority) && /\d/.test(reference) && isDate(date);
};

/** The order of an authority, so that a merchant can ask there for it: the authority, its reference and its date. */
export const legalReference = v.pipe(
  text,
  v.check(
    isLegalOrder,
    'write authority, reference and date, as in "District court of Harbour, 4 K 12/26, 2026-03-01"',
  ),
);

/** Up to 100 names. */
export const names = v.pipe(v.array(text), v.minLength(1), v.maxLength(100));
/** An amount of money above zero, in 10^-6. */
export const amount = v.pipe(money, v.transform(parseMoney), v.minValue(1n));
/** An amount of money from zero, in 10^-6. */
export const amountOrZero = v.pipe(money, v.transform(parseMoney));
/** Returns the type of a whole number between two bounds. */
export const integer = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** A megabyte. */
const maxBase64Length = 1_333_336;
/** A picture, as the base64 of its bytes; on the command line it is the path of its file. */
export const picture = v.pipe(
  v.string(),
  v.maxLength(maxBase64Length, 'a picture has at most 1,000,000 bytes; send it smaller'),
  v.base64('send the base64 of its file'),
  v.transform((typed) => new Blob([Buffer.from(typed, 'base64')])),
);
