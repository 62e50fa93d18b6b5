import * as v from 'valibot';
import { queryNumber } from '../../../contract/fields.ts';

/** The input of every list that an operator reads; `cursor` is the `nextCursor` of the page before. */
export const pageInput = {
  cursor: v.optional(v.pipe(v.string(), v.maxLength(256))),
  limit: v.optional(queryNumber(1, 200), 50),
};
