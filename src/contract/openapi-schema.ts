import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { account, compactNumber } from './account.ts';
import { adPurchase } from './ads.ts';
import { buyerCase } from './cases.ts';
import { comment } from './comments.ts';
import { amount, currency, day, flat, money, signedAmount, splitIds, time } from './fields.ts';
import { goods } from './goods.ts';
import { fieldTexts, formatTexts } from './openapi-fields.ts';
import { order } from './orders.ts';
import { adQuote, orderQuote, upgradeQuote, withdrawQuote } from './quotes.ts';
import { recharge } from './recharges.ts';
import { exportLinks, restriction } from './restriction.ts';
import { shop } from './shop.ts';
import { showcaseItem } from './showcase.ts';
import { foldDigits } from './typed-text.ts';
import { wallet } from './wallet.ts';
import { withdrawal } from './withdrawals.ts';

/** Formats that many fields share. */
const formats = {
  Amount: amount,
  SignedAmount: signedAmount,
  MoneyInput: money,
  Time: time,
  Day: day,
  Currency: currency,
} satisfies Record<keyof typeof formatTexts, v.GenericSchema>;

/** Schemas that are named in the document; all others are written inline. */
const definitions = {
  ...formats,
  Account: account,
  AdPurchase: adPurchase,
  AdQuote: adQuote,
  AfterSaleCase: buyerCase,
  Comment: comment,
  Goods: goods,
  Order: order,
  OrderQuote: orderQuote,
  Recharge: recharge,
  Restriction: restriction,
  ExportLinks: exportLinks,
  Shop: shop,
  ShowcaseItem: showcaseItem,
  UpgradeQuote: upgradeQuote,
  Wallet: wallet,
  Withdrawal: withdrawal,
  WithdrawQuote: withdrawQuote,
};

type Action = { type: string; requirement?: unknown; operation?: unknown };
type Rewrite = (schema: JsonSchema, action: Action) => JsonSchema;

const same: Rewrite = (schema) => schema;

/**
 * Actions without a JSON Schema keyword, each with its replacement in the document. The list is closed: an action that
 * is missing here, and unknown to the converter, stops the build.
 */
const rewrites: Record<string, Rewrite> = {
  trim: same,
  normalize: same,
  to_upper_case: same,
  to_lower_case: same,
  check: same,
  excludes: same,
  partial_check: same,
  // A text of n graphemes has at least n code points, which is what minLength counts; the reverse does not hold.
  min_graphemes: (schema, { requirement }) => ({ ...schema, minLength: requirement as number }),
  max_graphemes: (schema, { requirement }) => ({ ...schema, 'x-max-graphemes': requirement as number }),
  max_bytes: (schema, { requirement }) => ({ ...schema, 'x-max-bytes': requirement as number }),
};

/** The schema of a transformation's result, by its function: closed as well. */
const transformed = new Map<unknown, Rewrite>([
  [flat, same],
  [foldDigits, same],
  [compactNumber, same],
  [Number, () => ({ type: 'number' })],
  [splitIds, () => ({ type: 'array', items: { type: 'string' } })],
]);

const config: ConversionConfig = {
  target: 'draft-2020-12',
  errorMode: 'throw',
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const action = valibotAction as Action;
    const rewrite = action.type === 'transform' ? transformed.get(action.operation) : rewrites[action.type];
    return rewrite?.(jsonSchema, action);
  },
  overrideSchema: ({ valibotSchema }) =>
    valibotSchema.type === 'file'
      ? { type: 'string', contentMediaType: 'application/octet-stream' }
      : undefined,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** Returns the JSON Schema of a valibot schema, without the parts that the document defines once. */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, $defs: __, ...rest } = toJsonSchema(schema, { ...config, definitions });
  return rest;
}

/** A text of a decision stays one in the document, whatever it is read as. */
const asSent: ConversionConfig = {
  ...config,
  overrideAction: (context) => {
    const { type, requirement } = context.valibotAction as Action;
    const isOfResult = type === 'transform' || typeof requirement === 'bigint';
    return isOfResult ? context.jsonSchema : config.overrideAction?.(context);
  },
};

/** Returns the JSON Schema of what a decision or a read of the operator takes, as it is sent. */
export function sentSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, $defs: __, ...rest } = toJsonSchema(schema, { ...asSent, definitions: formats });
  return rest;
}

/** Returns the formats alone, for a document that names nothing else. */
export function formatSchemas(): Record<string, JsonSchema> {
  const named = namedSchemas();
  return Object.fromEntries(Object.keys(formats).map((name) => [name, named[name] ?? {}]));
}

/** Returns the document's `components.schemas`: each of `definitions` once. */
export function namedSchemas(): Record<string, JsonSchema> {
  const schemas = toJsonSchemaDefs(definitions, config);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      name in formats
        ? { ...schema, description: formatTexts[name as keyof typeof formats] }
        : described(schema, name),
    ]),
  );
}

const keys = Object.keys(fieldTexts).sort((a, b) => b.length - a.length);

/** Returns the key of a field's description by the field's path, such as `POST /v1/home.me.limits.appealDays`. */
export const keyOfField = (path: string): string | undefined =>
  keys.find((key) => path === key || path.endsWith(`.${key}`) || path.endsWith(`/${key}`));

/** Returns a schema with the descriptions of its fields, at any depth; `path` is that of the schema. */
export function described(schema: JsonSchema, path: string): JsonSchema {
  const inside = (part: JsonSchema | boolean) => (typeof part === 'boolean' ? part : described(part, path));
  return {
    ...schema,
    ...(schema.properties && { properties: describedFields(schema.properties, path) }),
    ...(schema.items && { items: inside(schema.items as JsonSchema) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(inside) }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map(inside) }),
  } as JsonSchema;
}

function describedFields(fields: NonNullable<JsonSchema['properties']>, path: string) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const where = `${path}.${name}`;
      const key = keyOfField(where);
      return [
        name,
        { ...described(field as JsonSchema, where), ...(key && { description: fieldTexts[key] }) },
      ];
    }),
  );
}
