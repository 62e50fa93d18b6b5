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
  if (v.safeParse(output, answered).success)
    return { data, unstated: [], mismatched: [], unknown, faults: [] };
  const { issues = [] } = v.safeParse(output, data);
  const pathsWhere = (fits: (issue: v.BaseIssue<unknown>) => boolean) => [
    ...new Set(issues.filter(fits).map(pathOf)),
  ];
  const unstated = pathsWhere(isUnstated);
  const foreign = pathsWhere((issue) => !isUnstated(issue) && isUnknownWord(issue));
  return {
    data,
    unstated,
    mismatched: issues.length === 0 ? ['form of ids, amounts or times'] : foreign,
    unknown,
    faults: pathsWhere((issue) => !isUnstated(issue) && !isUnknownWord(issue)).map(
      (path) => `${path} cannot be read`,
    ),
  };
}

const isUnstated = ({ input }: v.BaseIssue<unknown>) => input === undefined || input === null;

/**
 * Returns whether an issue is a status or level that the contract does not know: the app shows the server's own word.
 */
const isUnknownWord = ({ type, input }: v.BaseIssue<unknown>) =>
  type === 'picklist' && typeof input === 'string';

const pathOf = ({ path = [] as never }: v.BaseIssue<unknown>) =>
  (path as readonly { key: unknown }[])
    .map(({ key }) => (typeof key === 'number' ? '[]' : String(key)))
    .join('.')
    .replaceAll('.[]', '[]') || 'data';
