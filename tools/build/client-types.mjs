// The types of the client in @souk/server, made from the OpenAPI document of the machine API.

/** Returns the source of a module with `Decisions`, `Reads` and `FeedEvent`. */
export function clientTypes({ paths, components }) {
  const rows = { post: [], get: [] };
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: path.slice(1), method, operation })),
  );
  // A file of rows is answered in lines, and is no call of the client.
  const operations = all.filter(({ name }) => !name.startsWith('bulk/'));
  const codes = operations.map(({ operation }) => codesOf(operation));
  const common = codes[0].filter((code) => codes.every((others) => others.includes(code)));
  for (const { name, method, operation } of operations) rows[method].push(rowOf(name, operation, common));
  const formats = Object.entries(components.schemas).filter(([name]) => name !== 'Failure');
  return `// Made from the OpenAPI document of the machine API.
${formats.map(([name, schema]) => `/** ${schema.description} */\nexport type ${name} = ${typeOf(schema)};`).join('\n')}
/** The codes by which any call may be refused. */
export type AnyRefusal = ${common.join(' | ')};
/** Every decision by its name: what it takes, what it answers, and the codes by which it may be refused. */
export interface Decisions {
${rows.post.join('\n')}
}
/** Every read by its name. */
export interface Reads {
${rows.get.join('\n')}
}
/** An event as the feed lists it: its \`type\` tells which \`data\` it has. */
export type FeedEvent = Reads['events']['output']['list'][number];
`;
}

const [success, refusal] = [0, 1].map(
  (at) =>
    ({ responses }) =>
      responses[200].content['application/json'].schema.oneOf[at].properties,
);
const codesOf = (operation) => refusal(operation).code.enum;

function rowOf(name, operation, common) {
  const own = codesOf(operation).filter((code) => !common.includes(code));
  const about = `${operation.description} Roles: ${operation['x-roles'].join(', ')}.`;
  return `  /** ${about.replaceAll('*/', '* /')} */
  ${JSON.stringify(name)}: {
    input: ${typeOf(inputOf(operation))};
    output: ${typeOf(success(operation).data)};
    refusal: ${['AnyRefusal', ...own].join(' | ')};
  };`;
}

/** Returns the schema of what is sent: a decision has it in its body, a read in its query. */
function inputOf({ requestBody, parameters }) {
  if (requestBody) return requestBody.content['application/json'].schema;
  const query = parameters.filter((one) => one.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Returns the type of what a schema describes. */
function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map((one) => typeOf(one)).join(' | ');
  if (schema.type === 'array') return `(${typeOf(schema.items)})[]`;
  if (schema.type === 'object') return objectOf(schema);
  return { integer: 'number' }[schema.type] ?? schema.type ?? 'unknown';
}

function objectOf({ properties = {}, required = [], additionalProperties }) {
  if (typeof additionalProperties === 'object') return `Record<string, ${typeOf(additionalProperties)}>`;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  return fields.length ? `{ ${fields.join(' ')} }` : 'Record<never, never>';
}
