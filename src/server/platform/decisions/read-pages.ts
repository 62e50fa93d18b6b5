import { eq, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { queryNumber } from '../../../contract/fields.ts';

/** The input of every list that an operator reads; `cursor` is the `nextCursor` of the page before. */
export const pageInput = {
  cursor: v.optional(v.pipe(v.string(), v.maxLength(256))),
  limit: v.optional(queryNumber(1, 200), 50),
};

/** Returns the condition that a row has this id or number; none where nothing is named. */
export const isNamed = (
  { id, no }: Record<'id' | 'no', AnyPgColumn>,
  named: string | undefined,
): SQL | undefined => (named === undefined ? undefined : or(eq(id, named), eq(no, named)));
