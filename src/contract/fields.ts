import * as v from 'valibot';
import { foldDigits, MONEY, SIGNED_MONEY } from './money.ts';
import { named } from './named.ts';

/** Fields that several nouns share. Input fields fold and trim; output fields only say what stands there. */

/** Opaque identifier. */
export const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64));
/** One to `max` identifiers, none of them twice. */
export const ids = (max: number) =>
  v.pipe(v.array(id), v.minLength(1), v.maxLength(max), v.check(unique, named('duplicate')));

/** Amount as typed or sent by a client; digits of other scripts are folded before the check. */
export const money = v.pipe(
  v.string(),
  v.trim(),
  v.transform(foldDigits),
  v.nonEmpty(),
  v.regex(MONEY, named('money')),
);
/** Amount of a form, where `read` turns what was typed into the contract's writing. */
export const moneyReadBy = (read: (typed: string) => string) => v.pipe(v.string(), v.transform(read), money);
/** Amount in an answer. */
export const amount = v.pipe(v.string(), v.regex(MONEY, named('money')));
/** Profit, difference or chart point in an answer: may be below zero. */
export const signedAmount = v.pipe(v.string(), v.regex(SIGNED_MONEY, named('money')));
/** ISO 4217 code; stands in each answer that holds money. */
export const currency = v.pipe(v.string(), v.length(3));

/** ISO 8601 in UTC. */
export const time = v.pipe(v.string(), v.isoTimestamp());
/** A day in the shop's time zone, `YYYY-MM-DD`, from 1900 to 2999; as a bound it is inclusive. */
export const day = v.pipe(v.string(), v.isoDate(), v.check(isRealDay, named('iso_date')));
/** IANA time zone. */
export const timeZone = v.string();

/** How many: a whole number from 0. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What is searched for, trimmed, at most 64 characters; an empty one filters nothing. */
export const keyword = v.pipe(v.string(), v.trim(), v.maxLength(64));

/**
 * One line that a person writes, counted in UTF-16 units because databases and forms do. What would begin another line,
 * or turn round the text beside it, becomes a space: it stands beside amounts, in statements and in files.
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

/** Longer text that a person writes, counted as people count: in graphemes, after NFC and trim. */
export const prose = (min: number, max: number) =>
  v.pipe(
    v.string(),
    // Asked first: to count all graphemes of a long text takes a second, and what is refused here is not counted.
    v.check((typed) => typed.length <= 16 * max && isWithin(typed.trim(), max), named('max_graphemes', max)),
    v.trim(),
    v.normalize('NFC'),
    v.nonEmpty(),
    v.minGraphemes(min),
    v.maxGraphemes(max),
    v.maxBytes(16_384),
  );

/** The transaction password: six digits. Whether it is the right one is answered by 446. */
export const payPassword = v.pipe(
  v.string(),
  v.transform(foldDigits),
  v.nonEmpty(),
  v.regex(/^\d{6}$/, named('six_digits')),
);

/** An upload. Its size and true type are checked against the configured limits, not here. */
export const file = v.file();

/** A text in one line, without overrides of its direction. */
export function flat(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ');
}

/** Whether a text has no more than so many graphemes; looks no further than it must. */
function isWithin(text: string, max: number): boolean {
  let count = 0;
  for (const _ of new Intl.Segmenter().segment(text)) if (++count > max) return false;
  return true;
}

/** For lists in which one thing stands once. */
export function unique(list: string[]): boolean {
  return new Set(list).size === list.length;
}

function isRealDay(text: string): boolean {
  const parsed = new Date(`${text}T00:00:00Z`);
  // Days of year 1 or 9999 are written like all others, and then their neighbours or offsets are not.
  const near = text >= '1900' && text < '3000';
  return near && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}
