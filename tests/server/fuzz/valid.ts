import fc from 'fast-check';
import { resolved, type Schema } from './document.ts';

/** Values that mean something to the server that is asked, by the name of their field. */
export type Known = Record<string, unknown[]>;

const day = fc.constantFrom('2025-02-27', '2025-03-01', '2025-03-03', '2025-03-31');
const formats: Record<string, fc.Arbitrary<string>> = {
  date: day,
  'date-time': day.map((one) => `${one}T09:00:00.000Z`),
  uuid: fc.uuid({ version: 4 }),
};

// Of a pattern only the classes matter here; `\d{6}` and the like are what fast-check reads too.
const like = (pattern: string) => fc.stringMatching(new RegExp(pattern));

const textOf = ({ pattern, format, minLength = 0, maxLength = 64 }: Schema): fc.Arbitrary<string> => {
  const own = format ? formats[format] : undefined;
  if (own) return own;
  const most = Math.min(maxLength, Math.max(minLength, 80));
  if (pattern) return like(pattern).filter((text) => text.length >= minLength && text.length <= maxLength);
  return fc.string({ unit: 'grapheme', minLength, maxLength: most });
};

const numberOf = ({ type, minimum = -1_000_000, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> =>
  type === 'integer'
    ? fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) })
    : fc.double({ min: minimum, max: maximum, noNaN: true });

const file = fc.constantFrom<Uint8Array<ArrayBuffer>[]>(
  Uint8Array.from(
    Buffer.from(
      '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
      'base64',
    ),
  ),
  Uint8Array.from([0xff, 0xd8, 0xff]),
  Uint8Array.from(Buffer.from('<svg onload="alert(1)"/>')),
);

const objectOf = ({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<object> => {
  const members = Object.entries(properties).map(([name, schema]) => [name, fitting(schema, known, name)]);
  return fc.record(Object.fromEntries(members), { requiredKeys: required as never[] });
};

/** A value that fits a schema; where the field's name is known, mostly one that the server knows too. */
export function fitting(given: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, known, name)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.contentMediaType) return file;
  const mine = known[name];
  if (mine?.length && schema.type !== 'array' && schema.type !== 'object')
    return fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...mine) },
      { weight: 1, arbitrary: textOf(schema) },
    );
  switch ([schema.type].flat()[0]) {
    case 'object':
      return objectOf(schema, known);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, known, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberOf(schema);
    default:
      return textOf(schema);
  }
}
