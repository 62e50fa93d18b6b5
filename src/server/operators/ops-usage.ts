import * as v from 'valibot';
import { picture } from '../platform/decisions/flag-types.ts';
import { decisions, reads, rowOf } from './registry.ts';

// C1 controls, which JSON leaves as they are, and invisible characters that reorder or hide the text beside them.
const invisible = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const escaped = (json: string): string =>
  json.replace(invisible, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Formats JSON for a terminal, with control characters escaped: some of its texts are written by merchants. */
export const terminalJson = (value: unknown): string => escaped(JSON.stringify(value, null, 2));

/** Formats JSON for a terminal in one line. */
export const terminalLine = (value: unknown): string => escaped(JSON.stringify(value));

export interface Flag {
  flag: string;
  optional: boolean;
  schema: v.GenericSchema;
}

/** Returns the flags of a decision or a read, and whether each is optional, `[--reason …]`. */
export const flagsOf = (name: string): Flag[] =>
  Object.entries((rowOf(name)?.input.entries ?? {}) as Record<string, v.GenericSchema>).map(
    ([flag, schema]) => ({ flag, optional: schema.type === 'optional', schema }),
  );

/** Returns the required flags that are not given. */
export const missingFlags = (name: string, given: Readonly<Record<string, unknown>>): string[] =>
  flagsOf(name)
    .filter(({ flag, optional }) => !optional && given[flag] === undefined)
    .map(({ flag }) => `--${flag}`);

/** Returns a row with its flags, and what it does. */
export function usageOf(name: string): string {
  const flags = flagsOf(name).map(({ flag, optional }) => (optional ? `[--${flag} …]` : `--${flag} …`));
  return `  ${[name, ...flags].join(' ')}\n      ${rowOf(name)?.about}`;
}

/** Returns what the command line can do. */
export const usage = (): string =>
  [
    'npm run ops -- <decision or read> [--flag value …] [--by <your name>] [--key <uuid>]',
    'npm run ops -- bulk <decision> <file> [--dry] [--by <your name>] [--key <uuid>]',
    'Carries out a decision on the running server, or reads from it. Orders, shops and goods go by id or number.',
    'Lists are separated by commas; translations and delivery are JSON; what can be yes or no is true or false.',
    'A picture is the path of its file.',
    'Each decision is sent under a key of its own, and carried out once under it; where no answer comes, the key is printed.',
    'In bulk a decision is carried out for each row of a .csv, whose first line names the flags and whose lists have | between',
    'their values, or of an .ndjson, an object a line. --dry answers what each row would do, and writes nothing.',
    '',
    'Reads:',
    ...Object.keys(reads).map(usageOf),
    '',
    'Decisions:',
    ...Object.keys(decisions).map(usageOf),
    '',
    'SOUK_URL says where the server is, SOUK_OPS_KEY its key (else the file ops-key under SOUK_DATA).',
  ].join('\n');

type Wrapped = v.GenericSchema & Partial<Record<'wrapped' | 'item' | 'key', v.GenericSchema>>;

const jsonOf = (typed: string): unknown => {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
};

/** Returns whether a field has a value for this key, as translations have for a language. */
export const takesKey = ({ wrapped, key: keys }: Wrapped, key: string): boolean =>
  wrapped ? takesKey(wrapped, key) : keys !== undefined && v.is(keys, key);

/**
 * Returns what was typed as the type that a field takes, with `separator` between the values of a list; what does not fit
 * it stays the text, which the server refuses.
 */
export function typedValue(schema: Wrapped, typed: string, separator: ',' | '|'): unknown {
  if (schema.wrapped) return typedValue(schema.wrapped, typed, separator);
  if (schema.type === 'number') return /^[+-]?\d+(\.\d+)?$/.test(typed.trim()) ? Number(typed) : typed;
  if (schema.type === 'boolean') return { true: true, false: false }[typed] ?? typed;
  if (schema.type === 'record' || schema.item?.type === 'object') return jsonOf(typed);
  if (schema.type === 'array') return typed.split(separator).map((one) => one.trim());
  return typed;
}

/** Returns the flags that take pictures. */
export const pictureFlags = (name: string): string[] =>
  flagsOf(name)
    .filter(({ schema }) => {
      const { wrapped = schema }: Wrapped = schema;
      return wrapped === picture || (wrapped as Wrapped).item === picture;
    })
    .map(({ flag }) => flag);

/** Returns the input of a decision from its typed flags. */
export const inputOf = (name: string, flags: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    flagsOf(name).flatMap(({ flag, schema }) => {
      const typed = flags[flag];
      return typed === undefined ? [] : [[flag, typedValue(schema, typed, ',')]];
    }),
  );
