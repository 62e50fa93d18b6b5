// Packages that go through an object with `for … in` meet what a page has put on Object.prototype, too: a form there
// took each such thing for a field. Here they see what is the object's own.
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
