import { randomBytes } from 'node:crypto';

/** A source of random bytes; tests use a seeded one. */
export type Random = (bytes: number) => Buffer;

export const systemRandom: Random = (bytes) => randomBytes(bytes);

// Crockford's alphabet: no letter that is mistaken for a digit when an id is read aloud to support.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const letters = (random: Random, count: number): string =>
  Array.from(random(count), (byte) => alphabet[byte & 31]).join('');

/** Returns an identifier such as `ord_7h2k…`: a short prefix for the kind, and 80 random bits. */
export const newId = (random: Random, prefix: string): string => `${prefix}_${letters(random, 16)}`;

/** Returns a number that people read aloud: date, then eight letters, for example `20250301-7H2K9QXM`. */
export const newNo = (random: Random, at: Date): string =>
  `${at.toISOString().slice(0, 10).replaceAll('-', '')}-${letters(random, 8).toUpperCase()}`;

/** Returns ten letters that a person reads aloud and types: 50 bits, for an invitation that works once. */
export const newCode = (random: Random): string => letters(random, 10).toUpperCase();

/** Returns 256 bits for a session token, in letters that need no escaping in a header or a URL. */
export const newToken = (random: Random): string => random(32).toString('base64url');
