import { describe, expect, test } from 'vitest';
import { isKeyed } from '../../src/contract/call-spec.ts';
import { callNames, specOf } from '../../src/contract/calls.ts';
import { openapi } from '../../src/contract/openapi.ts';
import { routeOf } from '../../src/contract/request.ts';

interface Operation {
  operationId: string;
  summary: string;
  security?: object[];
  parameters: { $ref?: string; name?: string; in?: string }[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: { properties?: object; oneOf?: object[] } }>;
  };
  responses: { 200: { content: { 'application/json': { schema: { oneOf: [Success, Refusal] } } } } };
}
type Success = { properties: { data: object } };
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

describe('the document', () => {
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
