import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { sentSchemaOf } from '../../../contract/openapi-schema.ts';
import examples from '../ops-examples.json' with { type: 'json' };
import { decisions } from '../registry.ts';

const jsonLines = (rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const rowSums = v.object({
  dry: v.boolean(),
  rows: v.number(),
  done: v.pipe(v.number(), v.description('Carried out, the repeated ones among them.')),
  repeated: v.pipe(v.number(), v.description('Carried out before under this key, and answered the same.')),
  refused: v.number(),
  stoppedAt: v.pipe(
    v.nullable(v.number()),
    v.description('The line at which the server was too busy to go on; null for a whole file.'),
  ),
});

const { input, data } = examples.stock;

/** `POST /ops/bulk/<decision>` in the document. */
export const bulkOperation = {
  operationId: 'bulk',
  tags: ['platform'],
  summary: 'Carries out a decision for each row of a file',
  description:
    'Carries out a decision for each row of a file, in their order, while it arrives. A row is an object as the decision takes it, in a line of JSON, or a line of CSV under one that names the fields. The answer is a line of JSON for each row with its line in the file, and one with the sums; read it while you send. A refused row stops no other. Under the same Idempotency-Key a file is sent again after an interruption, and no row is carried out twice. A dry run answers what each row alone would do, and writes nothing.',
  parameters: [
    {
      name: 'decision',
      in: 'path',
      required: true,
      description: 'A key needs a role of this decision.',
      schema: {
        type: 'string',
        enum: Object.keys(decisions).filter((name) => !decisions[name]?.ownTransactions),
      },
      example: 'stock',
    },
    {
      name: 'dry',
      in: 'query',
      required: false,
      description: 'Whether each row is rolled back.',
      schema: { type: 'boolean', default: false },
    },
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'A new UUID for a file, and the same one to go on with it. Required unless in a dry run.',
      schema: { type: 'string', format: 'uuid' },
    },
  ],
  requestBody: {
    required: true,
    content: {
      'text/csv': {
        schema: {
          type: 'string',
          description:
            'The first line names the fields; `name.ja` is one name of a field with free names. Separated by commas, semicolons or tabs, as RFC 4180 has it. Values of a list have `|` between them, what else has fields is JSON, and an empty cell leaves its field out.',
        },
        example: `goods,stock\n${input.goods},${input.stock}\n${input.goods},-1\n`,
      },
      'application/x-ndjson': {
        schema: { type: 'string' },
        example: jsonLines([input, { ...input, stock: -1 }]),
      },
    },
  },
  responses: {
    200: {
      description: 'A line for each row, and the sums; a refusal of the whole as JSON.',
      content: {
        'application/x-ndjson': {
          schema: {
            description: 'Each line.',
            oneOf: [
              {
                type: 'object',
                required: ['line', 'code', 'msg', 'data'],
                properties: {
                  line: { type: 'integer', description: 'The first line of the row in the file.' },
                  repeated: { const: true, description: 'It was carried out before under this key.' },
                  code: { type: 'integer' },
                  msg: { type: 'string' },
                  data: { type: ['object', 'null'] },
                },
              },
              { type: 'object', required: ['sums'], properties: { sums: sentSchemaOf(rowSums) } },
            ],
          },
          example: jsonLines([
            { line: 1, code: codes.ok, msg: 'ok', data },
            {
              line: 2,
              code: codes.invalidParameter,
              msg: 'Line 2: "stock" of stock is -1. Expected at least 0.',
              data: { field: 'stock', reason: 'min_value' },
            },
            { sums: { dry: false, rows: 2, done: 1, repeated: 0, refused: 1, stoppedAt: null } },
          ]),
        },
        'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
      },
    },
  },
};
