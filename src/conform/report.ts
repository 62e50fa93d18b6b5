import { specOf } from '../contract/calls.ts';
import { type Finding, missing } from './conform.ts';

/** Returns the lines of the report: how many calls are there, those that are not in a line, each other one, the verdict. */
export function reportOf(findings: readonly Finding[]): string[] {
  const gone = findings.filter(({ faults }) => faults.includes(missing));
  const absent = findings.filter(({ isAbsent, faults }) => isAbsent && faults.length === 0);
  const there = findings.filter((finding) => !gone.includes(finding) && !absent.includes(finding));
  const faulty = there.filter(({ faults }) => faults.length > 0);
  return [
    `${there.length} of ${findings.length} calls are there, ${faulty.length} of them with faults.`,
    ...namesIn('FAULT: not there', gone),
    ...namesIn('added routes not there', absent),
    ...there.map(lineOf),
    '',
    verdictOf(findings),
  ];
}

const namesIn = (what: string, findings: readonly Finding[]): string[] =>
  findings.length > 0 ? [`${what}: ${findings.map(({ name }) => name).join(', ')}`] : [];

/** Returns one line on one call. */
export const lineOf = ({ name, unread, unstated, mismatched, unknown, faults }: Finding): string => {
  const notes = [
    ...faults.map((fault) => `FAULT: ${fault}`),
    ...(unstated.length > 0 ? [`fields not stated: ${unstated.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`fields not known: ${unknown.join(', ')}`] : []),
    ...(mismatched.length > 0 ? [`mismatched: ${mismatched.join(', ')}`] : []),
  ];
  return `${name}: ${notes.join('; ') || (unread ? `ok (${unread})` : 'ok')}`;
};

/**
 * Returns the sentence at the end. Added routes may be missing from a server of the contract; its features name those
 * it has.
 */
export function verdictOf(findings: readonly Finding[]): string {
  const faults = findings.reduce((sum, finding) => sum + finding.faults.length, 0);
  if (faults > 0) return `does not conform (${faults} faults)`;
  const short = findings.filter(({ unstated, mismatched }) => unstated.length + mismatched.length > 0);
  if (short.length === 0) return 'conforms to the contract';
  const fields = short.reduce((sum, { unstated }) => sum + unstated.length, 0);
  const absent = findings.flatMap(({ name, isAbsent }) => (isAbsent ? (specOf(name).feature ?? []) : []));
  const routes = absent.length > 0 ? `; features ${[...new Set(absent)].join(', ')}` : '';
  return `conforms to the specification; not stated: ${fields} fields of ${short.length} calls${routes}`;
}
