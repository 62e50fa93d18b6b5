import { codes, keyFreeing } from '../contract/errors.ts';
import { tab } from '../storage.ts';
import type { ApiError, FailureCode } from './api-error.ts';

/** The answer may exist although it did not reach us: the key must live on, to ask or try again with. */
const undecided: readonly FailureCode[] = [
  'timeout',
  'network',
  'status',
  'aborted',
  'cancelled',
  codes.systemBusy,
  codes.operationBusy,
  codes.noAuthentication,
  codes.tokenExpired,
  codes.unknownError,
  codes.systemError,
];

/**
 * The key of a form or quote, made when it opens and kept over retries and a reload.
 * @example const key = keyFor(`pay:${orderIds.join()}`);
 */
export function keyFor(form: string): string {
  const known = tab.get(name(form));
  if (known) return known.split(' ')[0] ?? known;
  const made = newKey();
  tab.set(name(form), made);
  return made;
}

const name = (form: string) => `key:${form}`;
const SENT = ' sent';

/** From here on the call may have happened, whatever becomes of its answer. */
export const markSent = (form: string) => tab.set(name(form), keyFor(form) + SENT);
export const markFree = (form: string) => tab.set(name(form), keyFor(form));

/** Whether a call of this form left and its end is not known: after a reload, ask before anything is sent again. */
export const wasSent = (form: string) => tab.get(name(form))?.endsWith(SENT) ?? false;

/** After success, or a refusal that is final for this key. */
export const dropKey = (form: string) => tab.remove(name(form));

/** Codes that leave the key free, and all that decides nothing, keep it. */
export const isFinal = ({ code }: ApiError) =>
  !undecided.includes(code) && !(keyFreeing as readonly FailureCode[]).includes(code);

/** UUID v4; randomUUID itself is missing on pages without TLS, such as a phone on the office network. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
