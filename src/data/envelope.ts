import { ApiError, type RefusalData } from './api-error.ts';
import { dropNulls } from './drop-nulls.ts';

/** The fields of an answer that are read here. */
export interface ResponseLike extends Pick<Response, 'status' | 'text'> {
  readonly headers: Pick<Headers, 'get'>;
}

/**
 * Parses the text of an answer. Unless the server declares by its header that it follows the contract, its fields are
 * converted to the contract's form.
 */
export async function readText(answer: ResponseLike): Promise<string> {
  const text = await answer.text();
  if (answer.headers.get('souk-contract') || !/^\s*[[{]/.test(text)) return text;
  return (await import('./lenient.ts')).asContract(text);
}

interface Envelope {
  code?: unknown;
  msg?: unknown;
  message?: unknown;
  data?: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Makes a bare list a page, and absent data an empty object, so that a screen finds fields missing, never null. */
function dataOf(data: unknown): Record<string, unknown> {
  if (Array.isArray(data)) return { list: data, nextCursor: null };
  return isObject(data) ? data : {};
}

/** Codes for HTTP statuses without an envelope; any other status becomes the client error `status`. */
const isCatalogued = (status: number) => (status >= 400 && status <= 454) || status === 500 || status === 501;

/** Statuses of a web server, without an envelope, for a call that it does not know. */
const unknownCallStatuses = [404, 405];

/** Returns the data of a successful answer; throws anything else as an ApiError. */
export function readAnswer(status: number, body: unknown): Record<string, unknown> {
  const envelope: Envelope = isObject(body) ? body : {};
  const code = envelope.code === undefined || envelope.code === '' ? Number.NaN : Number(envelope.code);
  const message = String(envelope.msg ?? envelope.message ?? '');
  const isOk = status >= 200 && status < 300;
  if (code === 200 && isOk) return dataOf(dropNulls(envelope.data));
  if (Number.isInteger(code) && code !== 200)
    throw new ApiError(code, message, dataOf(envelope.data) as RefusalData);
  const data = unknownCallStatuses.includes(status) ? { reason: 'absent' } : {};
  throw new ApiError(!isOk && isCatalogued(status) ? status : 'status', message, data);
}
