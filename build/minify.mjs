// A second look at each chunk. esbuild names things for all chunks at once; a minifier that sees one chunk alone
// finds names that compress better, and what of one chunk need not be said: 4 % of everything, for half a second.
import { basename } from 'node:path';
import { minify } from '@swc/core';
import { exportByInnerNames, importByInnerNames, importedBy } from './inner-names.mjs';

/** Answers files of scripts and their maps, each script minified anew and its map still leading to the sources. */
export async function minifyAgain({ files }) {
  const scripts = scriptsIn(files).map(async ({ path, ...given }) => published(path, await again(given)));
  return (await Promise.all(scripts)).flat();
}

/**
 * The same for the app's chunks. What several of them share is asked for by the names it has inside of its chunk, so
 * each chunk waits for those that it imports from. `chunks` says which of them are entries: those are asked for by name.
 */
export async function minifyChunks({ files, chunks, core, start }) {
  const scripts = new Map(scriptsIn(files).map((script) => [basename(script.path), script]));
  const isShared = (name) => name === core || !chunks[name].entry;
  const making = new Map();
  const minified = (name) => {
    if (!making.has(name)) making.set(name, make(scripts.get(name)));
    return making.get(name);
  };
  const make = async ({ path, ...script }) => {
    const name = basename(path);
    let given = script;
    for (const file of importedBy(script.code).filter(isShared))
      given = importByInnerNames({ ...given, file, names: (await minified(file)).names });
    const made = await again(given);
    const { code, names } = isShared(name) ? exportByInnerNames(made.code) : { code: made.code };
    return { names, files: published(path, { ...made, code }) };
  };
  const made = await Promise.all([...scripts.keys()].map(minified));
  const { names } = await minified(core);
  return { files: made.flatMap((one) => one.files), start: names.get(start) ?? start };
}

/** The same for a script that stands in a page. */
export const minifyText = async (code) => (await again({ code })).code;

function scriptsIn(files) {
  const text = new Map(files.map(({ path, contents }) => [path, Buffer.from(contents).toString()]));
  const paths = [...text.keys()].filter((path) => path.endsWith('.js'));
  return paths.map((path) => ({ path, code: text.get(path), map: JSON.parse(text.get(`${path}.map`)) }));
}

const published = (path, { code, map }) => [
  { path, contents: Buffer.from(`${code}\n//# sourceMappingURL=${basename(path)}.map\n`) },
  { path: `${path}.map`, contents: Buffer.from(JSON.stringify(map)) },
];

async function again({ code, map }) {
  const result = await minify(code, {
    module: true,
    // No getter is taken to be without effect: to read a signal is to follow it.
    compress: { ecma: 2020, passes: 3, pure_getters: false },
    mangle: { toplevel: true },
    sourceMap: map && { content: JSON.stringify(map) },
  });
  return { code: result.code, map: map && JSON.parse(result.map) };
}
