// Requests made from nothing but the document of the machine API, and their answers held against it.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../src/server/audit/audit.ts';
import { opsOpenapi } from '../../src/server/operators/ops-openapi.ts';
import { operator } from '../harness/recharging.ts';
import { seed } from '../harness/seed.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { decisionRows, openDecisionDesk, waitedFor } from './decisions/rows.ts';

const runs = Number(process.env.FUZZ ?? 4);
const opsKey = 'a-key-of-at-least-24-characters';

interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  pattern?: string;
  format?: string;
  $ref?: string;
}
interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema; example?: Record<string, unknown> } } };
  responses: { 200: { content: { 'application/json': { schema: object } } } };
}

const document = opsOpenapi();
// A file of rows is answered by lines, which tests/server/bulk.test.ts reads.
const { '/bulk/{decision}': _, ...single } = document.paths;
const operations = Object.entries(single).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'doc', ...document });
const bySchema = new Map(
  operations.map(({ path, method }) => [
    path,
    ajv.compile({
      $ref: `doc#/paths/${path.replaceAll('/', '~1')}/${method}/responses/200/content/application~1json/schema`,
    }),
  ]),
);

/** Texts that name something: these ids are of the rows that were made before. */
let named: string[] = [''];

/** Returns values that a schema describes. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf));
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 500, 1_000) });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array')
    return fc.array(valuesOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 });
  if (schema.type === 'object') return fieldsOf(schema);
  return textsOf(schema);
}

function fieldsOf({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<object> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, own]) => [name, valuesOf(own)]));
  if (Object.keys(fields).length || typeof additionalProperties !== 'object')
    return fc.record(fields, { requiredKeys: required });
  return fc.dictionary(fc.constantFrom('ja', 'zh-CN', 'de'), valuesOf(additionalProperties), { maxKeys: 3 });
}

function textsOf({ pattern, format, maxLength = 60, minLength = 0 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.constantFrom('2025-03-03T10:00:00Z', '2025-02-28T23:59:59.999Z');
  if (format === 'date') return fc.constantFrom('2026-03-03', '2025-02-28');
  const free = fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'binary' });
  const known = fc.constantFrom(...named);
  // A pattern with a look-ahead is met by nearly every text.
  if (!pattern || pattern.includes('(?!'))
    return fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: free });
  const fitting = fc.stringMatching(new RegExp(pattern), { maxLength: 24 });
  return fc.oneof({ weight: 4, arbitrary: fitting }, { weight: 1, arbitrary: known });
}

/** Returns inputs of an operation: three of four as it is described, the others with a field that is wrong. */
function inputsOf({ parameters, requestBody }: Operation): fc.Arbitrary<object> {
  const query = parameters.filter((one) => one.in === 'query');
  const schema = requestBody?.content['application/json'].schema ?? {
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
  const example = requestBody?.content['application/json'].example ?? {};
  const right = fc.oneof(
    fieldsOf(schema),
    fieldsOf({ ...schema, required: [] }).map((some) => ({ ...example, ...some })),
  );
  const wrong = fc
    .tuple(right, fc.constantFrom(...Object.keys(schema.properties ?? {}), 'surprise'), fc.jsonValue())
    .map(([input, name, value]) => ({ ...input, [name]: value }));
  return fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

describe(`${runs} requests made from the schema of each operation, seed ${seed}`, () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer('postgres', { config: { operator, opsKey } });
    const made: string[] = [];
    for (const name of [...Object.values(waitedFor), 'ship', 'deliver', 'hold-release', 'restriction-lift']) {
      const desk = await openDecisionDesk(server);
      const flags = (await decisionRows[name]?.(desk)) ?? {};
      made.push(desk.user.shopId, desk.user.userId, desk.goods.code, ...Object.values(flags));
    }
    named = [...new Set(made)];
  });
  afterAll(async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  });

  it.each(operations.map((one) => [one.path, one] as const))(
    'are each answered as the document has it: %s',
    async (path, { method, operation }) => {
      const fits = bySchema.get(path);
      await fc.assert(
        fc.asyncProperty(inputsOf(operation), async (input) => {
          const query = new URLSearchParams(
            Object.entries(input).map(([name, value]) => [
              name,
              typeof value === 'string' ? value : JSON.stringify(value),
            ]),
          );
          const answer = await server.app.request(`/ops${path}${method === 'get' ? `?${query}` : ''}`, {
            method: method.toUpperCase(),
            headers: { 'x-ops-key': opsKey, 'idempotency-key': crypto.randomUUID() },
            ...(method === 'post' && { body: JSON.stringify(input) }),
          });
          const text = await answer.text();
          const body = JSON.parse(text) as { code: number };
          expect([answer.status, fits?.(body), fits?.errors ?? null, fits?.errors ? text : '']).toEqual([
            200,
            true,
            null,
            '',
          ]);
        }),
        { numRuns: runs, seed: seed },
      );
    },
    120_000,
  );
});
