import * as v from 'valibot';
import { unique } from './fields.ts';
import { named } from './named.ts';

/** Ids in a query string: comma-separated or repeated, or an array before it is encoded. */
export const queryIds = (max: number) =>
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform(splitIds),
    v.minLength(1),
    v.maxLength(max),
    v.check((list) => list.every((id) => id.length > 0 && id.length <= 64), named('id')),
    v.check(unique, named('duplicate')),
  );

/** A whole number in a query string, or already a number before it is encoded. */
export const queryNumber = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.digits())]),
    v.transform(Number),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );

/** `'a,b'` and `['a,b', 'c']` as single ids. */
export function splitIds(value: string | string[]): string[] {
  return [value].flat().flatMap((part) => part.split(','));
}
