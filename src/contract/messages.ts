import * as v from 'valibot';
import { codes, type ErrorCode } from './errors.ts';

/**
 * Returns the message of a check that valibot has no kind for: the same JSON of `[kind, limit]` as all others.
 *
 * @example v.regex(MONEY, problemMessage('money'))
 */
export function problemMessage(kind: string, limit: number | string | null = null): string {
  return JSON.stringify([kind, limit]);
}

/**
 * valibot's own messages repeat the value, which may be a password. This module replaces them by the JSON of `[kind,
 * limit]` for all schemas. Every module that validates imports it (through `readMessage` or `refusalOf`).
 */
v.setGlobalMessage((issue) => JSON.stringify([kindOf(issue), plain(issue.requirement)]));

/** The fault of a field: a closed kind for the text, and the limit that the text names. */
export interface Problem {
  kind: string;
  limit: number | string | null;
}

/**
 * Parses the message of a form error or an issue. A message from another source is `invalid`.
 *
 * @example readMessage('["max_length",64]') // { kind: 'max_length', limit: 64 }
 */
export function readMessage(message: string | undefined): Problem {
  try {
    const [kind, limit] = JSON.parse(message ?? '') as [string, number | string | null];
    return { kind, limit };
  } catch {
    return { kind: 'invalid', limit: null };
  }
}

/** Codes that a call gives for a field instead of 403 (missing) and 405 (invalid). */
export type FieldCodes = Readonly<Record<string, { missing?: ErrorCode; invalid?: ErrorCode }>>;

/** A refused input: the code, the field by its dot path, and the parameters for the text. */
export interface Refusal {
  code: ErrorCode;
  field: string;
  params: Problem;
}

/**
 * Converts the first issue of a refused input into the answer's code and data. Contains no value of the input.
 *
 * @example refusalOf(issues, { username: { missing: 412 } }) // { code: 412, field: 'username', params: { kind:
 *   'required', limit: null } }
 */
export function refusalOf(issues: readonly v.BaseIssue<unknown>[], fieldCodes: FieldCodes = {}): Refusal {
  const issue = issues[0];
  if (!issue) throw new Error('refusalOf needs the issues of a failed parse; it was given none.');
  const field = v.getDotPath(issue as v.BaseIssue<unknown>) ?? '';
  const params = readMessage(issue.message);
  const own = fieldCodes[field];
  if (isMissing(params.kind)) return { code: own?.missing ?? codes.parameterMissing, field, params };
  return { code: own?.invalid ?? codes.invalidParameter, field, params };
}

function isMissing(kind: string): boolean {
  return kind === 'required' || kind === 'non_empty';
}

function kindOf(issue: v.BaseIssue<unknown>): string {
  return issue.received === 'undefined' || issue.received === 'null' ? 'required' : issue.type;
}

function plain(requirement: unknown): number | string | null {
  return typeof requirement === 'number' || typeof requirement === 'string' ? requirement : null;
}
