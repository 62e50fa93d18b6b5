import { describe, expect, test } from 'vitest';
import { isKeyed } from '../../src/contract/call-spec.ts';
import { callNames, specOf } from '../../src/contract/calls.ts';
import { openapi } from '../../src/contract/openapi.ts';
import { fieldTexts } from '../../src/contract/openapi-fields.ts';
import { keyOfField } from '../../src/contract/openapi-schema.ts';
import { routeOf } from '../../src/contract/request.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: object[];
  parameters: { $ref?: string; name?: string; in?: string; description?: string; schema?: Schema }[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: Schema; example: object }>;
  };
  responses: {
    200: {
      content: { 'application/json': { schema: { oneOf: [Success, Refusal] }; example: { data: object } } };
    };
  };
}
interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}
type Success = { properties: { data: Schema } };
type Refusal = { properties: { code: { enum: number[] } } };

const document = openapi('1.2.3');
const operationOf = (name: string): Operation => {
  const { method, path } = routeOf(name);
  return document.paths[path]?.[method.toLowerCase()] as Operation;
};

function refsOf(node: unknown): string[] {
  if (!node || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' ? [String(value)] : refsOf(value)));
}

const at = (ref: string) =>
  ref
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);

describe.each(callNames)('%s in the document', (name) => {
  const spec = specOf(name);
  const operation = operationOf(name);
  const schema = operation.responses[200].content['application/json'].schema;

  test('has an input', () => {
    expect(Boolean(operation.requestBody)).toBe(name.startsWith('POST '));
    const content = operation.requestBody?.content ?? {};
    const expected = spec.multipart ? 'multipart/form-data' : 'application/json';
    expect(Object.keys(content)).toEqual(operation.requestBody ? [expected] : []);
    for (const { schema } of Object.values(content)) expect(schema.properties ?? schema.oneOf).toBeDefined();
  });

  test('has a response', () => {
    expect(Object.keys(schema.oneOf[0].properties.data).length).toBeGreaterThan(0);
  });

  test('has a group, a description and an example', () => {
    const [tag, ...more] = operation.tags;
    expect([document.tags.some((one) => one.name === tag), more]).toEqual([true, []]);
    expect(operation.description).not.toBe('');
    expect(operation.responses[200].content['application/json'].example.data).toBeDefined();
    for (const { example } of Object.values(operation.requestBody?.content ?? {}))
      expect(example).toBeDefined();
  });

  test('lists its codes', () => {
    expect(schema.oneOf[1].properties.code.enum).toEqual(spec.codes.filter((code) => code !== 200));
  });

  test('asks for a token and a key as the call does', () => {
    const keyHeader = operation.parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));
    expect({ open: operation.security?.length === 0, keyHeader }).toEqual({
      open: spec.auth === 'public',
      keyHeader: isKeyed(spec),
    });
  });
});

/** Every field of the document with its path, whether it is sent or answered. */
function allFields(): [path: string, schema: Schema][] {
  const named = Object.entries(document.components.schemas as Record<string, Schema>);
  const called = callNames.flatMap((name): [string, Schema][] => {
    const { parameters, requestBody, responses } = operationOf(name);
    const [{ properties }] = responses[200].content['application/json'].schema.oneOf;
    const query = parameters.flatMap((own) =>
      own.name && own.schema ? [[own.name, { ...own.schema, ...own }]] : [],
    );
    const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
    const sent = [{ properties: Object.fromEntries(query) }, ...bodies, properties.data];
    return sent.map((schema) => [name, schema]);
  });
  return [...named, ...called].flatMap(([path, schema]) => fieldsIn(schema, path));
}

function fieldsIn(schema: Schema, path: string): [path: string, schema: Schema][] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, Schema][] => [
    [`${path}.${name}`, field],
    ...fieldsIn(field, `${path}.${name}`),
  ]);
  return [...own, ...parts.flatMap((part) => fieldsIn(part, path))];
}

/** Returns whether a name and a type leave open what a value counts, when it is null, what is masked, or an order. */
function leavesOpen(path: string, { type, $ref, anyOf }: Schema): boolean {
  const isFormat = /\/(Amount|SignedAmount|MoneyInput|Time|Day)$/.test($ref ?? '');
  const isNullable = Boolean(anyOf?.some((one) => one.type === 'null'));
  return isFormat || isNullable || /^(number|integer|array)$/.test(type ?? '') || path.endsWith('Masked');
}

describe('the document', () => {
  test('describes each field that its name and type leave open, and no other field that is gone', () => {
    const fields = allFields();
    expect(fields.length).toBeGreaterThan(1_000);
    const open = fields.filter(([path, field]) => leavesOpen(path, field) && !field.description);
    expect(open.map(([path]) => path)).toEqual([]);
    const used = new Set(fields.map(([path]) => keyOfField(path)));
    expect(Object.keys(fieldTexts).filter((key) => !used.has(key))).toEqual([]);
  });

  test('holds every call once, under its own name', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item)) as Operation[];
    expect(operations).toHaveLength(callNames.length);
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(callNames.length);
  });

  test('resolves every reference', () => {
    const refs = new Set(refsOf(document));
    expect(refs.size).toBeGreaterThan(10);
    for (const ref of refs) expect(at(ref), ref).toBeTypeOf('object');
  });

  test('is plain JSON and the same every time', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(openapi('1.2.3'));
  });

  test('keeps the limits of fields with folded digits', () => {
    const body = operationOf('POST /v1/order/pay').requestBody?.content['application/json']?.schema;
    expect(body?.properties).toMatchObject({
      orderIds: { type: 'array', minItems: 1, maxItems: 20 },
      payPassword: { type: 'string', pattern: '^\\d{6}$' },
    });
  });

  test.each([
    ['POST /login', true],
    ['POST /v1/quote', true],
    ['POST /v1/order/list', false],
    ['POST /v1/user/wallet', false],
  ])('%s needs a body: %s', (name, needed) => {
    expect(operationOf(name).requestBody?.required).toBe(needed);
  });

  test('puts path and query fields where they travel', () => {
    const placed = (name: string) =>
      operationOf(name).parameters.flatMap((own) => (own.name ? [`${own.in} ${own.name}`] : []));
    expect(placed('POST /v1/upload/{type}')).toEqual(['path type']);
    expect(placed('GET /v1/order-comment')).toEqual([
      'query cursor',
      'query limit',
      'query orderId',
      'query goodsId',
      'query rating',
      'query state',
    ]);
  });
});
