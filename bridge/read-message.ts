import { isArray, parse, stringify } from './captured.ts';
import { type Message, version } from './protocol.ts';

/** An object from outside: each of its fields is unknown. */
export type Bare = Readonly<Record<string, unknown>>;

/** A message whose fields are still to be checked by whoever uses them, but whose reading cannot throw. */
export interface Incoming {
  readonly t: Message['t'];
  readonly n: string;
  readonly id: unknown;
  readonly m: string;
  readonly p: Bare;
  readonly r: Bare;
  readonly e: Bare | undefined;
}

/** Whether a value is an object with fields; a list is none. */
export const isBare = (value: unknown): value is Bare =>
  typeof value === 'object' && value !== null && !isArray(value);

// Without a prototype a missing field is missing, whatever somebody put on Object.prototype.
const bare = (_key: string, value: unknown) => (isBare(value) ? { __proto__: null, ...value } : value);

/** A text, or an empty one. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** An object, or an empty one; it inherits nothing. */
export const object = (value: unknown): Bare => (isBare(value) ? value : { __proto__: null });

/**
 * Reads what arrived, an object or a string of JSON, into a copy that nobody else holds.
 * Never throws: getters that do, cycles, functions and junk give `null`.
 */
export const readMessage = (data: unknown): Incoming | null => {
  try {
    const { souk, t, n, id, m, p, r, e } = object(parse(text(data) || stringify(data), bare));
    if (souk !== version || !text(n)) return null;
    return {
      t: text(t) as Message['t'],
      n: text(n),
      id,
      m: text(m),
      p: object(p),
      r: object(r),
      e: isBare(e) ? e : undefined,
    };
  } catch {
    return null;
  }
};
