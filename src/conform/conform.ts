import { type CallName, callNames, specOf } from '../contract/calls.ts';
import { type Answer, ask, type Server } from './ask.ts';
import { codeOf, envelopeFaults, isMissing } from './envelope.ts';
import { fieldsOf } from './fields.ts';
import { type Lists, reads } from './reads.ts';

export interface Finding {
  name: CallName;
  /** An added route that the server does not have. */
  isAbsent: boolean;
  /** Why its data was not read, where it was not. */
  unread?: string;
  /** Paths of fields that the answer leaves out. */
  unstated: string[];
  /** Fields that are not written as the contract has them, but that the app can read. */
  mismatched: string[];
  /** Fields that the contract does not know. */
  unknown: string[];
  faults: string[];
}

/** Codes by which a server refuses an unknown caller: no sign-in, an expired token, or no permission. */
const signInRefusals = [401, 406, 407, 408, 409];
const busyCodes = [201, 202];

/**
 * Checks every call of the contract as far as that changes nothing: each without a token and with an unknown one, and
 * those that only read with a merchant's token. Calls that write are never sent with a valid token.
 */
export async function conform(server: Server, token: string): Promise<Finding[]> {
  const rows = new Map<CallName, readonly Record<string, unknown>[]>();
  const features = await featuresOf(server, token);
  const findings: Finding[] = [];
  const readNames = Object.keys(reads) as CallName[];
  for (const name of [...readNames, ...callNames.filter((one) => !readNames.includes(one))]) {
    const finding: Finding = { name, isAbsent: false, unstated: [], mismatched: [], unknown: [], faults: [] };
    findings.push(finding);
    await askUnauthenticated(server, finding);
    if (!finding.isAbsent && !finding.faults.includes(missing))
      await askSignedIn(server, finding, token, rows);
    const { feature } = specOf(name);
    if (finding.isAbsent && feature && features.includes(feature))
      finding.faults.push(`/v1/me names the feature ${feature}, and the route is not there`);
  }
  return findings;
}

async function featuresOf(server: Server, token: string): Promise<readonly string[]> {
  const { body } = await ask(server, 'GET /v1/me', {}, token);
  return (body as { data?: { features?: readonly string[] } } | undefined)?.data?.features ?? [];
}

async function askUnauthenticated(server: Server, finding: Finding): Promise<void> {
  const { name, faults } = finding;
  if (specOf(name).auth === 'public') return askWithoutInput(server, finding);
  const tries = [
    ['without a token', undefined],
    ['with an unknown token', crypto.randomUUID()],
  ] as const;
  for (const [how, token] of tries) {
    const answer = await ask(server, name, {}, token);
    if (noteMissing(finding, answer)) return;
    faults.push(...[...envelopeFaults(name, answer), ...notRefused(answer)].map((one) => `${how}: ${one}`));
  }
}

/** The fault of a call that the specification has and the server not. */
export const missing = 'the path is not there';

/** Notes once, and returns, that a path is missing; for an added route that is no fault. */
function noteMissing(finding: Finding, answer: Answer): boolean {
  // An added route that is there refuses a caller who is not signed in, and never answers not found.
  if (specOf(finding.name).feature) finding.isAbsent = isMissing(answer) || codeOf(answer) === 404;
  else if (isMissing(answer)) finding.faults.push(missing);
  return finding.isAbsent || finding.faults.includes(missing);
}

function notRefused(answer: Answer): string[] {
  const code = codeOf(answer);
  if (code === undefined || signInRefusals.includes(code) || busyCodes.includes(code)) return [];
  return [`answered ${code} in place of a refusal`];
}

/** Sends a public call that writes without any input, which the server has to refuse. */
async function askWithoutInput(server: Server, finding: Finding): Promise<void> {
  const { name } = finding;
  const answer = await ask(server, name, {});
  if (noteMissing(finding, answer) || reads[name]) return;
  finding.faults.push(...envelopeFaults(name, answer));
  if (codeOf(answer) === 200) finding.faults.push('took an empty request');
}

async function askSignedIn(
  server: Server,
  finding: Finding,
  token: string,
  rows: Map<CallName, readonly Record<string, unknown>[]>,
): Promise<void> {
  const { name, faults } = finding;
  const input = reads[name]?.(rows satisfies Lists);
  if (!input) {
    finding.unread = reads[name]
      ? 'nothing listed to ask it for'
      : 'it writes: only its refusals were asked for';
    return;
  }
  const answer = await ask(server, name, input, token);
  // An unknown operation answers not found, which is not a missing route.
  if (codeOf(answer) === undefined && noteMissing(finding, answer)) return;
  faults.push(...envelopeFaults(name, answer));
  if (codeOf(answer) !== 200 || answer.status !== 200) {
    finding.unread = `refused with ${codeOf(answer)}`;
    return;
  }
  const { data, unstated, mismatched, unknown, faults: unreadable } = fieldsOf(name, answer);
  if (Array.isArray(data.list)) rows.set(name, data.list);
  finding.unstated.push(...unstated);
  finding.mismatched.push(...mismatched);
  finding.unknown.push(...unknown);
  faults.push(...unreadable);
}
