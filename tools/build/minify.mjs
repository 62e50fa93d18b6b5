// swc minifies all scripts, for esbuild chooses names for all chunks at once: a minifier that sees one chunk alone finds
// names that compress better, and removes more of its code. 4 % of everything, and 1,170 bytes of the first script.
import { basename } from 'node:path';
import { ifInstalled } from './optional.mjs';

const swc = await ifInstalled(() => import('@swc/core'));

/** Whether swc is installed; without it esbuild minifies, and budgets are not checked. */
export const hasMinifier = swc !== null;

/** Minifies scripts that import nothing of each other; their source maps still lead to the sources. */
export async function minifyScripts(files) {
  if (!swc) return files;
  const others = files.filter(({ path }) => !/\.js(\.map)?$/.test(path));
  const scripts = scriptsIn(files).map(async (script) => published(script.path, await minify(script)));
  return [...others, ...(await Promise.all(scripts)).flat()];
}

/**
 * Minifies the app's chunks. A shared chunk exports a hundred names to the others, each as a pair of its inner and its
 * outer name; with the inner name for both, the list is half as long. So each chunk
 * waits for those that it imports from. `chunks` says which of them are entries: those keep their names.
 */
export async function minifyChunks({ files, chunks, core, start }) {
  if (!swc) return { files, start };
  const scripts = new Map(scriptsIn(files).map((script) => [basename(script.path), script]));
  const pending = new Map();
  const minified = (name) => {
    if (!pending.has(name)) pending.set(name, make(name));
    return pending.get(name);
  };
  const make = async (name) => {
    const { path, code, map } = scripts.get(name);
    const inner = new Map();
    for (const [, , file] of code.matchAll(imports)) inner.set(file, (await minified(file)).names);
    const made = await minify({ code: importByInnerNames(code, inner), map });
    const isShared = name === core || !chunks[name].entry;
    const { code: text, names } = isShared
      ? exportByInnerNames(made.code)
      : { code: made.code, names: new Map() };
    return { names, files: published(path, { code: text, map: made.map }) };
  };
  const made = await Promise.all([...scripts.keys()].map(minified));
  const { names } = await minified(core);
  return { files: made.flatMap((one) => one.files), start: names.get(start) ?? start };
}

function scriptsIn(files) {
  const text = new Map(files.map(({ path, contents }) => [path, contents.toString()]));
  const paths = [...text.keys()].filter((path) => path.endsWith('.js'));
  return paths.map((path) => ({ path, code: text.get(path), map: text.get(`${path}.map`) }));
}

const published = (path, { code, map }) => {
  if (!map) return [{ path, contents: Buffer.from(code) }];
  return [
    { path, contents: Buffer.from(`${code}\n//# sourceMappingURL=${basename(path)}.map\n`) },
    { path: `${path}.map`, contents: Buffer.from(map) },
  ];
};

const minify = ({ code, map }) =>
  swc.minify(code, {
    module: true,
    // Reading a getter has an effect: reading a signal subscribes to it.
    compress: { ecma: 2020, passes: 3, pure_getters: false },
    mangle: { toplevel: true },
    sourceMap: map && { content: map },
  });

/** An import of another chunk, as esbuild writes it: on separate lines, so that no mapping moves when names change. */
const imports = /^import \{([^}]*)\} from "(?:\.\.?\/)+([^"]+)";$/gm;

const importByInnerNames = (code, inner) =>
  code.replace(imports, (statement, list, file) =>
    statement.replace(list, () =>
      list.replace(
        /([\w$]+)(?: as ([\w$]+))?/g,
        (_, outer, local = outer) => `${inner.get(file).get(outer) ?? outer} as ${local}`,
      ),
    ),
  );

/** Rewrites a chunk's last statement to its inner names; returns the map of outer to inner names with the code. */
function exportByInnerNames(code) {
  const statement = /export\{([^}]*)\};?\s*$/;
  const pairs = (statement.exec(code)?.[1] ?? '').split(',').map((pair) => pair.split(' as '));
  const names = new Map(pairs.map(([inner, outer = inner]) => [outer, inner]));
  const list = [...new Set(names.values())].sort().join(',');
  return { code: code.replace(statement, () => `export{${list}};`), names };
}
