// Two edits of the packages that forms use.
import { readFile } from 'node:fs/promises';

/**
 * `import React from 'react'` makes an object with all exports, and so needs the whole of preact/compat, 1.75 kB of the
 * first script. With a namespace import the same lines need ten of its members, and are otherwise equal.
 */
const wholeReact = /\bimport\s+([\w$]+)\s+from\s*(["'])react\2/;

/**
 * `for … in` also sees what a page has put on Object.prototype: a form took each such property for a field. This
 * restricts the loops to the object's own keys; 30 bytes.
 */
const loop = /\bfor \((const|let|var) (\w+) in ([\w.]+)\)/g;

export const formPackages = {
  name: 'form-packages',
  setup(context) {
    const filter = /[\\/]node_modules[\\/](valibot[\\/]|react-|@hookform[\\/]).*js$/;
    context.onLoad({ filter }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (path.includes('react-hook-form') && !wholeReact.test(text))
        throw new Error(
          `${path} no longer imports React as one object: look at tools/build/form-packages.mjs.`,
        );
      const contents = text
        .replace(wholeReact, "import * as $1 from 'react'")
        .replace(loop, 'for ($1 $2 of Object.keys($3 || {}))');
      return { contents, loader: 'js' };
    });
  },
};
