/**
 * Drops the items of lists that are null, at any depth: a server with a hole in its data must not cost a merchant the whole
 * list. Fields that are null stay, as the contract has such.
 */
export function dropNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(dropNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, dropNulls(field)]));
}
