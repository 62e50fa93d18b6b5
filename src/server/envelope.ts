import { codes } from '../contract/errors.ts';
import { messageOf } from './messages.ts';
import { Refusal, refuse } from './refuse.ts';
import { sqlState } from './transaction.ts';

/** The text of a successful answer. Keyed calls store this text and send it again byte for byte. */
export const success = (data: unknown): string => JSON.stringify({ code: codes.ok, msg: 'ok', data });

/** The text of a refusal, its sentence in the caller's language. */
export const failure = ({ code, detail }: Refusal, lang: string): string => {
  const { message, ...data } = detail;
  const msg = message ?? messageOf(code, lang, data.params);
  return JSON.stringify({ code, msg, data: Object.keys(data).length > 0 ? data : null });
};

const lost = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
// Too many connections, shutting down, starting up: the database will be back.
const away = /^(08...|53300|57P0[123])$/;

const isAway = (error: unknown): boolean => {
  if (away.test(sqlState(error) ?? '')) return true;
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && lost.has(String(one.code))) return true;
    if (/connection (terminated|timeout|ended)|timeout exceeded when trying to connect/i.test(one.message))
      return true;
  }
  return false;
};

/** What was thrown, as an answer of the catalogue; null for a fault of ours, which becomes 500. */
export const asRefusal = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  if (isAway(error)) return refuse(codes.systemBusy, { retryAfter: 2 });
  return null;
};
