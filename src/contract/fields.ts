import * as v from 'valibot';
import { decimalsOf } from './currencies.ts';
import { problemMessage } from './messages.ts';
import { isWritable, MONEY, parseMoney, SIGNED_MONEY } from './money.ts';
import { foldDigits } from './typed-text.ts';

/** Fields that several nouns share. Input fields fold and trim; output fields only describe the value. */

/** Opaque identifier. */
export const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64));
/** Returns a schema of 1 to `max` distinct identifiers. */
export const ids = (max: number) =>
  v.pipe(v.array(id), v.minLength(1), v.maxLength(max), v.check(unique, problemMessage('duplicate')));

/**
 * Amount as typed or sent by a client; digits of other scripts are folded before the check. One that the shop's currency
 * cannot write is refused with the kind `decimals`, and how many it has as the limit.
 */
export const money = v.pipe(
  v.string(),
  v.trim(),
  v.transform(foldDigits),
  v.nonEmpty(),
  v.regex(MONEY, problemMessage('money')),
);
/**
 * Returns a schema of an amount in a form, which the currency can write; `read` converts the typed text to the contract's
 * form.
 */
export const moneyReadBy = (read: (typed: string) => string, currency: () => string | undefined) =>
  v.pipe(
    v.string(),
    v.transform(read),
    money,
    v.check(
      (text) => !MONEY.test(text) || isWritable(parseMoney(text), currency()),
      () => problemMessage('decimals', decimalsOf(currency())),
    ),
  );
/** Amount in an answer. */
export const amount = v.pipe(v.string(), v.regex(MONEY, problemMessage('money')));
/** Profit, difference or chart point in an answer: may be below zero. */
export const signedAmount = v.pipe(v.string(), v.regex(SIGNED_MONEY, problemMessage('money')));
/**
 * A currency's code: three letters as in ISO 4217, or up to five for stablecoins. Every answer with money contains it.
 */
export const currency = v.pipe(v.string(), v.minLength(3), v.maxLength(5));

/** ISO 8601 in UTC. */
export const time = v.pipe(v.string(), v.isoTimestamp());
/** A day in the shop's time zone, `YYYY-MM-DD`, from 1900 to 2999; as a bound it is inclusive. */
export const day = v.pipe(v.string(), v.isoDate(), v.check(isRealDay, problemMessage('iso_date')));
/** IANA time zone. */
export const timeZone = v.string();

/** How many: a whole number from 0. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Those of an object's texts that an operator wrote, in a language that is not known, the longest first: each is the end
 * of one of its fields, after what the platform says in the reader's language.
 */
export const operatorTexts = v.optional(v.array(v.string()));

/**
 * A movement's number in the chain of the shop, and its hash, which covers all movements before it. Kept elsewhere, the
 * two show later whether anything of them was changed.
 */
export const ledgerEntry = v.object({ seq: v.string(), hash: v.string() });

/** A search text, trimmed, at most 64 characters; an empty one filters nothing. */
export const keyword = v.pipe(v.string(), v.trim(), v.maxLength(64));

/**
 * Returns a schema of one line of text, counted in UTF-16 units as databases and forms do. Line breaks and characters
 * that change the direction of the text around it become spaces: the line appears beside amounts, in statements and in
 * files.
 */
export const line = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.transform(flat),
    v.trim(),
    v.normalize('NFC'),
    v.nonEmpty(),
    v.minLength(min),
    v.maxLength(max),
  );

/** Returns a schema of a longer text, counted in graphemes, after NFC and trim. */
export const prose = (min: number, max: number) =>
  v.pipe(
    v.string(),
    // Checked first: counting all graphemes of a long text takes a second, and a text refused here is not counted.
    v.check(
      (typed) => typed.length <= 16 * max && isWithin(typed.trim(), max),
      problemMessage('max_graphemes', max),
    ),
    v.trim(),
    v.normalize('NFC'),
    v.nonEmpty(),
    v.minGraphemes(min),
    v.maxGraphemes(max),
    v.maxBytes(16_384),
  );

/** The payment password: six digits. Whether it is correct is answered by 446. */
export const payPassword = v.pipe(
  v.string(),
  v.transform(foldDigits),
  v.nonEmpty(),
  v.regex(/^\d{6}$/, problemMessage('six_digits')),
);

/** An upload. Its size and true type are checked against the configured limits, not here. */
export const file = v.file();

/** Returns a text in one line, without overrides of its direction. */
export function flat(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ');
}

/** Returns whether a text has at most `max` graphemes; reads no further than needed. */
function isWithin(text: string, max: number): boolean {
  let count = 0;
  for (const _ of new Intl.Segmenter().segment(text)) if (++count > max) return false;
  return true;
}

/** Returns whether no item of a list repeats. */
function unique(list: string[]): boolean {
  return new Set(list).size === list.length;
}

function isRealDay(text: string): boolean {
  const parsed = new Date(`${text}T00:00:00Z`);
  // Years such as 1 or 9999 are valid, but their neighbouring days or offsets are not.
  const near = text >= '1900' && text < '3000';
  return near && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

/** Returns a schema of ids in a query string: comma-separated or repeated, or an array before it is encoded. */
export const queryIds = (max: number) =>
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform(splitIds),
    v.minLength(1),
    v.maxLength(max),
    v.check((list) => list.every((id) => id.length > 0 && id.length <= 64), problemMessage('id')),
    v.check(unique, problemMessage('duplicate')),
  );

/** Returns a schema of a whole number in a query string, or already a number before it is encoded. */
export const queryNumber = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.digits())]),
    v.transform(Number),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );

/** Splits `'a,b'` or `['a,b', 'c']` into single ids. */
export function splitIds(value: string | string[]): string[] {
  return [value].flat().flatMap((part) => part.split(','));
}
