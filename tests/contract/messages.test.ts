import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { callNames, specOf } from '../../src/contract/calls.ts';
import { readMessage, refusalOf } from '../../src/contract/messages.ts';

const SECRET = 'S3CRET-\n-value';

type Entries = Record<string, unknown>;

/** The fields of an input, through pipes and variants. */
function fieldsOf(schema: unknown): string[] {
  const { entries, options } = schema as { entries?: Entries; options?: unknown[] };
  if (entries) return Object.keys(entries);
  return Array.isArray(options) ? options.flatMap(fieldsOf) : [];
}

const kinds = (schema: unknown) => {
  const options = (schema as { options?: { entries: Record<string, { literal?: string }> }[] }).options ?? [];
  return options.map((option) => ({
    kind: option.entries.kind?.literal,
    type: option.entries.type?.literal,
    action: option.entries.action?.literal,
  }));
};

describe.each(callNames)('the refusal of %s', (name) => {
  const { input } = specOf(name);

  test('never repeats a value that it refuses', () => {
    const filled = (value: unknown) => Object.fromEntries(fieldsOf(input).map((field) => [field, value]));
    const tries = [SECRET, [SECRET], { a: SECRET }].flatMap((value) => [
      filled(value),
      ...kinds(input).map((kind) => ({ ...filled(value), ...kind })),
    ]);
    for (const issue of tries.flatMap((value) => v.safeParse(input, value).issues ?? [])) {
      expect(issue.message).not.toContain('S3CRET');
      expect(readMessage(issue.message).kind).toMatch(/^[a-z_0-9]+$/);
      expect(JSON.stringify(refusalOf([issue]))).not.toContain('S3CRET');
    }
  });
});

describe('a message', () => {
  test.each([
    ['["max_length",64]', { kind: 'max_length', limit: 64 }],
    ['["required",null]', { kind: 'required', limit: null }],
    ['', { kind: 'invalid', limit: null }],
    [undefined, { kind: 'invalid', limit: null }],
    ['Invalid type: Expected string', { kind: 'invalid', limit: null }],
  ])('%j is read as %o', (message, problem) => {
    expect(readMessage(message)).toEqual(problem);
  });

  test('does not mistake the word undefined for nothing', () => {
    const { issues } = v.safeParse(v.number(), 'undefined');
    expect(readMessage(issues?.[0].message)).toEqual({ kind: 'number', limit: null });
  });
});

test('refusalOf without issues is a mistake of the caller', () => {
  expect(() => refusalOf([])).toThrow('refusalOf needs the issues of a failed parse');
});
