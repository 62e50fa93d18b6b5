import fc from 'fast-check';
import { brokenBody, brokenHeaders, brokenInput, brokenPart, brokenQuery, otherMethods } from './broken.ts';
import type { Operation } from './document.ts';
import { fitting, type Known } from './valid.ts';

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
}

type Input = Record<string, unknown>;

const inputOf = ({ parameters, body }: Operation, known: Known): fc.Arbitrary<Input> => {
  const fields = parameters.map(({ name, schema }) => [name, fitting(schema, known, name)] as const);
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const own = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  const rest = body ? fitting(body.schema, known) : fc.constant({});
  return fc.tuple(own, rest).map(([some, more]) => ({ ...some, ...(more as Input) }));
};

// As text whatever it is: an object may have a `toString` that is no function.
const asText = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);

// Everything a form can carry: a member that is no file is sent as text.
const formOf = (input: Input): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Uint8Array) form.append(name, new Blob([new Uint8Array(value)]), 'photo.jpg');
    else form.append(name, asText(value));
  }
  return form;
};

const sendable = (operation: Operation, input: Input, token: string): Sent => {
  const { method, parameters, body, isPublic } = operation;
  const rest = { ...input };
  let path = operation.path;
  for (const { name, in: place } of parameters) {
    if (place !== 'path') continue;
    path = path.replace(`{${name}}`, encodeURIComponent(Buffer.from(asText(rest[name])).toString()));
    delete rest[name];
  }
  const headers: Record<string, string> = isPublic ? {} : { authorization: token };
  if (method === 'GET') {
    const query = Object.entries(rest).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(asText).join(',') : asText(value),
    ]);
    return { method, path: `${path}?${new URLSearchParams(query)}`, headers };
  }
  if (body?.type === 'multipart/form-data') return { method, path, headers, body: formOf(rest) };
  const text = JSON.stringify(rest, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: text };
};

/** Requests as the document says they are. */
export const validRequest = (operation: Operation, known: Known, token: string): fc.Arbitrary<Sent> =>
  fc.tuple(inputOf(operation, known), fc.uuid({ version: 4 }), fc.boolean()).map(([input, key, withKey]) => {
    const sent = sendable(operation, input, token);
    return withKey && operation.isKeyed
      ? { ...sent, headers: { ...sent.headers, 'idempotency-key': key } }
      : sent;
  });

/** The same with one thing wrong: the input, the body, a header, the method, or the address. */
export const brokenRequest = (operation: Operation, known: Known, token: string): fc.Arbitrary<Sent> => {
  const right = validRequest(operation, known, token);
  const input = brokenInput(inputOf(operation, known)).map((one) => sendable(operation, one, token));
  return fc.oneof(
    { weight: 6, arbitrary: input },
    { weight: 2, arbitrary: fc.tuple(right, brokenBody).map(([sent, body]) => ({ ...sent, body })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(right, brokenHeaders)
        .map(([sent, headers]) => ({ ...sent, headers: { ...sent.headers, ...headers } })),
    },
    { weight: 1, arbitrary: fc.tuple(right, otherMethods).map(([sent, method]) => ({ ...sent, method })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(right, brokenPart)
        .map(([sent, part]) => ({ ...sent, path: `${operation.path}/${part}` })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(right, brokenQuery)
        .map(([sent, query]) => ({ ...sent, path: `${operation.path}?${query}` })),
    },
  );
};
