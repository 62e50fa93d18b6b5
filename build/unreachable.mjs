// Code of packages that nothing in Souk can reach, though the bundler cannot see that it is so. Each cut names the
// file, what goes, what takes its place, and why; a package that changed there fails the build instead of slipping by.
import { readFile } from 'node:fs/promises';

const router = /[\\/]node_modules[\\/]preact-iso[\\/]src[\\/]router\.js$/;

const cuts = [
  {
    // Our own place (src/location.ts) provides the location; of this component only its context is used.
    file: router,
    from: /export function LocationProvider\(props\) \{[\s\S]*?\n\}\n/,
    to: 'export function LocationProvider() {}\n',
  },
  {
    // A Router outside of our place: src/app.tsx puts it inside.
    file: router,
    from: /\tif \(!url\) \{\n\t\tthrow new Error\(.*\);\n\t\}\n/,
    to: '',
  },
  {
    // Life cycles that React itself has given up: the app has functions, and one class that uses none of them.
    file: /[\\/]node_modules[\\/]preact[\\/]compat[\\/]dist[\\/]compat\.mjs$/,
    from: /,\["componentWillMount",.*?\}\)\}\)(?=;)/,
    to: '',
  },
];

export const cutUnreachable = {
  name: 'cut-unreachable',
  setup(context) {
    for (const file of new Set(cuts.map((cut) => cut.file)))
      context.onLoad({ filter: file }, async ({ path }) => {
        const whole = await readFile(path, 'utf8');
        const here = cuts.filter((cut) => cut.file === file);
        return { contents: here.reduce((text, cut) => without(text, cut, path), whole), loader: 'js' };
      });
  },
};

function without(text, { from, to }, path) {
  if (from.test(text)) return text.replace(from, to);
  throw new Error(`${path} has changed where build/unreachable.mjs cuts it: look at ${from} anew.`);
}
