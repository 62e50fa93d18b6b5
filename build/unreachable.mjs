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
    // Parameters and wildcards in patterns: every address of ours is plain, and build/routes.mjs holds it to that.
    file: router,
    from: /export const exec = \(url, route, matches = \{\}\) => \{[\s\S]*?\n\};\n/,
    to: 'export const exec = (url, route, matches) => url === route && matches;\n',
  },
  {
    // A Router outside of our place: src/app.tsx puts it inside.
    file: router,
    from: /\tif \(!url\) \{\n\t\tthrow new Error\(.*\);\n\t\}\n/,
    to: '',
  },
  // Pages made by a server, and screens that suspend: there are none here, as src/ui/late.ts itself draws what waits.
  { file: router, from: /\tconst isHydratingSuspense = .*\n\tconst isHydratingBool = .*\n/, to: '' },
  { file: router, from: /\tif \(isHydratingSuspense\) \{[\s\S]*?\n\t\}\n/, to: '' },
  { file: router, from: /\tthis\.__c = \(e, suspendedVNode\) => \{[\s\S]*?\n\t\};\n/, to: '' },
  {
    file: router,
    from: /\tconst pendingBase = [\s\S]*?\n\tconst didSuspend = .*\n\tdidSuspend\.current = false;\n/,
    to: '',
  },
  {
    // Calls back and scrolling: src/location.ts and src/shell/arrival.ts do what is to be done on arrival.
    file: router,
    from: /\tuseLayoutEffect\(\(\) => \{\n\t\tconst currentDom = [\s\S]*?\n\t\}, \[path, wasPush, c\]\);\n/,
    to: '',
  },
  {
    file: router,
    from: /\tconst isLoading = .*\n\tconst prevRoute = .*\n/,
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
