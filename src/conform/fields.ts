import * as v from 'valibot';
import { type CallName, specOf } from '../contract/calls.ts';
import { asContract, readAnswer } from '../data/envelope.ts';
import type { Answer } from './ask.ts';

export interface Fields {
  /** The answer as the app reads it. */
  data: Record<string, unknown>;
  /** What is left out, by its path in the data. */
  unstated: string[];
  /** What is there, but not as the contract writes it: the app reads it all the same. */
  otherwise: string[];
  faults: string[];
}

/** Holds the data of a success against the call's schema: to the letter, then as the app itself would read it. */
export function fieldsOf(name: CallName, answer: Answer): Fields {
  const { output } = specOf(name);
  const data = readAnswer(200, JSON.parse(asContract(answer.text)));
  const said = (answer.body as { data?: unknown }).data;
  if (v.safeParse(output, said).success) return { data, unstated: [], otherwise: [], faults: [] };
  const { issues = [] } = v.safeParse(output, data);
  const of = (fits: (issue: v.BaseIssue<unknown>) => boolean) => [
    ...new Set(issues.filter(fits).map(pathOf)),
  ];
  const unstated = of(isUnstated);
  const unknown = of((issue) => !isUnstated(issue) && isUnknownWord(issue));
  return {
    data,
    unstated,
    otherwise: issues.length === 0 ? ['form of ids, amounts or times'] : unknown,
    faults: of((issue) => !isUnstated(issue) && !isUnknownWord(issue)).map(
      (path) => `${path} cannot be read`,
    ),
  };
}

const isUnstated = ({ input }: v.BaseIssue<unknown>) => input === undefined || input === null;

/** A status or level that the contract does not know: the app shows the server's own word. */
const isUnknownWord = ({ type, input }: v.BaseIssue<unknown>) =>
  type === 'picklist' && typeof input === 'string';

const pathOf = ({ path = [] as never }: v.BaseIssue<unknown>) =>
  (path as readonly { key: unknown }[])
    .map(({ key }) => (typeof key === 'number' ? '[]' : String(key)))
    .join('.')
    .replaceAll('.[]', '[]') || 'data';
