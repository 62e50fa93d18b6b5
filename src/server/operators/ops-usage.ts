import { decisions } from './decisions.ts';

// C1 controls, which JSON leaves as they are, and invisible characters that reorder or hide the text beside them.
const invisible = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Formats JSON for a terminal, with control characters escaped: some of its texts are written by merchants. */
export const terminalJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    invisible,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const isOptional = (schema: { type: string }) => schema.type === 'optional';

/** Returns the flags of a decision, and whether each is optional, `[--reason …]`. */
export const flagsOf = (name: string): { flag: string; optional: boolean }[] =>
  Object.entries((decisions[name]?.flags.entries ?? {}) as Record<string, { type: string }>).map(
    ([flag, schema]) => ({ flag, optional: isOptional(schema) }),
  );

/** Returns the required flags of a decision that are not given. */
export const missingFlags = (name: string, given: Readonly<Record<string, unknown>>): string[] =>
  flagsOf(name)
    .filter(({ flag, optional }) => !optional && given[flag] === undefined)
    .map(({ flag }) => `--${flag}`);
