/** Returns whether a value can be an `authorization` header: printable ASCII without spaces or quotes. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[!#-[\]-~]{1,4096}$/.test(value);
