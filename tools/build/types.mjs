// dist/bridge.d.ts, host.d.ts and souk.d.ts: the types of the two ends of the bridge and of the script tag, each as one
// file beside its script, for integrators. Generated from the sources' own annotations.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { parseSync } from 'rolldown/utils';

/** Builds a file of types for each of `entries`: its name, and the source whose exports it describes. */
export async function buildTypes({ root, entries }) {
  const made = Object.entries(entries).map(async ([name, entry]) => {
    const types = await typesOf(root, entry);
    const file = { path: `${name}.d.ts`, contents: Buffer.from(types + (additions[name] ?? '')) };
    const byAddress = { path: `${name}-url.d.ts`, contents: Buffer.from(ofAddress(name, types)) };
    return name === 'host' ? [file, byAddress] : [file];
  });
  return (await Promise.all(made)).flat();
}

/** Adds the element to JSX. Without React the line is ignored, because the error is suppressed. */
const additions = {
  souk: `
// <souk-app> in the JSX of React 18 and 19.
// @ts-ignore
declare module 'react' { namespace JSX { interface IntrinsicElements { 'souk-app': import('react').DetailedHTMLProps<import('react').HTMLAttributes<HTMLElement>, HTMLElement> & SoukAttributes } } }
`,
};

/** Returns the same types for projects that import the script by its address, which has no file of types beside it. */
const ofAddress = (name, types) =>
  `// Types of \`import … from 'https://…/${name}.js'\`: keep this file among your sources.
declare module '*/${name}.js' {
${types.replaceAll(/^(export )?declare /gm, '$1')}}
`;

async function typesOf(root, entry) {
  const modules = new Map();
  await readModule({ root, path: entry, modules });
  const all = [...modules.values()].flatMap(({ declared }) => declared);
  const names = all.map(({ name }) => name);
  const duplicate = names.find((name, at) => names.indexOf(name) !== at);
  if (duplicate)
    throw new Error(`${entry}: two files declare ${duplicate}; in one file of types they need two names.`);
  const shown = exportedBy(modules, entry);
  const rest = new Set(shown);
  // Declarations that are not exported are kept where exported ones refer to them.
  for (const name of rest)
    for (const { says } of all.filter((one) => one.name === name))
      for (const other of names) if (new RegExp(`\\b${other}\\b`).test(says)) rest.add(other);
  const kept = all
    .filter(({ name }) => rest.has(name))
    .map(({ name, text }) => (shown.has(name) ? text : text.replace(/^export /m, '')));
  return `${kept.join('\n')}\nexport {};\n`;
}

/** Reads a module after all modules that it refers to: its own declarations, and its re-exports. */
async function readModule({ root, path, modules }) {
  if (modules.has(path)) return;
  modules.set(path, undefined);
  const { code, errors } = isolatedDeclarationSync(path, await readFile(join(root, path), 'utf8'));
  if (errors.length) throw new Error(`${path}: ${errors[0].message}`);
  const text = code.replaceAll(/\toverride /g, '\t');
  const { program } = parseSync(path.replace(/ts$/, 'd.ts'), text);
  const declared = [];
  const reexports = [];
  let end = 0;
  for (const node of program.body) {
    const ownText = text.slice(end, node.end).trim();
    end = node.end;
    const from = node.source && join(path, '..', node.source.value);
    if (from) await readModule({ root, path: from, modules });
    if (node.type === 'ExportAllDeclaration') reexports.push({ from, kind: node.exportKind });
    else if (from && node.type === 'ExportNamedDeclaration')
      reexports.push({ from, names: node.specifiers.map(({ exported }) => exported.name) });
    const { declaration = node } = node;
    const isValue = declaration?.type === 'VariableDeclaration';
    // Global declarations of a module are visible to every project that has the file.
    const isShown = node.type === 'ExportNamedDeclaration' || node.kind === 'global';
    for (const { id } of namesIn(declaration))
      declared.push({
        name: id.name,
        text: ownText,
        says: text.slice(node.start, node.end),
        isValue,
        isShown,
      });
  }
  modules.delete(path);
  modules.set(path, { declared, reexports });
}

const namesIn = (declaration) => declaration?.declarations ?? (declaration?.id ? [declaration] : []);

function exportedBy(modules, path, kind = 'value') {
  const { declared, reexports } = modules.get(path);
  const ownNames = declared
    .filter(({ isValue, isShown }) => isShown && (kind === 'value' || !isValue))
    .map(({ name }) => name);
  const others = reexports.flatMap(
    ({ from, names, kind: asWhat }) => names ?? [...exportedBy(modules, from, asWhat)],
  );
  return new Set([...ownNames, ...others]);
}
