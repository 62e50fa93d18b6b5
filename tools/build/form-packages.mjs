// Three edits of the packages that forms use. Components are tested with them too (vitest.config.ts).
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

/**
 * Options of a form, by the constants that they are here: src/ui/form.tsx, which makes each form, gives a resolver and
 * none of the others. The minifier removes the branches that are dead then, such as the rules of fields; 1.75 kB.
 */
const decided = {
  resolver: 'true',
  validate: 'undefined',
  delayError: 'undefined',
  progressive: 'undefined',
  shouldUnregister: 'undefined',
  shouldUseNativeValidation: 'undefined',
};
const decidedOption = new RegExp(
  `\\b(?:control\\.)?_options\\.(${Object.keys(decided).join('|')})\\b(?!\\()`,
  'g',
);

const files = /[\\/]node_modules[\\/](valibot[\\/]|react-|@hookform[\\/]).*js$/;

/** Returns a form package's file as it is published. */
function edit(path, text) {
  if (path.includes('react-hook-form') && !wholeReact.test(text))
    throw new Error(`${path} no longer imports React as one object: look at tools/build/form-packages.mjs.`);
  return text
    .replace(wholeReact, "import * as $1 from 'react'")
    .replace(loop, 'for ($1 $2 of Object.keys($3 || {}))')
    .replace(decidedOption, (_, option) => decided[option]);
}

/** Applies the edits in tests, by the plugin interface of vite. */
export const editInTests = {
  name: 'form-packages',
  transform: (code, path) => (files.test(path.split('?')[0]) ? edit(path, code) : undefined),
};

export const formPackages = {
  name: 'form-packages',
  setup(context) {
    context.onLoad({ filter: files }, async ({ path }) => ({
      contents: edit(path, await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};
