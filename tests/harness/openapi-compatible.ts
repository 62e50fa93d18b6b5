// One file: what a client of an older release may rely on in an OpenAPI document, request and answer side by side.
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
  /** What a client of the older document would stumble over, each with its place. */
  broken: string[];
  /** Answers that the older client has not heard of and must be able to pass over: new values and new variants. */
  added: string[];
}

/** One side of a comparison: a schema with the document that its references point into. */
interface Side {
  document: Document;
  schema: Schema;
}

const resolve = ({ document, schema }: Side): Schema => {
  if (!schema.$ref) return schema;
  const target = schema.$ref.split('/').slice(1);
  const found = target.reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document);
  if (!found) throw new Error(`${schema.$ref} points nowhere`);
  return resolve({ document, schema: found as Schema });
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

/** Whether a value of the one type always is one of the other, as every integer is a number. */
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

/** What the older client sends is still taken: no new duty, nothing narrower. */
function compareRequest(place: string, before: Side, after: Side): string[] {
  const choices = variantsOf(after);
  return variantsOf(before).flatMap((was) => {
    const tried = choices.map((is) =>
      compareRequestVariant(place, { ...before, schema: was }, { ...after, schema: is }),
    );
    return tried.sort((a, b) => a.length - b.length)[0] ?? [`${place}: is not taken any more`];
  });
}

function compareRequestVariant(place: string, before: Side, after: Side): string[] {
  const [was, is] = [before.schema, after.schema];
  const types = typesOf(is);
  const refused = typesOf(was).filter((type) => !fits(type, types));
  if (refused.length) return [`${place}: takes ${types.join(' or ')}, no longer ${refused.join(' or ')}`];
  const broken: string[] = [];
  const values = valuesOf(is);
  if (values) {
    const gone = valuesOf(was)?.filter((value) => !values.includes(value)) ?? ['any other value'];
    for (const value of gone) broken.push(`${place}: no longer takes ${value}`);
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
    if (!now) broken.push(`${place}.${name}: is not taken any more`);
    else broken.push(...compareRequest(`${place}.${name}`, { ...before, schema }, { ...after, schema: now }));
  }
  if (was.items && is.items)
    broken.push(
      ...compareRequest(`${place}[]`, { ...before, schema: was.items }, { ...after, schema: is.items }),
    );
  return broken;
}

/** What the older client reads is still there, with the type that it knows. */
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
    const isNew = best.broken.length > 0 && isVariantOfItsOwn(is, known, after.document);
    if (isNew) {
      comparison.added.push(`${place}: a new variant, ${discriminators(is, after.document).join(', ')}`);
      continue;
    }
    read.add(best.was);
    comparison.broken.push(...best.broken);
    comparison.added.push(...best.added);
  }
  for (const was of known) {
    const isGone = !read.has(was) && !isVariantOfItsOwn(was, variantsOf(after), before.document);
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

const isVariantOfItsOwn = (schema: Schema, others: Schema[], document: Document): boolean => {
  const own = discriminators(schema, document);
  const otherNames = new Set(others.flatMap((one) => discriminators(one, document)));
  return others.length > 1 && own.length > 0 && own.every((one) => !otherNames.has(one));
};

function compareAnswerVariant(place: string, before: Side, after: Side): Comparison {
  const [was, is] = [before.schema, after.schema];
  const known = typesOf(was);
  const strange = typesOf(is).filter((type) => !fits(type, known));
  if (strange.length)
    return {
      broken: [`${place}: may be ${strange.join(' or ')}, was ${known.join(' or ')}`],
      added: [],
    };
  const comparison: Comparison = { broken: [], added: [] };
  const values = valuesOf(was);
  if (values) {
    const strangers = valuesOf(is)?.filter((value) => !values.includes(value)) ?? ['any text'];
    for (const value of strangers) comparison.added.push(`${place}: ${value}`);
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
    take(comparison, compareAnswer(at, { ...before, schema }, { ...after, schema: now }));
  }
  if (was.items)
    take(
      comparison,
      compareAnswer(
        `${place}[]`,
        { ...before, schema: was.items },
        { ...after, schema: is.items ?? { type: 'nothing' } },
      ),
    );
  if (typeof was.additionalProperties === 'object' && typeof is.additionalProperties === 'object')
    take(
      comparison,
      compareAnswer(
        `${place}.*`,
        { ...before, schema: was.additionalProperties },
        { ...after, schema: is.additionalProperties },
      ),
    );
  return comparison;
}

const take = (into: Comparison, more: Comparison): void => {
  into.broken.push(...more.broken);
  into.added.push(...more.added);
};

const parametersOf = (document: Document, { parameters = [] }: Operation): Map<string, Parameter> =>
  new Map(
    parameters.map((one) => {
      const found = resolve({ document, schema: one as Schema }) as unknown as Parameter;
      return [`${found.in} ${found.name}`, found];
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
      broken.push(`${name} ${key}: is not taken any more`);
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

/** Compares two documents of Souk's own making: whether a client of `before` gets along with a server of `after`. */
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
          comparison.broken.push(`${name}: takes ${newBody[0]}, not ${oldBody[0]}`);
        const sides = [
          { document: before, schema: oldBody[1].schema },
          { document: after, schema: newBody[1].schema },
        ] as const;
        comparison.broken.push(...compareRequest(`${name} body`, ...sides));
      }
      if (!oldBody && now.requestBody?.required) comparison.broken.push(`${name}: needs a body now`);
      take(comparison, compareAnswer(`${name} data`, dataOf(before, was), dataOf(after, now)));
    }
  comparison.broken = [...new Set(comparison.broken)].sort();
  comparison.added = [...new Set(comparison.added)].sort();
  return comparison;
}
