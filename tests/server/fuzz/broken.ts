import fc from 'fast-check';
import { type CallName, specOf } from '../../../src/contract/calls.ts';
import { type HttpRequest, requestOf, routeOf } from '../../../src/contract/request.ts';

export interface Sent extends Omit<HttpRequest, 'method'> {
  method: string;
}
type Input = Record<string, unknown>;

// A member that `JSON.parse` makes an own one, though assigning it would not.
const polluting = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}';
const deep = (open: string, close: string) => `${open.repeat(20_000)}${close.repeat(20_000)}`;
const listed = (texts: string) => texts.split(' ');

/** Values that no field expects: types, sizes, NUL, halves of characters, numbers beyond every bound. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(null, true, [], {}, { toString: 1 }, { length: -1 }, Array(5_000).fill('x')),
  fc.constantFrom(-1, 0, 0.1, 1e308, -1e-308, 2 ** 63, Number.MAX_SAFE_INTEGER + 2),
  fc.constantFrom(...listed('NaN 1e400 -0 ٣ %00 % _ \\ null __proto__ {{7*7}} ../../etc/passwd <script>')),
  fc.constantFrom(
    ...listed('2025-02-30 0000-00-00 99999-01-01 +275760-09-13T00:00:00.001Z 2025-03-03T25:61:00Z'),
  ),
  fc.constantFrom('', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202e\u2066', '\ufeff'),
  fc.constantFrom(
    "' or 1=1 --",
    '9'.repeat(400),
    'x'.repeat(70_000),
    'ا'.repeat(3_000),
    'e\u0301'.repeat(3_000),
  ),
  fc.anything({
    withNullPrototype: false,
    maxDepth: 3,
    values: [fc.string({ unit: 'binary' }), fc.double()],
  }),
);

const fieldsOf = (call: CallName): string[] =>
  Object.keys((specOf(call).input as { entries?: object }).entries ?? {});

/** One thing wrong with an input that was right: a member of it, or one too many, or one too few. */
const brokenInput = (call: CallName, right: Input): fc.Arbitrary<Input> => {
  const names = [...new Set(['surplus', ...Object.keys(right), ...fieldsOf(call)])];
  return fc.tuple(fc.constantFrom(...names), odd, fc.nat(5)).map(([name, value, way]) => {
    const { [name]: own, ...others } = right;
    if (way === 0) return others;
    if (way === 1) return { ...right, ...JSON.parse(polluting) };
    return { ...others, [name]: value };
  });
};

// As text whatever it is, where it does not travel as JSON: an object may have a `toString` that is no function.
const asText = (value: unknown): unknown =>
  value instanceof Blob || value === undefined
    ? value
    : Buffer.from(typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)).toString();

const brokenBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...listed(`{ [] null "text" 0 \ufeff{} {"a":1 {'a':1} {"a":1}{"a":2} {"a":"\\ud800"} {"a":"\\u0000"}`),
  ),
  fc.constantFrom('', ' ', '\u0000', polluting, deep('[', ']'), deep('{"a":', '}').slice(0, 90_000)),
  fc.constantFrom(
    `{"a":${'9'.repeat(30_000)}}`,
    `{"a":1e${'9'.repeat(400)}}`,
    `{"a":"${'x'.repeat(1_200_000)}"}`,
  ),
  fc.constant('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--x--'),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

const word = fc.stringMatching(/^[ -~]{0,80}$/).map((text) => text.trim());
const types = fc.constantFrom(
  ...['', 'text/plain', 'application/json; charset=utf-7', 'application/xml', 'multipart/form-data'],
  ...['multipart/form-data; boundary=', `multipart/form-data; boundary=${'x'.repeat(500)}`],
);
/** Headers that are none of a client's: each may be what stands before a session, a key or a language. */
const brokenHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.record({
    authorization: fc.oneof(word, fc.constantFrom('', 'Bearer', 'Basic Og==', 'x'.repeat(9_000))),
  }),
  fc.record({ 'idempotency-key': fc.oneof(word, fc.constantFrom('1', `${'0'.repeat(8)}-0000-0000-0000-`)) }),
  fc.record({ 'accept-language': fc.oneof(word, fc.constantFrom('*', 'x;q=9', ','.repeat(5_000))) }),
  fc.record({ 'content-type': types }),
  fc.record({ 'x-request-id': word, 'x-forwarded-for': word, 'x-ops-key': word }),
  fc.record({ 'content-length': fc.constantFrom('-1', '99999999999999', 'x') }),
);

const brokenEnd = fc.oneof(
  fc.constantFrom(
    ...listed('% %00 %ff %e0%80 ..%2f..%2f %F0%9F%92%A9 a%2Fb * ; %22 toString'),
    'x'.repeat(4_000),
  ),
  fc.constantFrom(
    ...listed('?% ?%zz=1 ?limit= ?limit=1&limit=2 ?limit[]=1 ?limit=1e9 ?cursor=%00 ?cursor=%ff%fe'),
  ),
  fc.constantFrom(...listed('?orderIds= ?orderIds=, ?code=%00 ?__proto__=1 ?from=2025-02-30 ?&&&=&')),
  fc.constantFrom(`?${'a'.repeat(9_000)}`, `?orderIds=${'x,'.repeat(2_000)}`),
);

/** Requests of a call with one thing wrong: the input, the body, a header, the method, or the address; and the right one. */
export const madeUpRequest = (call: CallName, input: Input, token: string): fc.Arbitrary<Sent> => {
  const headersOf = (own: Readonly<Record<string, string>>) => ({ authorization: token, ...own });
  const send = (fields: object): Sent => {
    const request = requestOf(call, fields);
    return { ...request, headers: headersOf(request.headers) };
  };
  const right = send(input);
  const travelsAsText = right.method === 'GET' || typeof right.body !== 'string';
  const texts = (fields: Input) =>
    Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, asText(one)]));
  const plain = (one: Input) => send(travelsAsText ? texts(one) : one);
  const { path } = routeOf(call);
  return fc.oneof(
    { weight: 6, arbitrary: brokenInput(call, input).map(plain) },
    { weight: 2, arbitrary: brokenBody.map((body) => ({ ...right, body })) },
    {
      weight: 2,
      arbitrary: brokenHeaders.map((own) => ({ ...right, headers: { ...right.headers, ...own } })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...listed('PUT DELETE PATCH HEAD OPTIONS GET POST'))
        .map((method) => ({ ...right, method })),
    },
    {
      weight: 2,
      arbitrary: brokenEnd.map((end) => ({
        ...right,
        path: end.startsWith('?') ? path + end : `${path}/${end}`,
      })),
    },
    {
      weight: 1,
      arbitrary: fc
        .uuid({ version: 4 })
        .map((key) => ({ ...right, headers: { ...right.headers, 'idempotency-key': key } })),
    },
  );
};
