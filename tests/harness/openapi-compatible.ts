// One file, as requests and answers are compared by the same helpers: what a client of an older release relies on.
interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: { 200: { content: { 'application/json': { schema: Schema } } } };
}
export interface Document {
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, object>; parameters?: Record<string, object> };
}

export interface Comparison {
  /** What breaks a client of the older document, each with its place. */
  broken: string[];
  /** New values and variants in answers, which the older client does not know and has to ignore. */
  added: string[];
}

/** One side of a comparison: a schema with the document that its references point into. */
interface Side {
  document: Document;
  schema: Schema;
}

const resolve = ({ document, schema }: Side): Schema => {
  if (!schema.$ref) return schema;
  const keys = schema.$ref.split('/').slice(1);
  const target = keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document);
  if (!target) throw new Error(`${schema.$ref} points nowhere`);
  return resolve({ document, schema: target as Schema });
};

const variantsOf = (side: Side): Schema[] => {
  const schema = resolve(side);
  const choices = schema.anyOf ?? schema.oneOf;
  if (!choices) return [schema];
  return choices.flatMap((choice) => variantsOf({ document: side.document, schema: choice }));
};

const typesOf = (schema: Schema): string[] => {
  if (schema.type !== undefined) return [schema.type].flat().sort();
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))].sort();
};

const valuesOf = (schema: Schema): unknown[] | null =>
  schema.enum ?? (schema.const === undefined ? null : [schema.const]);

/** Returns whether each value of a type is of one of the wanted types too, as every integer is a number. */
const fits = (type: string, wanted: string[]): boolean =>
  wanted.length === 0 || wanted.includes(type) || (type === 'integer' && wanted.includes('number'));

const bounds = [
  ['minimum', (was: number, is: number) => is > was],
  ['minLength', (was: number, is: number) => is > was],
  ['minItems', (was: number, is: number) => is > was],
  ['maximum', (was: number, is: number) => is < was],
  ['maxLength', (was: number, is: number) => is < was],
  ['maxItems', (was: number, is: number) => is < was],
] as const;

/** Returns what of the older client's requests is no longer accepted: required fields that are new, narrower types. */
function compareRequest(place: string, before: Side, after: Side): string[] {
  const choices = variantsOf(after);
  return variantsOf(before).flatMap((was) => {
    const tried = choices.map((is) =>
      compareRequestVariant(place, { ...before, schema: was }, { ...after, schema: is }),
    );
    return tried.sort((a, b) => a.length - b.length)[0] ?? [`${place}: is no longer accepted`];
  });
}

function compareRequestVariant(place: string, before: Side, after: Side): string[] {
  const [was, is] = [before.schema, after.schema];
  const types = typesOf(is);
  const refused = typesOf(was).filter((type) => !fits(type, types));
  if (refused.length) return [`${place}: accepts ${types.join(' or ')}, no longer ${refused.join(' or ')}`];
  const broken: string[] = [];
  const values = valuesOf(is);
  if (values) {
    const gone = valuesOf(was)?.filter((value) => !values.includes(value)) ?? ['any other value'];
    for (const value of gone) broken.push(`${place}: no longer accepts ${value}`);
  }
  for (const [name, isNarrower] of bounds) {
    const [old, now] = [was[name], is[name]];
    if (now === undefined || valuesOf(was)) continue;
    const open = name.startsWith('min') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    if (isNarrower(old ?? open, now)) broken.push(`${place}: ${name} was ${old}, is ${now}`);
  }
  if (is.pattern !== undefined && is.pattern !== was.pattern && !valuesOf(was))
    broken.push(`${place}: pattern was ${was.pattern}, is ${is.pattern}`);
  for (const name of is.required ?? [])
    if (!was.required?.includes(name)) broken.push(`${place}.${name}: is required now`);
  for (const [name, schema] of Object.entries(was.properties ?? {})) {
    const now = is.properties?.[name];
    if (!now) broken.push(`${place}.${name}: is no longer accepted`);
    else broken.push(...compareRequest(`${place}.${name}`, { ...before, schema }, { ...after, schema: now }));
  }
  if (was.items && is.items)
    broken.push(
      ...compareRequest(`${place}[]`, { ...before, schema: was.items }, { ...after, schema: is.items }),
    );
  return broken;
}

/** Compares an answer: what the older client reads has to be there, in the type that it knows. */
function compareAnswer(place: string, before: Side, after: Side): Comparison {
  const known = variantsOf(before);
  const comparison: Comparison = { broken: [], added: [] };
  const read = new Set<Schema>();
  for (const is of variantsOf(after)) {
    const tried = known.map((was) => ({
      was,
      ...compareAnswerVariant(place, { ...before, schema: was }, { ...after, schema: is }),
    }));
    const best = tried.sort((a, b) => a.broken.length - b.broken.length)[0];
    if (!best) continue;
    const isNew = best.broken.length > 0 && isSeparateVariant(is, known, after.document);
    if (isNew) {
      comparison.added.push(`${place}: a new variant, ${discriminators(is, after.document).join(', ')}`);
      continue;
    }
    read.add(best.was);
    comparison.broken.push(...best.broken);
    comparison.added.push(...best.added);
  }
  for (const was of known) {
    const isGone = !read.has(was) && !isSeparateVariant(was, variantsOf(after), before.document);
    if (isGone && typesOf(was).join() !== 'null' && was.properties)
      comparison.broken.push(`${place}: a variant is gone`);
  }
  return comparison;
}

/** Returns the fields that have one value each, by which a variant differs from the others, as `kind: order`. */
const discriminators = (schema: Schema, document: Document): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, own]) => {
    const { const: value } = resolve({ document, schema: own });
    return typeof value === 'string' ? [`${name}: ${value}`] : [];
  });

const isSeparateVariant = (schema: Schema, others: Schema[], document: Document): boolean => {
  const own = discriminators(schema, document);
  const otherNames = new Set(others.flatMap((one) => discriminators(one, document)));
  return others.length > 1 && own.length > 0 && own.every((one) => !otherNames.has(one));
};

function compareAnswerVariant(place: string, before: Side, after: Side): Comparison {
  const [was, is] = [before.schema, after.schema];
  const known = typesOf(was);
  const unknownTypes = typesOf(is).filter((type) => !fits(type, known));
  if (unknownTypes.length)
    return {
      broken: [`${place}: may be ${unknownTypes.join(' or ')}, was ${known.join(' or ')}`],
      added: [],
    };
  const comparison: Comparison = { broken: [], added: [] };
  const values = valuesOf(was);
  if (values) {
    const newValues = valuesOf(is)?.filter((value) => !values.includes(value)) ?? ['any text'];
    for (const value of newValues) comparison.added.push(`${place}: ${value}`);
  }
  for (const [name, schema] of Object.entries(was.properties ?? {})) {
    const now = is.properties?.[name];
    const at = `${place}.${name}`;
    if (!now) {
      comparison.broken.push(`${at}: is gone`);
      continue;
    }
    if (was.required?.includes(name) && !is.required?.includes(name))
      comparison.broken.push(`${at}: may be left out now`);
    addTo(comparison, compareAnswer(at, { ...before, schema }, { ...after, schema: now }));
  }
  if (was.items)
    addTo(
      comparison,
      compareAnswer(
        `${place}[]`,
        { ...before, schema: was.items },
        { ...after, schema: is.items ?? { type: 'nothing' } },
      ),
    );
  if (typeof was.additionalProperties === 'object' && typeof is.additionalProperties === 'object')
    addTo(
      comparison,
      compareAnswer(
        `${place}.*`,
        { ...before, schema: was.additionalProperties },
        { ...after, schema: is.additionalProperties },
      ),
    );
  return comparison;
}

const addTo = (into: Comparison, more: Comparison): void => {
  into.broken.push(...more.broken);
  into.added.push(...more.added);
};

const parametersOf = (document: Document, { parameters = [] }: Operation): Map<string, Parameter> =>
  new Map(
    parameters.map((one) => {
      const parameter = resolve({ document, schema: one as Schema }) as unknown as Parameter;
      return [`${parameter.in} ${parameter.name}`, parameter];
    }),
  );

function compareParameters(
  name: string,
  before: [Document, Operation],
  after: [Document, Operation],
): string[] {
  const [was, is] = [parametersOf(...before), parametersOf(...after)];
  const broken: string[] = [];
  for (const [key, { required }] of is)
    if (required && !was.has(key)) broken.push(`${name} ${key}: is required now`);
  for (const [key, { required, schema }] of was) {
    const now = is.get(key);
    if (!now) {
      broken.push(`${name} ${key}: is no longer accepted`);
      continue;
    }
    if (now.required && !required) broken.push(`${name} ${key}: is required now`);
    const sides = [
      { document: before[0], schema },
      { document: after[0], schema: now.schema },
    ] as const;
    broken.push(...compareRequest(`${name} ${key}`, ...sides));
  }
  return broken;
}

const bodyOf = ({ requestBody }: Operation) => Object.entries(requestBody?.content ?? {})[0];
const dataOf = (document: Document, { responses }: Operation): Side => {
  const [success] = responses[200].content['application/json'].schema.oneOf ?? [];
  return { document, schema: success?.properties?.data ?? {} };
};

/** Compares two documents of Souk: whether a client of `before` works with a server of `after`. */
export function compareDocuments(before: Document, after: Document): Comparison {
  const comparison: Comparison = { broken: [], added: [] };
  for (const [path, methods] of Object.entries(before.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method] as Operation | undefined;
      const was = operation as Operation;
      if (!now) {
        comparison.broken.push(`${name}: is gone`);
        continue;
      }
      comparison.broken.push(...compareParameters(name, [before, was], [after, now]));
      const [oldBody, newBody] = [bodyOf(was), bodyOf(now)];
      if (oldBody && newBody) {
        if (oldBody[0] !== newBody[0])
          comparison.broken.push(`${name}: accepts ${newBody[0]}, not ${oldBody[0]}`);
        const sides = [
          { document: before, schema: oldBody[1].schema },
          { document: after, schema: newBody[1].schema },
        ] as const;
        comparison.broken.push(...compareRequest(`${name} body`, ...sides));
      }
      if (!oldBody && now.requestBody?.required) comparison.broken.push(`${name}: needs a body now`);
      addTo(comparison, compareAnswer(`${name} data`, dataOf(before, was), dataOf(after, now)));
    }
  comparison.broken = [...new Set(comparison.broken)].sort();
  comparison.added = [...new Set(comparison.added)].sort();
  return comparison;
}
