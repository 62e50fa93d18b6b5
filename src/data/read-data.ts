/**
 * Drops the items of lists that are null, at any depth: a server with a hole in its data must not cost a merchant the whole
 * list. Fields that are null stay, as the contract has such.
 */
export function dropNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(dropNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, dropNulls(field)]));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Makes a bare list a page, and absent data an empty object, so that a screen finds fields missing, never null. */
export function readData(answered: unknown): Record<string, unknown> {
  const data = dropNulls(answered);
  if (Array.isArray(data)) return { list: data, nextCursor: null };
  return isObject(data) ? data : {};
}
