// dist/bridge-contract.json: the messages of the bridge, for teams that do not read TypeScript. Generated from
// bridge/protocol.ts, which types both ends, so that the two always agree. Each type is a JSON Schema.
import { join } from 'node:path';
import {
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  SchemaGenerator,
  UnknownNodeError,
} from 'ts-json-schema-generator';
import { importSource } from './import-source.mjs';

export async function buildBridgeContract({ root }) {
  const { version } = await importSource(root, 'bridge/version.ts');
  const contract = { version, ...contractOf(join(root, 'bridge/protocol.ts')) };
  return [{ path: 'bridge-contract.json', contents: Buffer.from(`${JSON.stringify(contract, null, 2)}\n`) }];
}

/** Returns the messages that a file like protocol.ts declares; throws on a type that JSON cannot say. */
export function contractOf(path) {
  const config = {
    ...DEFAULT_CONFIG,
    path,
    tsconfig: join(import.meta.dirname, 'bridge-contract.tsconfig.json'),
    expose: 'none',
    topRef: false,
    additionalProperties: true,
    jsDoc: 'extended',
    functions: 'fail',
  };
  const program = createProgram(config);
  const parser = createParser(program, config, (chain) => chain.addNodeParser(refuser));
  const generator = new SchemaGenerator(program, parser, createFormatter(config), config);
  const schemaOf = (name) => JSON.parse(JSON.stringify(generator.createSchema(name)), asPublished);
  const table = (name, entryOf) =>
    Object.fromEntries(
      Object.entries(schemaOf(name).properties).map(([key, schema]) => [key, entryOf(schema)]),
    );
  const withParams = ({ description, ...params }) => ({ description, params });
  return {
    kinds: { guest: schemaOf('GuestKind').enum, host: schemaOf('HostKind').enum },
    methods: table('Methods', ({ description, properties }) => ({ description, ...properties })),
    notes: table('Notes', withParams),
    events: table('Events', withParams),
    state: withParams(schemaOf('HostState')).params,
  };
}

/** Refuses what the generator would publish as another type, or as any value at all. */
const refuser = {
  supportsNode: (node) => /^(symbol|Date|Map|Set|RegExp)\b/.test(node.getText()),
  createType(node) {
    throw new UnknownNodeError(node);
  },
};

/** Leaves out what every schema repeats; an object says what it requires, even where that is nothing. */
function asPublished(key, value) {
  if (['$schema', 'definitions', 'examples'].includes(key)) return undefined;
  return value?.properties ? { required: [], ...value } : value;
}
