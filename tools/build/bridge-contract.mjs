// dist/bridge-contract.json: the messages of the bridge, for teams that do not read TypeScript. Generated from
// bridge/protocol.ts, which types both ends, so that the two always agree. Each type is a JSON Schema.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

const source = 'bridge/protocol.ts';

export async function buildBridgeContract({ root }) {
  const text = await readFile(join(root, source), 'utf8');
  const contract = contractOf(text);
  return [{ path: 'bridge-contract.json', contents: Buffer.from(`${JSON.stringify(contract, null, 2)}\n`) }];
}

/** Returns the contract that the text of protocol.ts declares. */
export function contractOf(text) {
  const { program, comments, errors } = parseSync(source, text);
  if (errors.length) throw new Error(`${source}: ${errors[0].message}`);
  const declared = new Map();
  for (const { declaration } of program.body)
    for (const each of declaration?.declarations ?? [declaration])
      if (each) declared.set(each.id.name, { ...each, start: declaration.start });

  /** Returns the first paragraph of the comment above a declaration or a member. */
  const descriptionOf = ({ start }) => {
    const above = comments.findLast(
      ({ end }) =>
        end <= start &&
        !text
          .slice(end, start)
          .replace(/export\s*$/, '')
          .trim(),
    );
    return above?.value
      .replace(/^\s*\*+ ?/gm, '')
      .replace(/@example[\s\S]*/, '')
      .replace(/\s+/g, ' ')
      .trim();
  };
  const described = (node, schema) => {
    const description = descriptionOf(node);
    return description ? { description, ...schema } : schema;
  };

  const schemaOf = (type) => {
    const schema = schemas[type.type]?.(type);
    if (!schema) throw new Error(`${source}: cannot say ${type.type} in JSON.`);
    return schema;
  };
  const objectOf = (members) => ({
    type: 'object',
    properties: Object.fromEntries(
      members.map((member) => [
        member.key.name,
        described(member, schemaOf(member.typeAnnotation.typeAnnotation)),
      ]),
    ),
    required: members.filter(({ optional }) => !optional).map(({ key }) => key.name),
  });
  const named = (name) => {
    const { type, body, typeAnnotation } = declared.get(name);
    return type === 'TSInterfaceDeclaration' ? objectOf(body.body) : schemaOf(typeAnnotation);
  };
  const records = { Readonly: ([type]) => schemaOf(type), Record: ([, values]) => recordOf(values) };
  const recordOf = (values) =>
    values.type === 'TSNeverKeyword'
      ? { type: 'object' }
      : { type: 'object', additionalProperties: schemaOf(values) };
  const schemas = {
    TSStringKeyword: () => ({ type: 'string' }),
    TSNumberKeyword: () => ({ type: 'number' }),
    TSBooleanKeyword: () => ({ type: 'boolean' }),
    TSNullKeyword: () => ({ type: 'null' }),
    TSLiteralType: ({ literal }) => ({ const: literal.value }),
    TSUnionType: ({ types }) => unionOf(types.map(schemaOf)),
    TSTypeLiteral: ({ members }) => objectOf(members),
    TSTypeReference: ({ typeName: { name }, typeArguments }) =>
      (records[name] ?? (() => named(name)))(typeArguments?.params ?? []),
  };

  /** Returns a schema for each member of an interface, by its name. */
  const table = (name, toSchema) =>
    Object.fromEntries(
      declared.get(name).body.body.map((member) => [
        // A name with a hyphen is a string literal.
        member.key.name ?? member.key.value,
        described(member, toSchema(member.typeAnnotation.typeAnnotation)),
      ]),
    );
  const field = (type, name) =>
    schemaOf(type.members.find(({ key }) => key.name === name).typeAnnotation.typeAnnotation);
  return {
    version: declared.get('version').init.value,
    kinds: { guest: named('GuestKind').enum, host: named('HostKind').enum },
    methods: table('Methods', (type) => ({ params: field(type, 'params'), result: field(type, 'result') })),
    notes: table('Notes', (type) => ({ params: schemaOf(type) })),
    events: table('Events', (type) => ({ params: schemaOf(type) })),
    state: named('HostState'),
  };
}

/** Merges string literals into an enum, and plain types into one list. */
function unionOf(schemas) {
  if (schemas.every((schema) => 'const' in schema)) return { enum: schemas.map((schema) => schema.const) };
  if (schemas.every((schema) => Object.keys(schema).join() === 'type'))
    return { type: schemas.map(({ type }) => type) };
  return { anyOf: schemas };
}
