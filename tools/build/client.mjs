// The app's JavaScript in two passes. Splitting alone makes a chunk for each set of screens that happen to share a
// file: many small requests, several levels deep. The first pass only reads the import graph; in the second, every late
// entry imports the whole of core (and the shared chunks that it needs), so that all files of a group are reached by
// the same entries and esbuild puts them in one chunk.
import { readFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { build } from 'esbuild';
import { browserOptions, disposeContext, runBundler } from './bundle.mjs';
import { cutUnreachable, withExportsOf } from './edits.mjs';
import { planChunks } from './graph.mjs';
import { hasMinifier } from './minify.mjs';
import { minifyChunks } from './minify-chunks.mjs';
import { withPlainNames } from './plain-names.mjs';
import { pureContract } from './pure-contract.mjs';

/**
 * @typedef {object} App
 * @property {string} root
 * @property {string} main
 * @property {string} firstScreen
 * @property {string[]} afterFirst
 * @property {Record<string, string>} late
 * @property {Record<string, readonly string[]>} together
 * @property {{ path: string, entry: string, texts: readonly string[], early?: 'all' | 'texts' }[]} routes
 */

const packages = [cutUnreachable, pureContract];
const sending = 'src/data/send.ts';

/**
 * Bundles the app; returns the files and what the page's loader needs to know of them. The screen of a path is named
 * after the path, and each of `late` after its key, so that the loader needs no table of names. While developing the
 * plan of the first build is kept until it fails: what it does not know goes into separate chunks. Where a new plan
 * fails too, a file has an error, and the plan stays for the next build.
 * @param {App & { production?: boolean }} given
 */
export async function buildClient({ production, ...app }) {
  if (!production && planned) return secondPass({ ...app, ...planned, production }).catch(replan);
  return replan();

  async function replan() {
    const next = await firstPass(app);
    if (planned) await disposeContext({ entryPoints: entriesOf(app) });
    planned = next;
    const described = await secondPass({ ...app, ...planned, production });
    return production ? { ...described, files: await minifyChunks(described.files) } : described;
  }
}

let planned;

const optionsOf = (root) => ({ ...browserOptions, absWorkingDir: root, splitting: true });

/**
 * Returns the screens that the page requests by the name of their path.
 * @param {Pick<App, 'routes'>} app
 */
const namedRoutes = ({ routes }) => routes.filter(({ early }) => early === 'all');

/** @param {App} app */
async function firstPass({ root, main, firstScreen, afterFirst, late, together, ...app }) {
  const first = await build({
    ...optionsOf(root),
    entryPoints: [main, ...Object.values(late)],
    sourcemap: false,
    plugins: packages,
  });
  const { inputs } = first.metafile;
  const apart = namedRoutes(app).map(({ entry }) => entry);
  const plan = planChunks({
    inputs,
    main,
    firstScreen,
    afterFirst,
    apart,
    together,
    others: Object.values(late),
  });
  return { plan, inputs };
}

/** @param {Pick<App, 'main' | 'late' | 'routes'>} app */
const entriesOf = ({ main, late, ...app }) => [
  { in: main, out: 'main' },
  ...Object.entries(late).map(([out, entry]) => ({ in: entry, out })),
  ...namedRoutes(app).map(({ path, entry }) => ({ in: entry, out: path.slice(1) })),
];

/** @param {App & { plan: any, inputs: any, production?: boolean }} app */
async function secondPass({ root, main, firstScreen, late, plan, inputs, production, ...app }) {
  const result = await runBundler({
    ...optionsOf(root),
    production,
    minify: production && !hasMinifier,
    minifyIdentifiers: production,
    entryPoints: entriesOf({ main, late, ...app }),
    entryNames: '[dir]/[name]',
    plugins: [...packages, mergePlugin({ root, main, firstScreen, plan, inputs })],
  });
  return describe({ result, main, plan });
}

function mergePlugin({ root, main, firstScreen, plan, inputs }) {
  const quote = (path) => JSON.stringify(resolve(root, path));
  const imports = (entries) => {
    const shared = new Set(entries.flatMap((entry) => plan.needs.get(entry)));
    return [quote(main), ...[...shared].map((name) => `'souk:${name}'`)]
      .map((name) => `import ${name};`)
      .join('');
  };
  const all = (files) => files.map((file) => `import ${quote(file)};`).join('\n');
  const modules = Object.fromEntries(Object.entries(plan.shared).map(([name, files]) => [name, all(files)]));
  // The code that sends calls is in the chunk of its name: whatever needs one has both.
  modules.send += `import ${quote(sending)};`;
  /** The functions that rewrite the text of a file, by its path. */
  const changes = new Map();
  const change = (path, edit) => changes.set(path, [...(changes.get(path) ?? []), edit]);
  const grouped = [];
  for (const [name, entries] of plan.groups) {
    const exported = (entry, at) => `export { default as p${at} } from ${quote(entry)};`;
    // A group by the path of a screen is that screen's file with the others.
    const others = entries.filter((entry) => entry !== name);
    const isScreen = others.length < entries.length;
    const code = imports(entries) + others.map(exported).join('\n');
    if (isScreen) change(name, (text) => `${code}\n${text}`);
    else modules[name] = code;
    const from = isScreen ? resolve(root, name) : `souk:${name}`;
    grouped.push(...others.map((entry, at) => [entry, { from, at }]));
  }
  for (const [path, specifier] of importersOf(inputs, firstScreen))
    change(path, (text) => withoutWait(text, specifier, path));
  for (const [entry, place] of grouped)
    for (const [path, specifier] of importersOf(inputs, entry))
      change(path, (text) => fromGroup({ text, specifier, path, ...place }));
  for (const entry of plan.needs.keys())
    if (!grouped.some(([path]) => path === entry) && !plan.groups.has(entry))
      change(entry, (text) => imports([entry]) + text);

  return {
    name: 'merge-chunks',
    setup(context) {
      context.onResolve({ filter: /^souk:/ }, ({ path }) => ({ path, namespace: 'souk' }));
      context.onLoad({ filter: /.*/, namespace: 'souk' }, ({ path }) => ({
        contents: modules[path.slice('souk:'.length)],
        resolveDir: root,
      }));
      for (const [path, edits] of changes)
        context.onLoad({ filter: exactPath(resolve(root, path)) }, async (file) =>
          source(
            file.path,
            edits.reduce((text, edit) => edit(text), await readFile(file.path, 'utf8')),
          ),
        );
    },
  };
}

/** The name that esbuild gives to an entry of the plugin. */
const groupMark = /^souk:souk:/;
export const isGroup = (entry) => groupMark.test(entry);

const source = (path, contents) => ({ contents, loader: extname(path).slice(1) });
/** Escapes a text for use in a pattern. */
const escapePattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const exactPath = (path) => new RegExp(`^${escapePattern(path)}$`);

function importersOf(inputs, target) {
  return Object.entries(inputs).flatMap(([path, input]) => {
    const item = input.imports.find(({ kind, path: to }) => kind === 'dynamic-import' && to === target);
    return item ? [[path, item.original]] : [];
  });
}

/** Returns a pattern for every `import()` of a file; throws where there is none, for the build would merge nothing. */
function importOf(text, specifier, path) {
  const late = new RegExp(`import\\(\\s*['"\`]${escapePattern(specifier)}['"\`],?\\s*\\)`, 'g');
  if (!late.test(text))
    throw new Error(`${path}: write import('${specifier}') plainly, so that the build can see it.`);
  return late;
}

/**
 * Replaces the `import()` of the first screen, which is in core, by a resolved promise. Like the parts of a group it is
 * used by its default export: a whole module as an object costs bytes, and breaks where a page has put things on
 * Object.prototype.
 */
function withoutWait(text, specifier, path) {
  const late = importOf(text, specifier, path);
  return `import firstScreenOfSouk from '${specifier}';${text.replace(late, 'Promise.resolve({ default: firstScreenOfSouk })')}`;
}

/** Replaces the `import()` of a part by one of its group, with the part taken from it. */
function fromGroup({ text, specifier, path, from, at }) {
  return text.replace(
    importOf(text, specifier, path),
    `import(${JSON.stringify(from)}).then((group) => ({ default: group.p${at} }))`,
  );
}

function describe({ result, main, plan }) {
  const { files, outputs } = withoutFacades(result);
  const core = Object.keys(outputs).find((name) => outputs[name].inputs[main]);
  const chunks = {};
  for (const [name, output] of Object.entries(outputs))
    chunks[name] = {
      label: labelOf({ name, output, core, plan }),
      entry: output.entryPoint ?? null,
      closure: closureOf(outputs, name),
      inputs: Object.keys(output.inputs),
    };
  return { ...withPlainNames({ files, chunks, core }), inputs: Object.keys(result.metafile.inputs) };
}

function labelOf({ name, output, core, plan }) {
  if (name === core) return 'core';
  if (isGroup(output.entryPoint)) return `${output.entryPoint.replace(groupMark, '')}, grouped`;
  if (output.entryPoint) return output.entryPoint.replace(/^src\/(screens\/)?|\.tsx?$/g, '');
  const inputs = Object.keys(output.inputs);
  const shared = Object.entries(plan.shared).find(([, files]) => inputs.some((path) => files.includes(path)));
  return shared?.[0] ?? `shared (${inputs.map((path) => basename(path)).join(', ')})`;
}

function closureOf(outputs, name, seen = new Set()) {
  if (seen.has(name)) return [];
  seen.add(name);
  for (const item of outputs[name].imports)
    if (item.kind === 'import-statement') closureOf(outputs, item.path, seen);
  return [...seen].sort();
}

/**
 * Drops the files that esbuild leaves of an entry with its code in a shared chunk, `import {x as y} from "./chunk.js";
 * export {y as start}`: a request and a level for nothing. The chunk itself exports under the entry's names.
 */
function withoutFacades({ outputFiles, metafile }) {
  const outputs = Object.entries(metafile.outputs).filter(([name]) => name.endsWith('.js'));
  const isFacade = ([, { entryPoint, inputs }]) => entryPoint && !inputs[entryPoint];
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  const pathOf = (name) => [...texts.keys()].find((path) => path.endsWith(`/${name}`));
  for (const [name, { entryPoint }] of outputs.filter(isFacade)) {
    const [chunk] = outputs.find(([, { inputs }]) => inputs[entryPoint]);
    const [facade, path] = [pathOf(name), pathOf(chunk)];
    texts.set(path, withExportsOf(texts.get(path), texts.get(facade)));
    texts.delete(facade);
    texts.delete(`${facade}.map`);
  }
  return {
    files: [...texts].map(([path, text]) => ({ path, text })),
    outputs: Object.fromEntries(outputs.filter((output) => !isFacade(output))),
  };
}
