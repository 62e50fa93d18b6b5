import { decisions } from './decisions.ts';

const isOptional = (schema: { type: string }) => schema.type === 'optional';

/** The flags of a decision as its usage names them, `[--reason …]` where it may be left out. */
export const flagsOf = (name: string): { flag: string; optional: boolean }[] =>
  Object.entries((decisions[name]?.flags.entries ?? {}) as Record<string, { type: string }>).map(
    ([flag, schema]) => ({ flag, optional: isOptional(schema) }),
  );

/** What a decision cannot be taken without and was not given. */
export const missingFlags = (name: string, given: Readonly<Record<string, unknown>>): string[] =>
  flagsOf(name)
    .filter(({ flag, optional }) => !optional && given[flag] === undefined)
    .map(({ flag }) => `--${flag}`);
