import { codes } from '../../contract/errors.ts';
import { isCorrupt, isRetryable, isUnavailable } from '../platform/database/sql-state.ts';
import { Refusal, refuse } from '../platform/refuse.ts';
import { displayWait } from '../platform/texts/format.ts';
import { messageOf } from '../platform/texts/messages.ts';
import { textOf } from '../platform/texts/texts.ts';

/** The headers of every answer in an envelope. */
export const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

/** Returns the text of a successful answer. Keyed calls store this text and send it again byte for byte. */
export const success = (data: unknown): string => JSON.stringify({ code: codes.ok, msg: 'ok', data });

/** Returns the text of a refusal, with its sentence in the caller's language. */
export const failure = ({ code, detail }: Refusal, lang: string): string => {
  const { message, ...data } = detail;
  const wait = data.retryAfter === undefined ? '' : displayWait(data.retryAfter, lang);
  // Where the reason has its own sentence, it says more than that of the code.
  const why = data.reason && textOf('refusals', data.reason, lang, { ...data.params, wait });
  const msg = message ?? why ?? messageOf(code, lang, data.params);
  return JSON.stringify({ code, msg, data: Object.keys(data).length > 0 ? data : null });
};

/** Returns a fault as the catalogue has it: 501 for a damaged database or machine, 500 for an error of the server. */
export const asFault = (error: unknown): Refusal =>
  refuse(isCorrupt(error) ? codes.systemError : codes.unknownError);

/** Maps an error to a refusal of the catalogue; null for a fault, which is logged and becomes 500 or 501. */
export const asRefusal = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  if (isRetryable(error)) return refuse(codes.operationBusy, { retryAfter: 1 });
  if (isUnavailable(error)) return refuse(codes.systemBusy, { retryAfter: 2 });
  return null;
};
