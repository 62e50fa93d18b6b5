import { type CallName, callNames, specOf } from '../contract/calls.ts';
import { type Answer, ask, type Server } from './ask.ts';
import { codeOf, envelopeFaults, isNotThere } from './envelope.ts';
import { fieldsOf } from './fields.ts';
import { type Lists, reads } from './reads.ts';

export interface Finding {
  name: CallName;
  /** An added route that the server does not have. */
  isAbsent: boolean;
  /** Why nothing is known of its data, where that is so. */
  unread?: string;
  unstated: string[];
  otherwise: string[];
  faults: string[];
}

/** Who a server says it does not know the caller: no sign-in, a token that ended, or no right to be here. */
const strangers = [401, 406, 407, 408, 409];
const busy = [201, 202];

/**
 * Asks every call of the contract what can be asked without changing anything: each without a token, with an unknown
 * one, and those that only read with a merchant's. Calls that write are never sent with a token that holds.
 */
export async function conform(server: Server, token: string): Promise<Finding[]> {
  const rows = new Map<CallName, readonly Record<string, unknown>[]>();
  const named = await featuresOf(server, token);
  const findings: Finding[] = [];
  const known = Object.keys(reads) as CallName[];
  for (const name of [...known, ...callNames.filter((one) => !known.includes(one))]) {
    const finding: Finding = { name, isAbsent: false, unstated: [], otherwise: [], faults: [] };
    findings.push(finding);
    await askStranger(server, finding);
    if (!finding.isAbsent) await askMerchant(server, finding, token, rows);
    const { feature } = specOf(name);
    if (finding.isAbsent && feature && named.includes(feature))
      finding.faults.push(`/v1/me names the feature ${feature}, and the route is not there`);
  }
  return findings;
}

async function featuresOf(server: Server, token: string): Promise<readonly string[]> {
  const { body } = await ask(server, 'GET /v1/me', {}, token);
  return (body as { data?: { features?: readonly string[] } } | undefined)?.data?.features ?? [];
}

async function askStranger(server: Server, finding: Finding): Promise<void> {
  const { name, faults } = finding;
  if (specOf(name).auth === 'public') return askNothing(server, finding);
  const tries = [
    ['without a token', undefined],
    ['with an unknown token', crypto.randomUUID()],
  ] as const;
  for (const [how, token] of tries) {
    const answer = await ask(server, name, {}, token);
    if (isNotThere(name, answer)) finding.isAbsent = true;
    else
      faults.push(...[...envelopeFaults(name, answer), ...notRefused(answer)].map((one) => `${how}: ${one}`));
  }
}

function notRefused(answer: Answer): string[] {
  const code = codeOf(answer);
  if (code === undefined || strangers.includes(code) || busy.includes(code)) return [];
  return [`answered ${code} in place of a refusal`];
}

/** A public call that writes is asked with nothing in it, which it has to refuse. */
async function askNothing(server: Server, finding: Finding): Promise<void> {
  const { name } = finding;
  if (reads[name]) return;
  const answer = await ask(server, name, {});
  if (isNotThere(name, answer)) finding.isAbsent = true;
  else finding.faults.push(...envelopeFaults(name, answer));
  if (codeOf(answer) === 200) finding.faults.push('took an empty request');
}

async function askMerchant(
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
  // An operation that nobody began is not found: that says nothing of its route.
  if (isNotThere(name, answer) && codeOf(answer) === undefined) {
    finding.isAbsent = true;
    return;
  }
  faults.push(...envelopeFaults(name, answer));
  if (codeOf(answer) !== 200 || answer.status !== 200) {
    finding.unread = `refused with ${codeOf(answer)}`;
    return;
  }
  const { data, unstated, otherwise, faults: unreadable } = fieldsOf(name, answer);
  if (Array.isArray(data.list)) rows.set(name, data.list);
  finding.unstated.push(...unstated);
  finding.otherwise.push(...otherwise);
  faults.push(...unreadable);
}
