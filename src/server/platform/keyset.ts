import { type SQL, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { refuse } from './refuse.ts';

/** The order of a list: a key, then the row's id, so that no two rows are equal and a cursor marks one position. */
export interface Keyset {
  key: SQL;
  id: SQL;
  type: 'timestamptz' | 'bigint';
  direction: 'asc' | 'desc';
}

export const encodeCursor = (key: string, id: string): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

const badCursor = () => refuse(codes.invalidParameter, { field: 'cursor' });
const shapes = {
  timestamptz: /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/,
  bigint: /^-?\d{1,18}$/,
};
// The form of ids and of the ledger's accounts: no NUL, which the database could not compare.
const idShape = /^[\w.:-]{1,128}$/;

// The form is not enough: 31 February has it, and the database refuses to compare it.
const isMoment = (key: string): boolean => {
  const wall = key.slice(0, 19).replace(' ', 'T');
  const at = new Date(`${wall}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(wall);
};

const isKey = (key: string, type: Keyset['type']): boolean =>
  shapes[type].test(key) && (type === 'bigint' || isMoment(key));

/** Returns the position of a cursor; refuses one that no list has issued. */
export function decodeCursor(cursor: string, type: Keyset['type']): [key: string, id: string] {
  let pair: unknown;
  try {
    pair = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw badCursor();
  }
  if (!Array.isArray(pair) || pair.length !== 2) throw badCursor();
  const [key, id] = pair;
  if (typeof key !== 'string' || typeof id !== 'string' || !idShape.test(id) || !isKey(key, type))
    throw badCursor();
  return [key, id];
}

/** Returns the condition for rows after a cursor; none for the first page. */
export function afterCursor(keyset: Keyset, cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const [key, id] = decodeCursor(cursor, keyset.type);
  const sign = sql.raw(keyset.direction === 'asc' ? '>' : '<');
  return sql`(${keyset.key}, ${keyset.id}) ${sign} (${key}::${sql.raw(keyset.type)}, ${id})`;
}

export const orderBy = ({ key, id, direction }: Keyset): SQL[] => {
  const order = sql.raw(direction);
  return [sql`${key} ${order}`, sql`${id} ${order}`];
};

/** Returns the key as text, to be selected beside the row. */
export const keyText = ({ key }: Keyset): SQL<string> => sql<string>`(${key})::text`;

/** Cuts off the extra row, which shows that there is a next page. */
export function toPage<Row extends { key: string; id: string }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last ? encodeCursor(last.key, last.id) : null };
}

/**
 * Returns a LIKE pattern for texts that contain the words of a keyword in their order, whatever lies between them, such
 * as a no-break space; `%` and `_` in it are literal.
 */
export const likePattern = (keyword: string): string => {
  const literal = keyword.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return `%${literal.replace(/\s+/g, '%')}%`;
};
