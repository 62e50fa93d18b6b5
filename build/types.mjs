// dist/bridge.d.ts, host.d.ts and souk.d.ts: what the two ends of the bridge and the script tag take and give, each as one
// file beside its script, for integrators. Made from the sources' own annotations, so that nothing is said twice.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { parseSync } from 'rolldown/utils';

/** `entries`: the name of each file, and the source that says what it exports. */
export async function buildTypes({ root, entries }) {
  const made = Object.entries(entries).map(async ([name, entry]) => ({
    path: `${name}.d.ts`,
    contents: Buffer.from(await typesOf(root, entry)),
  }));
  return Promise.all(made);
}

async function typesOf(root, entry) {
  const modules = new Map();
  await readModule({ root, path: entry, modules });
  const all = [...modules.values()].flatMap(({ declared }) => declared);
  const names = all.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice)
    throw new Error(`${entry}: two files declare ${twice}; in one file of types they need two names.`);
  const shown = exportedBy(modules, entry);
  const rest = new Set(shown);
  // What is not exported is there as far as what is exported speaks of it.
  for (const name of rest)
    for (const { says } of all.filter((one) => one.name === name))
      for (const other of names) if (new RegExp(`\\b${other}\\b`).test(says)) rest.add(other);
  const kept = all
    .filter(({ name }) => rest.has(name))
    .map(({ name, text }) => (shown.has(name) ? text : text.replace(/^export /m, '')));
  return `${kept.join('\n')}\nexport {};\n`;
}

/** A module and before it all that it speaks of: what it declares, and what it hands on of others. */
async function readModule({ root, path, modules }) {
  if (modules.has(path)) return;
  modules.set(path, undefined);
  const { code, errors } = isolatedDeclarationSync(path, await readFile(join(root, path), 'utf8'));
  if (errors.length) throw new Error(`${path}: ${errors[0].message}`);
  const text = code.replaceAll(/\toverride /g, '\t');
  const { program } = parseSync(path.replace(/ts$/, 'd.ts'), text);
  const declared = [];
  const handedOn = [];
  let end = 0;
  for (const node of program.body) {
    const said = text.slice(end, node.end).trim();
    end = node.end;
    const from = node.source && join(path, '..', node.source.value);
    if (from) await readModule({ root, path: from, modules });
    if (node.type === 'ExportAllDeclaration') handedOn.push({ from, kind: node.exportKind });
    else if (from && node.type === 'ExportNamedDeclaration')
      handedOn.push({ from, names: node.specifiers.map(({ exported }) => exported.name) });
    const { declaration = node } = node;
    const isValue = declaration?.type === 'VariableDeclaration';
    // What a module adds to the page's own names is there for whoever has the file.
    const isShown = node.type === 'ExportNamedDeclaration' || node.kind === 'global';
    for (const { id } of namesIn(declaration))
      declared.push({ name: id.name, text: said, says: text.slice(node.start, node.end), isValue, isShown });
  }
  modules.delete(path);
  modules.set(path, { declared, handedOn });
}

const namesIn = (declaration) => declaration?.declarations ?? (declaration?.id ? [declaration] : []);

function exportedBy(modules, path, kind = 'value') {
  const { declared, handedOn } = modules.get(path);
  const own = declared
    .filter(({ isValue, isShown }) => isShown && (kind === 'value' || !isValue))
    .map(({ name }) => name);
  const others = handedOn.flatMap(
    ({ from, names, kind: asWhat }) => names ?? [...exportedBy(modules, from, asWhat)],
  );
  return new Set([...own, ...others]);
}
