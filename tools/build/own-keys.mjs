// Packages that iterate over an object with `for … in` also see what a page has put on Object.prototype: a form took
// each such property for a field. This restricts them to the object's own keys.
import { readFile } from 'node:fs/promises';

const loop = /\bfor \((const|let|var) (\w+) in ([\w.]+)\)/g;

export const overOwnKeys = (text) => text.replace(loop, 'for ($1 $2 of Object.keys($3 || {}))');

export const ownKeysOfSchemas = {
  name: 'own-keys',
  setup(context) {
    context.onLoad({ filter: /[\\/]node_modules[\\/]valibot[\\/].*\.mjs$/ }, async ({ path }) => ({
      contents: overOwnKeys(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};
