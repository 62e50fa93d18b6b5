import { isArray, parse, stringify } from './captured.ts';
import type { Message } from './protocol.ts';
import { version } from './version.ts';

/** An object from outside: each of its fields is unknown. */
export type Untrusted = Readonly<Record<string, unknown>>;

/** A message that can be read without throwing; code that uses its fields still has to check them. */
export interface Incoming {
  readonly t: Message['t'];
  readonly n: string;
  readonly id: unknown;
  readonly m: string;
  readonly p: Untrusted;
  readonly r: Untrusted;
  readonly e: Untrusted | undefined;
}

/** Returns whether a value is an object with fields, and not an array. */
export const isPlainObject = (value: unknown): value is Untrusted =>
  typeof value === 'object' && value !== null && !isArray(value);

// Without a prototype a missing field is missing, even if a script has changed Object.prototype.
const withoutPrototype = (_key: string, value: unknown) =>
  isPlainObject(value) ? { __proto__: null, ...value } : value;

/** Returns the value if it is text, otherwise an empty one. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Returns the value if it is an object, otherwise an empty one that inherits nothing. */
export const asObject = (value: unknown): Untrusted => (isPlainObject(value) ? value : { __proto__: null });

/**
 * Reads a message, an object or a string of JSON, into a copy that no other code holds.
 * Never throws: throwing getters, cycles, functions and invalid data give `null`.
 */
export const readMessage = (data: unknown): Incoming | null => {
  try {
    const { souk, t, n, id, m, p, r, e } = asObject(parse(asText(data) || stringify(data), withoutPrototype));
    if (souk !== version || !asText(n)) return null;
    return {
      t: asText(t) as Message['t'],
      n: asText(n),
      id,
      m: asText(m),
      p: asObject(p),
      r: asObject(r),
      e: isPlainObject(e) ? e : undefined,
    };
  } catch {
    return null;
  }
};
