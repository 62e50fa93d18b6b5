import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** An amount in 10^-6 of the shop's currency, as bigint on both databases. */
export const amount = (name: string) => bigint(name, { mode: 'bigint' });

/** A moment; milliseconds, because a cursor that carries a JavaScript date must compare equal. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** The content of a file. */
export const bytea = customType<{ data: Uint8Array<ArrayBuffer> }>({ dataType: () => 'bytea' });
