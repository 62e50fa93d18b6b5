// swc minifies all scripts, for esbuild chooses names for all chunks at once: a minifier that sees one chunk alone finds
// names that compress better, and removes more of its code. 4 % of everything, and 1,170 bytes of the first script.
import { basename } from 'node:path';
import { ifInstalled } from './optional.mjs';

const swc = await ifInstalled(() => import('@swc/core'));

/** Whether swc is installed; without it esbuild minifies, and budgets are not checked. */
export const hasMinifier = swc !== null;

/** Minifies each script alone; the names by which scripts import of each other stay, and source maps lead to the sources. */
export async function minifyScripts(files) {
  if (!swc) return files;
  const others = files.filter(({ path }) => !/\.js(\.map)?$/.test(path));
  const scripts = scriptsIn(files).map(async (script) => published(script.path, await minify(script)));
  return [...others, ...(await Promise.all(scripts)).flat()];
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
