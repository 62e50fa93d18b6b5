// A package that says `import React from 'react'` gets an object with everything in it, and so the whole of
// preact/compat, where it uses ten members. As a namespace the same lines take those ten, and are otherwise equal.
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

/** A name that only the whole of compat brings along: nobody here uses it. */
const onlyInWhole = 'unstable_batchedUpdates';

/** Sentences for the chunks that hold all of compat after all. */
export const wholeReactIn = (chunks) =>
  chunks
    .filter(({ text }) => text.includes(onlyInWhole))
    .map(
      ({ name }) =>
        `${name} holds the whole of preact/compat: a package imports React as one object; see build/react.mjs.`,
    );
