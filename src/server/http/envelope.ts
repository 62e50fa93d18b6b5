import { codes } from '../../contract/errors.ts';
import { isAway, isBroken, isPassing } from '../database/sql-state.ts';
import { Refusal, refuse } from '../refuse.ts';
import { messageOf } from '../texts/messages.ts';
import { textOf } from '../texts/texts.ts';

/** The text of a successful answer. Keyed calls store this text and send it again byte for byte. */
export const success = (data: unknown): string => JSON.stringify({ code: codes.ok, msg: 'ok', data });

/** The text of a refusal, its sentence in the caller's language. */
export const failure = ({ code, detail }: Refusal, lang: string): string => {
  const { message, ...data } = detail;
  // Where the reason has a sentence of its own, it says more than the code's.
  const why = data.reason && textOf('refusals', data.reason, lang, data.params);
  const msg = message ?? why ?? messageOf(code, lang, data.params);
  return JSON.stringify({ code, msg, data: Object.keys(data).length > 0 ? data : null });
};

/** A fault, as the catalogue has it: 501 where the machine is broken, 500 where we are. */
export const asFault = (error: unknown): Refusal =>
  refuse(isBroken(error) ? codes.systemError : codes.unknownError);

/** What was thrown, as an answer of the catalogue; null for a fault, which is logged and becomes 500 or 501. */
export const asRefusal = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  if (isPassing(error)) return refuse(codes.operationBusy, { retryAfter: 1 });
  if (isAway(error)) return refuse(codes.systemBusy, { retryAfter: 2 });
  return null;
};
