// The only text of others in the app's scripts that the build edits: code that the bundler cannot see to be unreachable, and
// two clauses that the bundler writes. Besides, types.mjs, plain-names.mjs and minify-chunks.mjs rename in what rolldown and
// esbuild write.
// Each of at most ten edits saves 150 bytes of the first screen or more, and fails the build where the text is no longer there.
import { readFile } from 'node:fs/promises';

const router = /[\\/]node_modules[\\/]preact-iso[\\/]src[\\/]router\.js$/;
const signals = /[\\/]node_modules[\\/]@preact[\\/]signals[\\/]dist[\\/]signals\.mjs$/;

/** `bytes` is what the first screen would weigh more without the edit, in brotli. */
export const cuts = [
  {
    // Paths with parameters, and a location of the package's own: our paths are plain, which tools/build/routes.mjs
    // checks, and src/location.ts provides the location.
    file: router,
    from: /export const exec = [\s\S]*?\nexport function LocationProvider\(props\) \{[\s\S]*?\n\}\n/,
    to: `export const exec = (url, route, matches) => url === route && matches;
export function LocationProvider() {}
`,
    bytes: 456,
  },
  {
    // Server rendering and screens that suspend, and scrolling: src/ui/lazy.tsx draws the waiting state itself, and
    // src/shell/route-focus.ts scrolls.
    file: router,
    from: /\tif \(isHydratingSuspense\) \{[\s\S]*?\[path, wasPush, c\]\);\n/,
    to: '\tprev.current = null;\n',
    bytes: 257,
  },
  {
    // A signal as a child: ours are read by `value` while a component renders.
    file: signals,
    from: /function w\(\{data:t\}\)\{.*?__b:\{configurable:!0,value:1\}\}\);/,
    to: '',
    bytes: 258,
  },
  {
    // A signal as an attribute.
    file: signals,
    from: /let n;if\("string"==typeof i\.type&&.*?i\.__np=void 0\}else\{/,
    to: 't(i)});b("unmount",(t,i)=>{if("string"!=typeof i.type){',
    bytes: 215,
  },
];

/** Applies the edits of a file to its text; throws where it no longer has what one of them is about. */
export const withoutUnreachable = (file, text) =>
  cuts
    .filter((cut) => cut.file === file)
    .reduce((rest, { from, to }) => {
      if (from.test(rest)) return rest.replace(from, () => to);
      throw new Error(`${file} has changed where tools/build/edits.mjs edits it: look at ${from} again.`);
    }, text);

export const cutUnreachable = {
  name: 'cut-unreachable',
  setup({ onLoad }) {
    for (const file of new Set(cuts.map((cut) => cut.file)))
      onLoad({ filter: file }, async ({ path }) => ({
        contents: withoutUnreachable(file, await readFile(path, 'utf8')),
        loader: 'js',
      }));
  },
};

/**
 * What esbuild writes of an entry with its code in a shared chunk: a file that imports the code and exports it again. Without
 * the edit, one of both clauses, the first screen is one more request, with its headers, and a level deeper.
 */
export const clauses = {
  importing: /\bimport\s*\{([^}]*)\}/,
  exporting: /\bexport\s*\{([^}]*)\}/,
  bytes: 500,
};
const { importing, exporting } = clauses;

/** Adds to the exports of a chunk those of such a file; throws where one of the two has no such clause. */
export function withExportsOf(chunk, file) {
  const imported = namesIn(file, importing);
  const inChunk = namesIn(chunk, exporting);
  const added = [...namesIn(file, exporting)].map(
    ([to, from]) => `${inChunk.get(imported.get(from))} as ${to}`,
  );
  return chunk.replace(exporting, (_, list) => `export {${list.trim()}, ${added}}`);
}

/** Returns the names in a clause: the later one of each pair -> the earlier one. */
function namesIn(text, clause) {
  const found = clause.exec(text);
  if (!found)
    throw new Error(
      `esbuild's output has changed where tools/build/edits.mjs edits it: look at ${clause} again.`,
    );
  const pairs = found[1].split(',').map((item) => item.trim().split(/\s+as\s+/));
  return new Map(pairs.map(([from, to = from]) => [to, from]));
}
