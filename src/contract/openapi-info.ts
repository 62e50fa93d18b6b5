import { codes, type ErrorName } from './errors.ts';
import { codeTexts } from './openapi-codes.ts';

/** Returns the text at the head of the OpenAPI document, in Markdown: what is the same for all calls. */
export function aboutText(): string {
  const rows = Object.entries(codes).map(
    ([name, code]) => `| ${code} | \`${name}\` | ${codeTexts[name as ErrorName]} |`,
  );
  return [...rules, '## Codes', '', '| code | name | meaning |', '|---|---|---|', ...rows].join('\n');
}

const rules = [
  'The calls of a merchant’s app: goods, orders, wallet and shop. Each example was carried out on the server of this document.',
  '',
  '## Answers',
  '',
  'Every answer is `{ code, msg, data }`. A refusal has HTTP 200 as well: branch on `code`, never on `msg`, which is a sentence in the language of the header `Accept-Language`. `data` of a refusal names the `field`, the `reason`, and what the sentence has in it (`params`). Other statuses than 200 are faults of the transport. Fields that you do not know may come: ignore them. Sent fields that the server does not know are dropped.',
  '',
  '## Sessions',
  '',
  '`POST /login` gives a token. Send it in the header `Authorization` as it is, without `Bearer`. After 401, 407 or 408 sign in again.',
  '',
  '## Repeats',
  '',
  'A call that takes an `Idempotency-Key` is sent under a new UUID v4 for each intention, and again under the same one where no answer came: it takes effect once, and the answer is the same for 24 hours. After 402, 405, 424, 445, 446, 449 and 450 the key is free again. Whether a call took effect says `POST /v1/operation`, without sending it again.',
  '',
  '## Money, times and lists',
  '',
  'Amounts are decimal text, never numbers, in the `currency` of the answer. Moments are ISO 8601 in UTC; days are those of the shop, in its `timeZone`. A list that grows comes in pages: send `nextCursor` as `cursor` until it is null. Pictures and links that begin with `/` are relative to the origin of the server, or to `fileHost`.',
  '',
];
