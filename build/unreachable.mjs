// Code of packages that nothing in Souk can reach, though the bundler cannot see that it is so. Each cut names the
// file, what goes, what takes its place, and why; a package that changed there fails the build instead of slipping by.
import { readFile } from 'node:fs/promises';

const cuts = [
  {
    // Our own place (src/location.ts) provides the location; of this component only its context is used.
    file: /[\\/]node_modules[\\/]preact-iso[\\/]src[\\/]router\.js$/,
    from: /export function LocationProvider\(props\) \{[\s\S]*?\n\}\n/,
    to: 'export function LocationProvider() {}\n',
  },
];

export const cutUnreachable = {
  name: 'cut-unreachable',
  setup(context) {
    for (const { file, from, to } of cuts)
      context.onLoad({ filter: file }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!from.test(text))
          throw new Error(`${path} has changed where build/unreachable.mjs cuts it: look at the cut anew.`);
        return { contents: text.replace(from, to), loader: 'js' };
      });
  },
};
