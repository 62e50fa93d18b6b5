// A second look at each chunk. esbuild names things for all chunks at once; a minifier that sees one chunk alone
// finds names that compress better, and what of one chunk need not be said: 4 % of everything, for half a second.
import { basename } from 'node:path';
import { minify } from '@swc/core';
import { exportByInnerNames, importByInnerNames, innerNames } from './inner-names.mjs';

/** Answers files of scripts and their maps, each script minified anew and its map still leading to the sources. */
export async function minifyAgain({ files, prepare = (_path, given) => given }) {
  const text = new Map(files.map(({ path, contents }) => [path, Buffer.from(contents).toString()]));
  const scripts = [...text.keys()].filter((path) => path.endsWith('.js'));
  const done = scripts.map(async (path) => {
    const given = prepare(path, { code: text.get(path), map: JSON.parse(text.get(`${path}.map`)) });
    const { code, map } = await again(given);
    return [
      { path, contents: Buffer.from(`${code}\n//# sourceMappingURL=${basename(path)}.map\n`) },
      { path: `${path}.map`, contents: Buffer.from(JSON.stringify(map)) },
    ];
  });
  return (await Promise.all(done)).flat();
}

/** The same for the app's chunks, which then also know core's names by what they are inside of it. */
export async function minifyChunks({ files, core, start }) {
  const isCore = (path) => path.endsWith(`/${core}`);
  const { contents } = files.find((file) => isCore(file.path));
  const names = innerNames((await again({ code: contents.toString() })).code);
  const prepare = (file, { code, map }) =>
    isCore(file)
      ? { code: exportByInnerNames(code, names), map }
      : importByInnerNames({ code, map, file: core, names });
  return { files: await minifyAgain({ files, prepare }), start: names.get(start) ?? start };
}

/** The same for a script that stands in a page. */
export const minifyText = async (code) => (await again({ code })).code;

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
