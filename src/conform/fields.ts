import * as v from 'valibot';
import { type CallName, specOf } from '../contract/calls.ts';
import { asContract } from '../data/lenient.ts';
import { readData } from '../data/read-data.ts';
import type { Answer } from './ask.ts';
import { unknownFields } from './unknown-fields.ts';

export interface Fields {
  /** The answer as the app reads it. */
  data: Record<string, unknown>;
  /** Paths of fields that the answer leaves out. */
  unstated: string[];
  /** Fields that are not written as the contract has them, but that the app can read. */
  mismatched: string[];
  /** Fields that the contract does not know, with what was probably meant. */
  unknown: string[];
  faults: string[];
}

/** Checks the data of a success against the call's schema: literally, then as the app itself would read it. */
export function fieldsOf(name: CallName, answer: Answer): Fields {
  const { output } = specOf(name);
  const data = readData(JSON.parse(asContract(answer.text)).data);
  const answered = (answer.body as { data?: unknown }).data;
  const unknown = unknownFields(output, data);
  const literal = v.safeParse(output, answered);
  if (literal.success) return { data, unstated: [], mismatched: [], unknown, faults: [] };
  const { issues = [] } = v.safeParse(output, data);
  const unstated = issues.filter(isUnstated);
  const unreadable = issues.filter((issue) => !isUnstated(issue) && !isUnknownWord(issue));
  // What the app can read, and what is written otherwise than the contract has it, such as a number where text is due.
  const lost = new Set(unreadable.map(pathOf));
  const otherwise = [...literal.issues, ...issues.filter(isUnknownWord)].filter(
    (issue) => !isUnstated(issue) && !lost.has(pathOf(issue)),
  );
  return {
    data,
    unstated: [...new Set(unstated.map(pathOf))],
    mismatched: byPath(otherwise, mismatch),
    unknown,
    faults: byPath(unreadable, (issue) => `${pathOf(issue)} cannot be read: ${shown(issue.input)}`),
  };
}

type Issue = v.BaseIssue<unknown>;

const isUnstated = ({ input }: Issue) => input === undefined || input === null;

/**
 * Returns whether an issue is a status or level that the contract does not know: the app shows the server's own word.
 */
const isUnknownWord = ({ type, input }: Issue) => type === 'picklist' && typeof input === 'string';

/** Says each path once, with the first value that was found there. */
const byPath = (issues: readonly Issue[], say: (issue: Issue) => string): string[] =>
  [...new Map(issues.map((issue) => [pathOf(issue), say(issue)] as const).reverse()).values()].reverse();

/** Returns what is written otherwise, with its value and what is due: `balance is 12.5, and not text`. */
function mismatch(issue: Issue): string {
  const due = issue.type === 'string' ? ', and not text' : isUnknownWord(issue) ? ', a word of its own' : '';
  return `${pathOf(issue)} is ${shown(issue.input)}${due}`;
}

/** Returns a value as JSON, cut where it is long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const pathOf = ({ path = [] as never }: Issue) =>
  (path as readonly { key: unknown }[])
    .map(({ key }) => (typeof key === 'number' ? '[]' : String(key)))
    .join('.')
    .replaceAll('.[]', '[]') || 'data';
