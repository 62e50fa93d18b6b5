import type { JsonSchema } from '@valibot/to-json-schema';
import { type CallSpec, isKeyed, userCodes } from './call-spec.ts';
import { type CallName, callNames, specOf } from './calls.ts';
import { codes, type ErrorCode, type ErrorName } from './errors.ts';
import { callTexts, tags } from './openapi-calls.ts';
import { codeTexts } from './openapi-codes.ts';
import examples from './openapi-examples.json' with { type: 'json' };
import { aboutText } from './openapi-info.ts';
import { described, jsonSchemaOf, namedSchemas } from './openapi-schema.ts';
import { routeOf } from './request.ts';

/** The names of the codes. */
export const codeNames = new Map(
  Object.entries(codes).map(([name, code]) => [code as ErrorCode, name as ErrorName]),
);

/**
 * Returns the contract as an OpenAPI 3.1 document. Pure: the same calls give the same document.
 *
 * @throws Error when a schema uses an action that the document cannot express; it names the action.
 * @example await writeFile('dist/openapi.json', JSON.stringify(openapi('1.0.0')));
 */
export function openapi(version = '0.0.0') {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'Souk', version, description: aboutText(), license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/api' }],
    security: [{ token: [] }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths: paths(),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'The bare token of POST /login.',
        },
      },
      parameters: { IdempotencyKey: idempotencyKey, AcceptLanguage: acceptLanguage },
      schemas: { ...namedSchemas(), Failure: described(failure as JsonSchema, 'Failure') },
    },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'UUID v4 made at the first attempt and kept for its repeats: the same key and body give the same answer and move money once.',
  schema: { type: 'string', format: 'uuid' },
};

const acceptLanguage = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description: 'Language of the message and of texts in the answer.',
  schema: { type: 'string' },
};

/** What every refusal answers. */
export const failure = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string' },
    data: {
      type: ['object', 'null'],
      properties: {
        field: { type: 'string' },
        reason: { type: 'string' },
        params: { type: 'object' },
        retryAfter: { type: 'number', description: 'Seconds.' },
        restriction: { $ref: '#/components/schemas/Restriction' },
        exports: { $ref: '#/components/schemas/ExportLinks' },
        appeal: {
          type: 'string',
          description: 'Beside 410: the in-app path of the appeals, where this token or sign-in allows them.',
        },
        token: {
          type: 'string',
          description: 'Beside a refused sign-in: good for appealing, and nothing else.',
        },
      },
    },
  },
};

function paths(): Record<string, Record<string, object>> {
  const table: Record<string, Record<string, object>> = {};
  for (const name of callNames) {
    const { method, path } = routeOf(name);
    table[path] = { ...table[path], [method.toLowerCase()]: operation(name, specOf(name)) };
  }
  return table;
}

function operation(name: CallName, spec: CallSpec): object {
  const { parameters, body } = inputOf(name, spec);
  return {
    operationId: operationId(name),
    tags: tags.flatMap((tag) => (name in tag.calls ? [tag.name] : [])),
    summary: spec.about,
    description: descriptionOf(name, spec),
    ...(spec.auth === 'public' && { security: [] }),
    ...(spec.feature && { 'x-feature': spec.feature }),
    ...(spec.money && { 'x-money': true }),
    parameters: [
      ...parameters,
      { $ref: '#/components/parameters/AcceptLanguage' },
      ...(isKeyed(spec) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      200: answer(
        'Success or a refusal: `code` tells.',
        { oneOf: [success(name, spec), refusal(spec)] },
        { code: codes.ok, msg: 'ok', data: examples[name].data },
      ),
      default: answer(
        'A fault of the transport, in the same envelope: 404 no such path, 405 another method, 413 and 431 too large, 500 a fault of the server, 503 too busy.',
        { $ref: '#/components/schemas/Failure' },
      ),
    },
  };
}

function descriptionOf(name: CallName, spec: CallSpec): string {
  const effects = {
    read: 'Changes nothing.',
    write: 'Sent again it does no harm.',
    keyed: 'Takes an Idempotency-Key. Without one, too, it happens once.',
    repeatable:
      'Takes an Idempotency-Key: without one, equal bodies count as one for a moment, and then as another.',
  };
  return [
    callTexts[name],
    effects[spec.effect],
    ...(spec.feature ? [`Only where \`features\` names \`${spec.feature}\`.`] : []),
    ...(spec.whileBlocked ? ['Answers while the account is blocked, too.'] : []),
    ...(spec.whileConfined ? ['Answers to the token of a refused sign-in, too.'] : []),
  ].join(' ');
}

function operationId(name: CallName): string {
  const { method, path } = routeOf(name);
  return (
    method.toLowerCase() + path.replace(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())
  );
}

/** Splits the input into path parameters, query parameters of a GET, and the body. */
function inputOf(name: CallName, spec: CallSpec): { parameters: object[]; body: object | null } {
  const schema = described(jsonSchemaOf(spec.input), name);
  const example: Record<string, unknown> = examples[name].input;
  const properties = schema.properties ?? {};
  const required = schema.required ?? [];
  const isInPath = (field: string) => name.includes(`{${field}}`);
  const parameters = Object.entries(properties)
    .filter(([field]) => name.startsWith('GET ') || isInPath(field))
    .map(([field, own]) => ({
      ...parameter(field, isInPath(field) ? 'path' : 'query', own, required.includes(field)),
      ...(field in example && { example: example[field] }),
    }));
  if (name.startsWith('GET ')) return { parameters, body: null };
  const body = schema.properties ? without(schema, isInPath) : schema;
  const type = spec.multipart ? 'multipart/form-data' : 'application/json';
  const isNeeded = body.required?.length !== 0;
  const sent = Object.fromEntries(Object.entries(example).filter(([field]) => !isInPath(field)));
  return { parameters, body: { required: isNeeded, content: { [type]: { schema: body, example: sent } } } };
}

function parameter(name: string, place: 'path' | 'query', schema: unknown, required: boolean): object {
  const { description, ...rest } = schema as JsonSchema;
  const list = rest.type === 'array' ? { style: 'form', explode: false } : {};
  const text = description && { description };
  return { name, in: place, required: place === 'path' || required, ...text, schema: rest, ...list };
}

function without(schema: JsonSchema, isLeftOut: (field: string) => boolean): JsonSchema {
  const kept = Object.entries(schema.properties ?? {}).filter(([field]) => !isLeftOut(field));
  const required = (schema.required ?? []).filter((field) => !isLeftOut(field));
  return { ...schema, properties: Object.fromEntries(kept), required };
}

function success(name: CallName, spec: CallSpec): object {
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { const: codes.ok },
      msg: { type: 'string' },
      data: described(jsonSchemaOf(spec.output), name),
    },
  };
}

/** The codes that any call of a session may answer, of which the head of the document says all. */
const common = userCodes();

function refusal(spec: CallSpec): object {
  const refused = spec.codes.filter((code) => code !== codes.ok);
  const own = refused.filter((code) => !common.includes(code));
  const shared = refused
    .filter((code) => common.includes(code))
    .map((code) => `${code} ${codeNames.get(code)}`);
  const rows = own.map((code) => `- ${code} \`${codeNames.get(code)}\`: ${meaningOf(code)}`);
  const words = [...rows, `${rows.length > 0 ? '\nAs any call: ' : ''}${shared.join(', ')}.`].join('\n');
  return {
    allOf: [{ $ref: '#/components/schemas/Failure' }],
    properties: { code: { enum: refused, description: words } },
  };
}

const meaningOf = (code: ErrorCode): string => codeTexts[codeNames.get(code) ?? 'unknownError'];

/** Returns a response with its schema. */
export function answer(description: string, schema: object, example?: unknown): object {
  return { description, content: { 'application/json': { schema, ...(example ? { example } : {}) } } };
}
