import type { CallName } from '../contract/calls.ts';
import { specOf } from '../contract/calls.ts';
import type { Answer } from './ask.ts';

/** Returns the code of an answer's envelope, a number or digits; undefined where there is no envelope. */
export function codeOf({ body }: Answer): number | undefined {
  const code = typeof body === 'object' && body !== null ? (body as { code?: unknown }).code : undefined;
  if (typeof code !== 'number' && !(typeof code === 'string' && /^\d+$/.test(code))) return undefined;
  return Number(code);
}

/** Returns whether an answer says that the path is unknown, with an envelope or as web servers do. */
export function isMissing(answer: Answer): boolean {
  if (answer.status !== 404 && answer.status !== 405) return false;
  const code = codeOf(answer);
  return code === undefined || code === 404 || code === answer.status;
}

/** Returns what is wrong with an answer, whichever call was sent. */
export function envelopeFaults(name: CallName, answer: Answer): string[] {
  const code = codeOf(answer);
  const codes: readonly number[] = specOf(name).codes;
  return [
    ...(answer.status >= 500 ? [`HTTP ${answer.status}`] : []),
    ...(code === undefined ? [`HTTP ${answer.status} without an envelope`] : []),
    ...(code !== undefined && !codes.includes(code) ? [`code ${code} is not one of this call's`] : []),
  ];
}
