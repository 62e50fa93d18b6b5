// Fields that an answer holds and the contract does not know: the likeliest reason why another one is missing.
import type * as v from 'valibot';

/** The parts of a valibot schema that lead to fields; a pipe has those of its first schema. */
interface Schema {
  wrapped?: Schema;
  item?: Schema;
  options?: readonly Schema[];
  entries?: Readonly<Record<string, Schema>>;
}

/** Returns each field that a schema may have, with all its possible schemas. */
function entriesOf(schema: Schema): Map<string, Schema[]> {
  const entries = new Map<string, Schema[]>();
  const add = (name: string, ...found: Schema[]) =>
    entries.set(name, [...(entries.get(name) ?? []), ...found]);
  for (const [name, entry] of Object.entries(schema.entries ?? {})) add(name, entry);
  for (const part of [schema.wrapped, ...(schema.options ?? [])])
    for (const [name, found] of part ? entriesOf(part) : []) add(name, ...found);
  return entries;
}

const itemsOf = (schema: Schema): Schema[] => [
  ...(schema.item ? [schema.item] : []),
  ...[schema.wrapped, ...(schema.options ?? [])].flatMap((part) => (part ? itemsOf(part) : [])),
];

const normalise = (name: string) => name.toLowerCase().replace(/[_-]/g, '');

/** Returns the field that was probably meant: a missing one with a name that contains the other or lies in it. */
const closestName = (name: string, missing: readonly string[]): string | undefined =>
  missing.find((other) => normalise(other) === normalise(name)) ??
  missing.find(
    (other) => normalise(other).includes(normalise(name)) || normalise(name).includes(normalise(other)),
  );

function walk(schemas: readonly Schema[], value: unknown, path: string, found: Map<string, string>): void {
  if (Array.isArray(value)) {
    for (const row of value) walk(schemas.flatMap(itemsOf), row, `${path}[]`, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const entries = entriesOf({ options: schemas });
  // A schema that may hold any field knows none by name.
  if (entries.size === 0) return;
  const stated = value as Readonly<Record<string, unknown>>;
  const missing = [...entries.keys()].filter((name) => stated[name] === undefined);
  for (const [name, inner] of Object.entries(stated)) {
    const where = path ? `${path}.${name}` : name;
    const known = entries.get(name);
    if (known) {
      walk(known, inner, where, found);
      continue;
    }
    const meant = closestName(name, missing);
    found.set(where, meant ? `${where} (is it ${meant}?)` : where);
  }
}

/** Returns the fields that the contract does not know, each with the one that was probably meant. */
export function unknownFields(schema: v.GenericSchema, data: unknown): string[] {
  const found = new Map<string, string>();
  walk([schema as Schema], data, '', found);
  return [...found.values()];
}
