// The only text of others that the build edits: code that the bundler cannot see to be unreachable. Each of at most ten
// edits saves 150 bytes of the first screen or more, and fails the build where the package no longer has that code.
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
      throw new Error(
        `${file} has changed where tools/build/unreachable.mjs edits it: look at ${from} again.`,
      );
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
