import * as v from 'valibot';
import { unique } from './fields.ts';
import { problemMessage } from './problem-message.ts';

/** Returns a schema of ids in a query string: comma-separated or repeated, or an array before it is encoded. */
export const queryIds = (max: number) =>
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform(splitIds),
    v.minLength(1),
    v.maxLength(max),
    v.check((list) => list.every((id) => id.length > 0 && id.length <= 64), problemMessage('id')),
    v.check(unique, problemMessage('duplicate')),
  );

/** Returns a schema of a whole number in a query string, or already a number before it is encoded. */
export const queryNumber = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.digits())]),
    v.transform(Number),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );

/** Splits `'a,b'` or `['a,b', 'c']` into single ids. */
export function splitIds(value: string | string[]): string[] {
  return [value].flat().flatMap((part) => part.split(','));
}
