// A second minifier for each chunk. esbuild chooses names for all chunks at once; a minifier that sees one chunk alone
// finds names that compress better, and removes more of its code: 4 % of everything, in half a second.
import { basename } from 'node:path';
import { exportByInnerNames, importByInnerNames, importedBy } from './inner-names.mjs';
import { ifInstalled } from './optional.mjs';

const swc = await ifInstalled(() => import('@swc/core'));

/**
 * Whether the second minifier is installed; without it the files are as esbuild made them, and budgets are not checked.
 */
export const minifiesAgain = swc !== null;

/** Minifies scripts again; their source maps still lead to the sources. */
export async function minifyAgain({ files }) {
  if (!swc) return files;
  const scripts = scriptsIn(files).map(async ({ path, ...current }) =>
    published(path, await minifyOnce(current)),
  );
  return (await Promise.all(scripts)).flat();
}

/**
 * Minifies the app's chunks again. Imports from a shared chunk use its inner names, so each chunk waits for those that
 * it imports from. `chunks` says which of them are entries: those keep their names.
 */
export async function minifyChunks({ files, chunks, core, start }) {
  if (!swc) return { files, start };
  const scripts = new Map(scriptsIn(files).map((script) => [basename(script.path), script]));
  const isShared = (name) => name === core || !chunks[name].entry;
  const pending = new Map();
  const minified = (name) => {
    if (!pending.has(name)) pending.set(name, make(scripts.get(name)));
    return pending.get(name);
  };
  const make = async ({ path, ...script }) => {
    const name = basename(path);
    let current = script;
    for (const file of importedBy(script.code).filter(isShared))
      current = importByInnerNames({ ...current, file, names: (await minified(file)).names });
    const made = await minifyOnce(current);
    const { code, names } = isShared(name) ? exportByInnerNames(made.code) : { code: made.code };
    return { names, files: published(path, { ...made, code }) };
  };
  const made = await Promise.all([...scripts.keys()].map(minified));
  const { names } = await minified(core);
  return { files: made.flatMap((one) => one.files), start: names.get(start) ?? start };
}

/** Minifies a script that is inline in a page. */
export const minifyText = async (code) => (swc ? (await minifyOnce({ code })).code : code);

function scriptsIn(files) {
  const text = new Map(files.map(({ path, contents }) => [path, Buffer.from(contents).toString()]));
  const paths = [...text.keys()].filter((path) => path.endsWith('.js'));
  return paths.map((path) => ({ path, code: text.get(path), map: JSON.parse(text.get(`${path}.map`)) }));
}

const published = (path, { code, map }) => [
  { path, contents: Buffer.from(`${code}\n//# sourceMappingURL=${basename(path)}.map\n`) },
  { path: `${path}.map`, contents: Buffer.from(JSON.stringify(map)) },
];

async function minifyOnce({ code, map }) {
  const result = await swc.minify(code, {
    module: true,
    // Reading a getter has an effect: reading a signal subscribes to it.
    compress: { ecma: 2020, passes: 3, pure_getters: false },
    mangle: { toplevel: true },
    sourceMap: map && { content: JSON.stringify(map) },
  });
  return { code: result.code, map: map && JSON.parse(result.map) };
}
