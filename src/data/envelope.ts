import { ApiError, type RefusalData } from './api-error.ts';

/** As much of an answer as is read here. */
export interface ResponseLike extends Pick<Response, 'status' | 'text'> {
  readonly headers: Pick<Headers, 'get'>;
}

/**
 * Reads the text of an answer. A server that does not say of itself that it writes fields as the contract does gets them
 * put into the contract's form.
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

/** A bare list is a list of one page; no data is an empty object, so a screen finds fields missing, never null. */
function dataOf(data: unknown): Record<string, unknown> {
  if (Array.isArray(data)) return { list: data, nextCursor: null };
  return isObject(data) ? data : {};
}

/** Codes that an HTTP status without an envelope stands for; any other status is the client error `status`. */
const isCatalogued = (status: number) => (status >= 400 && status <= 454) || status === 500 || status === 501;

/** A web server's own answers, without an envelope, to a call that it has never heard of. */
const unknownCallStatuses = [404, 405];

/** The data of a successful answer; everything else is thrown as an ApiError. */
export function readAnswer(status: number, body: unknown): Record<string, unknown> {
  const envelope: Envelope = isObject(body) ? body : {};
  const code = envelope.code === undefined || envelope.code === '' ? Number.NaN : Number(envelope.code);
  const message = String(envelope.msg ?? envelope.message ?? '');
  const isOk = status >= 200 && status < 300;
  if (code === 200 && isOk) return dataOf(envelope.data);
  if (Number.isInteger(code) && code !== 200)
    throw new ApiError(code, message, dataOf(envelope.data) as RefusalData);
  const data = unknownCallStatuses.includes(status) ? { reason: 'absent' } : {};
  throw new ApiError(!isOk && isCatalogued(status) ? status : 'status', message, data);
}
