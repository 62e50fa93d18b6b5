// A package with `import React from 'react'` gets an object with all exports, and so the whole of preact/compat, of
// which it uses ten members. With a namespace import the same lines load those ten, and are otherwise equal.
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { overOwnKeys } from './own-keys.mjs';

const wholeReact = /\bimport\s+([\w$]+)\s+from\s*(["'])react\2/;

export const membersOfReact = {
  name: 'members-of-react',
  setup(context) {
    context.onLoad({ filter: /[\\/]node_modules[\\/](react-|@hookform[\\/])/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return {
        contents: overOwnKeys(text.replace(wholeReact, "import * as $1 from 'react'")),
        loader: extname(path) === '.json' ? 'json' : 'js',
      };
    });
  },
};

/** An export that only the whole of compat contains: no code here uses it. */
const onlyInWhole = 'unstable_batchedUpdates';

/** Returns a sentence for each chunk that contains all of compat. */
export const wholeReactIn = (chunks) =>
  chunks
    .filter(({ text }) => text.includes(onlyInWhole))
    .map(
      ({ name }) =>
        `${name} holds the whole of preact/compat: a package imports React as one object; see tools/build/react.mjs.`,
    );
