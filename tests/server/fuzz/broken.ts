import fc from 'fast-check';

const deep = (open: string, close: string) => `${open.repeat(20_000)}${close.repeat(20_000)}`;

/** Values that no field expects: types, sizes, NUL, halves of characters, numbers beyond every bound. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    true,
    [],
    {},
    -1,
    0,
    1e308,
    -1e-308,
    2 ** 63,
    Number.MAX_SAFE_INTEGER + 2,
    0.1,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u202e\u2066',
    '\ufeff',
    'NaN',
    '1e400',
    '-0',
    '٣',
    "' or 1=1 --",
    '{{7*7}}',
    '../../etc/passwd',
    '<script>',
    '%00',
    '%',
    '_',
    '\\',
    'null',
    '__proto__',
    '9'.repeat(400),
    'x'.repeat(70_000),
    '👩‍👩‍👧‍👦'.repeat(300),
    'ا'.repeat(3_000),
    'e\u0301'.repeat(3_000),
    '2025-02-30',
    '0000-00-00',
    '99999-01-01',
    '+275760-09-13T00:00:00.001Z',
    '2025-03-03T25:61:00Z',
    Array(5_000).fill('x'),
    Array(3).fill({ id: { id: {} } }),
    { toString: 1 },
    { length: -1 },
  ),
  fc.anything({
    withNullPrototype: false,
    maxDepth: 3,
    values: [fc.string({ unit: 'binary' }), fc.double()],
  }),
);

type Body = Record<string, unknown>;

// A member that `JSON.parse` makes an own one, though assigning it would not.
const polluting = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}';

/** One thing wrong with an input that was right: a member of it, or one too many, or one too few. */
export const brokenInput = (right: fc.Arbitrary<Body>): fc.Arbitrary<Body> =>
  fc.tuple(right, odd, fc.nat()).map(([body, value, at]) => {
    const names = Object.keys(body);
    const name = names[at % Math.max(1, names.length)];
    if (name === undefined) return { ...body, surplus: value };
    if (at % 5 === 0) return Object.fromEntries(Object.entries(body).filter(([one]) => one !== name));
    if (at % 5 === 1) return { ...body, ...JSON.parse(polluting), [name]: body[name] };
    return { ...body, [name]: value };
  });

/** Bodies that are no object of JSON, or hardly one. */
export const brokenBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '[]',
    'null',
    '"text"',
    '0',
    '\ufeff{}',
    '{"a":1',
    "{'a':1}",
    '{"a":1}{"a":2}',
    polluting,
    deep('[', ']'),
    deep('{"a":', '}').slice(0, 90_000),
    `{"a":${'9'.repeat(30_000)}}`,
    `{"a":1e${'9'.repeat(400)}}`,
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    '\u0000',
    `{"a":"${'x'.repeat(1_200_000)}"}`,
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--x--',
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

const word = fc.stringMatching(/^[ -~]{0,80}$/).map((text) => text.trim());

/** Headers that are none of a client's: each may be what stands before a session, a key or a language. */
export const brokenHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.record({
    authorization: fc.oneof(word, fc.constantFrom('', 'Bearer', 'Basic Og==', 'x'.repeat(9_000))),
  }),
  fc.record({ 'idempotency-key': fc.oneof(word, fc.constantFrom('1', `${'0'.repeat(8)}-0000-0000-0000-`)) }),
  fc.record({ 'accept-language': fc.oneof(word, fc.constantFrom('*', 'x;q=9', ','.repeat(5_000))) }),
  fc.record({
    'content-type': fc.constantFrom(
      '',
      'text/plain',
      'application/json; charset=utf-7',
      'application/xml',
      'application/jsonx',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'x'.repeat(500)}`,
    ),
  }),
  fc.record({ 'x-request-id': word, 'x-forwarded-for': word, 'x-ops-key': word }),
  fc.record({ 'content-length': fc.constantFrom('-1', '99999999999999', 'x') }),
);

/** Parts of a path that no router should see. */
export const brokenPart = fc.constantFrom(
  '%',
  '%00',
  '%ff',
  '%e0%80',
  '..%2f..%2f',
  'x'.repeat(4_000),
  '%F0%9F%92%A9',
  'a%2Fb',
  '*',
  ';',
  '%22',
  'toString',
);

/** Query strings as they come from nowhere. */
export const brokenQuery = fc.constantFrom(
  '%',
  '%zz=1',
  'limit=',
  'limit=1&limit=2',
  'limit[]=1',
  'limit=1e9',
  'cursor=%00',
  'cursor=%ff%fe',
  'a'.repeat(9_000),
  'orderIds=',
  'orderIds=,',
  `orderIds=${'x,'.repeat(2_000)}`,
  'code=%00',
  '__proto__=1',
  'from=2025-02-30',
  '&&&=&',
);

export const otherMethods = fc.constantFrom('PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'GET', 'POST');
