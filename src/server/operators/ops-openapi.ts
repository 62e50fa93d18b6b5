// The OpenAPI document of the machine API, made from the registry. Read by the build and by tests.

import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { answer, codeNames, failure } from '../../contract/openapi.ts';
import { formatSchemas, sentSchemaOf } from '../../contract/openapi-schema.ts';
import type { Decision, Read } from '../platform/decisions/define-decision.ts';
import { bulkOperation } from './bulk/bulk-openapi.ts';
import operationExamples from './ops-examples.json' with { type: 'json' };
import { inputTexts } from './ops-input-texts.ts';
import { codesOf, decisions, reads } from './registry.ts';

type Example = { input: Record<string, unknown>; data: unknown };
const examples: Readonly<Record<string, Example>> = operationExamples;

/** What each group is about, in the order of the document. */
export const subjects: Readonly<Record<string, string>> = {
  order: 'From the payment of a buyer to the settlement: placed by the shop front, shipped by the supplier.',
  carrier: 'Who carries parcels, with the link to a parcel’s page.',
  case: 'A buyer asks for money back; the platform decides what the parties do not agree on.',
  goods: 'The warehouse: what merchants may list, at which cost, how many there are.',
  shop: 'A shop, its traffic and its score.',
  user: 'Invitations, accounts, permissions and sessions of merchants.',
  identity: 'The verification of the person behind a shop.',
  qualification: 'The documents of a shop.',
  recharge: 'Money that merchants report as sent to the platform.',
  channel: 'The ways by which merchants send it.',
  withdrawal: 'Money that merchants ask to be paid out.',
  hold: 'Money that is set aside.',
  restriction: 'What a shop may not do for a time.',
  appeal: 'Objections of merchants to decisions.',
  promotion: 'Promotions on offer, and the row of pictures.',
  feedback: 'What merchants write to the platform.',
  help: 'The questions and answers of the help.',
  event: 'What happened, for other systems: posted to their endpoints, or read as a feed.',
  key: 'The keys of other systems for this API.',
  platform: 'Due work and anchors of the ledger.',
};

const about = `Decisions are carried out by \`POST /ops/<decision>\`, lists are read by \`GET /ops/<read>\`. The header
\`x-ops-key\` has a key with one of the \`x-roles\` of each operation; a lead may use all.

Every answer is \`{ code, msg, data }\`: read \`code\`, as a refusal comes with HTTP 200 too. \`msg\` of a refusal says in
English which field is wrong and what to do. The codes: ${[...codeNames].map(([code, name]) => `${code} \`${name}\``).join(', ')}. A decision is carried out once under its \`Idempotency-Key\`, a UUID, and
answered the same for 24 hours. Many of one decision are carried out by \`POST /ops/bulk/<decision>\`.`;

/** Returns the machine API as an OpenAPI 3.1 document. Pure: the same registry gives the same document. */
export function opsOpenapi(version = '0.0.0') {
  const paths = [
    ...Object.entries(decisions).map(([name, row]) => [`/${name}`, { post: decisionOf(name, row) }]),
    ...Object.entries(reads).map(([name, row]) => [`/${name}`, { get: readOf(name, row) }]),
    ['/bulk/{decision}', { post: bulkOperation }],
  ];
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Souk, the machine API',
      version,
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/ops' }],
    security: [{ key: [] }],
    tags: Object.entries(subjects).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths) as Record<string, Record<string, object>>,
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-ops-key' } },
      schemas: { ...formatSchemas(), Failure: opsFailure },
    },
  };
}

const { field, reason, params, retryAfter } = failure.properties.data.properties;
const opsFailure = {
  ...failure,
  properties: {
    ...failure.properties,
    data: { type: ['object', 'null'], properties: { field, reason, params, retryAfter } },
  },
};

/** Returns the first sentence of a description. */
const summaryOf = (text: string): string => /^.+?(?=[.:;](\s|$))/.exec(text)?.[0] ?? text;

/** Returns the schema of an input, with what its fields mean. */
function inputOf(name: string, row: Decision | Read): JsonSchema {
  const schema = sentSchemaOf(row.input);
  const properties = Object.entries(schema.properties ?? {}).map(([field, one]) => {
    const description = inputTexts[`${name}.${field}`] ?? inputTexts[field];
    return [field, description ? { ...(one as JsonSchema), description } : one];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

const common = (name: string, row: Decision | Read) => ({
  operationId: name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  tags: [row.on],
  summary: summaryOf(row.about),
  description: row.about,
  'x-roles': [...new Set([...row.roles, 'lead'])],
  responses: responsesOf(name, row),
});

function decisionOf(name: string, row: Decision): object {
  const schema = inputOf(name, row);
  const { responses, ...operation } = common(name, row);
  const isNeeded = (schema.required ?? []).length > 0;
  return {
    ...operation,
    'x-weight': row.weight,
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: row.key === 'required',
        description: 'A new UUID; the same one where the decision has to be sent again.',
        schema: { type: 'string', format: 'uuid' },
      },
    ],
    requestBody: {
      required: isNeeded,
      content: { 'application/json': { schema, example: examples[name]?.input } },
    },
    responses,
  };
}

function readOf(name: string, row: Read): object {
  const { properties = {}, required = [] } = inputOf(name, row);
  const example = examples[name]?.input ?? {};
  const { responses, ...operation } = common(name, row);
  const parameters = Object.entries(properties).map(([one, schema]) => ({
    name: one,
    in: 'query',
    required: required.includes(one),
    schema,
    ...(one in example && { example: example[one] }),
  }));
  return { ...operation, parameters, responses };
}

function responsesOf(name: string, row: Decision | Read) {
  const failed = { $ref: '#/components/schemas/Failure' };
  return {
    200: answer(
      'Success or a refusal: `code` tells.',
      { oneOf: [successOf(row.output), refusalOf(row)] },
      { code: codes.ok, msg: 'ok', data: examples[name]?.data },
    ),
    default: answer(
      'A fault of the transport, in the same envelope: 401 no valid key, 404 no such path, 405 another method, 413 too large, 500 a fault of the server, 503 too busy.',
      failed,
    ),
  };
}

const successOf = (output: v.GenericSchema): JsonSchema => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { const: codes.ok }, msg: { type: 'string' }, data: sentSchemaOf(output) },
});

function refusalOf(row: Decision | Read): object {
  return {
    allOf: [{ $ref: '#/components/schemas/Failure' }],
    properties: { code: { enum: codesOf(row) } },
  };
}
