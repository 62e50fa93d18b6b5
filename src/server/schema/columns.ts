import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, jsonb, timestamp } from 'drizzle-orm/pg-core';

/** Makes the column of an amount in 10^-6 of the shop's currency, as bigint on both databases. */
export const amount = (name: string) => bigint(name, { mode: 'bigint' });

/**
 * Makes the column of a moment; in milliseconds, because a cursor that contains a JavaScript date must compare equal.
 */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/**
 * Returns the SQL of a moment in milliseconds, for an index. By a difference of moments: what a moment is in seconds
 * depends on a setting, and no index may.
 */
export const millis = (at: AnyPgColumn): SQL =>
  sql`((extract(epoch from ${at} - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint)`;

/** A text of a row in further languages, by their tags. */
export type Translations = Readonly<Record<string, string>>;

/** Makes the column of the translations of a row's name, or of another text of it; null where there are none. */
export const translations = (name = 'translations') => jsonb(name).$type<Translations>();

/** The content of a file. */
export const bytea = customType<{ data: Uint8Array<ArrayBuffer> }>({ dataType: () => 'bytea' });

/**
 * Returns the SQL of a reference's letters and digits, by which two are compared: spaces, dashes and case are ignored.
 */
export const comparableProof = (proof: AnyPgColumn | string): SQL =>
  sql`regexp_replace(upper(${proof}), '[^A-Z0-9]', '', 'g')`;
