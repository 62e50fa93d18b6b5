// Making a schema has no effect. valibot marks its functions so, but esbuild reads the mark only within a file, so a
// form that needs one schema of a noun would carry all of them. Here each call is marked. The codes of errors become an
// enum, as esbuild writes the number of a member where it is used: the app uses a third of them.
import { readFile } from 'node:fs/promises';

/** What a file of the contract imports from another: schemas, and functions that make some. */
const taken = /^import \{([^}]*)\} from '\.\/[\w-]+\.ts';$/gm;
const comment = /^\s*(\*|\/\/|\/\*)/;
/** Calls that set valibot's options make no schema. */
const settings = 'v\\.set[A-Z]';

const marked = (text) => {
  const makers = [...text.matchAll(taken)].flatMap(([, names]) => names.match(/\b[a-z]\w*/g) ?? []);
  const making = new RegExp(
    `(?<![\\w.$])(?!${settings})(v\\.\\w+|${['v', ...new Set(makers)].join('|')})\\(`,
    'g',
  );
  const lines = text.split('\n');
  return lines
    .map((line) => (comment.test(line) ? line : line.replace(making, '/* @__PURE__ */ $1(')))
    .join('\n');
};

const codes = /^export const codes = \{$([\s\S]*?)^\} as const;$/m;

/** Returns the catalogue of errors with its codes as an enum; throws where it is written in another way. */
function withEnum(text, path) {
  if (!codes.test(text))
    throw new Error(`${path}: write the codes so that tools/build/pure-contract.mjs finds them.`);
  return text.replace(codes, (_, members) => `export enum codes {${members.replaceAll(':', ' =')}}`);
}

export const pureContract = {
  name: 'pure-contract',
  setup(context) {
    context.onLoad({ filter: /[\\/]src[\\/]contract[\\/][\w-]+\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = /[\\/]errors\.ts$/.test(path) ? withEnum(text, path) : marked(text);
      return { contents, loader: 'ts' };
    });
  },
};
