import * as v from 'valibot';
import { PAGE_DEFAULT, PAGE_MAX } from './counts.ts';
import { queryNumber } from './fields.ts';

/** Opaque: the server makes it from the last row's time and id, and the client returns it unread. */
const cursor = v.optional(v.pipe(v.string(), v.maxLength(256)));

/** Input entries of every growing list. Spread them: `v.object({ ...pageInput, keyword })`. */
export const pageInput = {
  cursor,
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PAGE_MAX)), PAGE_DEFAULT),
};

/** Input entries of a list in a GET call, where numbers arrive as text. */
export const queryPageInput = { cursor, limit: v.optional(queryNumber(1, PAGE_MAX), PAGE_DEFAULT) };

/** Returns the output entries of every growing list. `nextCursor` is null on the last page. */
export const pageOf = <Item extends v.GenericSchema>(item: Item) => ({
  list: v.array(item),
  nextCursor: v.nullable(v.string()),
});
