import { resolved, type Schema } from './document.ts';

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
};

const fitsType = (value: unknown, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const formats: Record<string, RegExp> = {
  'date-time': moment,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

const ofText = (schema: Schema, value: string): string[] => {
  const length = [...value].length;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  return [
    ...(length < minLength || length > maxLength ? [`has ${length} characters`] : []),
    ...(pattern && !new RegExp(pattern, 'u').test(value) ? [`is not like ${pattern}`] : []),
    ...(format && formats[format]?.test(value) === false ? [`is no ${format}`] : []),
  ];
};

const ofNumber = ({ minimum, maximum }: Schema, value: number): string[] => [
  ...(minimum !== undefined && value < minimum ? [`is below ${minimum}`] : []),
  ...(maximum !== undefined && value > maximum ? [`is above ${maximum}`] : []),
];

const ofList = ({ items = {}, minItems = 0, maxItems }: Schema, value: unknown[]): string[] => [
  ...(value.length < minItems || value.length > (maxItems ?? value.length)
    ? [`has ${value.length} items`]
    : []),
  ...value.flatMap((one, index) => faultsOf(items, one).map((fault) => `[${index}] ${fault}`)),
];

// A schema that names members allows no others: what is not in the document is not to leave the server.
const ofObject = ({ properties, required = [] }: Schema, value: Record<string, unknown>): string[] => {
  const missing = required.filter((name) => !(name in value)).map((name) => `.${name} is missing`);
  const members = Object.entries(value).flatMap(([name, one]) => {
    if (!properties) return [];
    const schema = properties[name];
    return schema
      ? faultsOf(schema, one).map((fault) => `.${name} ${fault}`)
      : [`.${name} is not in the document`];
  });
  return [...missing, ...members];
};

/** What of a value is off a schema, in sentences; nothing where it fits. */
export function faultsOf(given: Schema, value: unknown): string[] {
  const schema = resolved(given);
  const { type, anyOf, oneOf, allOf } = schema;
  const choices = anyOf ?? oneOf;
  if (choices) {
    const each = choices.map((choice) => faultsOf(choice, value));
    return each.some((faults) => faults.length === 0)
      ? []
      : (each.sort((a, b) => a.length - b.length)[0] ?? []);
  }
  if (allOf) {
    const { allOf: _, ...own } = schema;
    const parts = allOf.map((one) => resolved(one).properties ?? {});
    const properties = Object.assign({}, ...parts, own.properties);
    return [...allOf, own].flatMap((one) => faultsOf({ ...resolved(one), properties }, value));
  }
  if ('const' in schema && value !== schema.const) return [`is not ${schema.const}`];
  if (schema.enum && !schema.enum.includes(value)) return [`is none of ${schema.enum.join(', ')}`];
  if (type && ![type].flat().some((one) => fitsType(value, one))) return [`is ${typeOf(value)}, not ${type}`];
  if (typeof value === 'string') return ofText(schema, value);
  if (typeof value === 'number') return ofNumber(schema, value);
  if (Array.isArray(value)) return ofList(schema, value);
  return value === null || typeof value !== 'object'
    ? []
    : ofObject(schema, value as Record<string, unknown>);
}
