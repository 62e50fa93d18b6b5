import { dropNulls } from './drop-nulls.ts';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Makes a bare list a page, and absent data an empty object, so that a screen finds fields missing, never null. */
export function readData(answered: unknown): Record<string, unknown> {
  const data = dropNulls(answered);
  if (Array.isArray(data)) return { list: data, nextCursor: null };
  return isObject(data) ? data : {};
}
