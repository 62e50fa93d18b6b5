import { ApiError, type RefusalData } from './api-error.ts';

/**
 * Servers that know only the specification write ids, amounts and times as they please. Their literals are turned
 * into the contract's text here, on the answer's text, so that no digit of an amount passes through floating point.
 * A quote inside a JSON string is escaped, so the patterns never match within somebody's words.
 */
const amounts =
  /"((?:\w+(?:Amount|Balance|Price|Cost|Fee|Margin|Profit|After))|amount|balance|price|cost|shipping|fee|net|charged|shortfall|purchaseCost|profit|min|max|rate)":\s*(-?\d+(?:\.\d+)?)(?=[,}\]\s])/g;
const ids = /"((?:\w+Id)|id|no|\w+No|\w+Code|invite)":\s*(\d+)(?=[,}\]\s])/g;
const seconds = /"(\w+(?:At|By|Since|From)|at|since|until|t|asOf|time)":\s*"?(\d{10})(\d{3})?"?(?=[,}\]\s])/g;
const spaced =
  /"(\w+(?:At|By|Since|From)|at|since|until|t|asOf|time)":\s*"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)"/g;

export const asContract = (text: string): string =>
  text
    .replace(
      seconds,
      (_, name, whole, ms = '000') => `"${name}":"${new Date(Number(whole + ms)).toISOString()}"`,
    )
    .replace(spaced, '"$1":"$2T$3Z"')
    .replace(amounts, '"$1":"$2"')
    .replace(ids, '"$1":"$2"');

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
const absent = [404, 405];

/** The data of a successful answer; everything else is thrown as an ApiError. */
export function readAnswer(status: number, body: unknown): Record<string, unknown> {
  const envelope: Envelope = isObject(body) ? body : {};
  const code = envelope.code === undefined || envelope.code === '' ? Number.NaN : Number(envelope.code);
  const message = String(envelope.msg ?? envelope.message ?? '');
  const fine = status >= 200 && status < 300;
  if (code === 200 && fine) return dataOf(envelope.data);
  if (Number.isInteger(code) && code !== 200)
    throw new ApiError(code, message, dataOf(envelope.data) as RefusalData);
  const data = absent.includes(status) ? { reason: 'absent' } : {};
  throw new ApiError(!fine && isCatalogued(status) ? status : 'status', message, data);
}
