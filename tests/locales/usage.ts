import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

interface Source {
  path: string;
  code: string;
}

const sourcesIn = (folder: string): Source[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      path: path.slice(root.length + 1),
      code: withoutComments(readFileSync(path, 'utf8')),
    }));

/** Comments show keys as examples; what is only shown is not used. */
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

const sources = ['src', 'bridge'].flatMap(sourcesIn);
const isServers = ({ path }: Source) => /^src\/(server|contract)\//.test(path);

const literals = ({ code }: Source): string[] =>
  [...code.matchAll(/'([^'\n]*)'/g)].map(([, text = '']) => text);

/** The key of a text as it stands in the client's code. */
export interface KeyUse {
  path: string;
  key: string;
}

const client = sources.filter((source) => !isServers(source));

/** Every quoted `section.key` of the client, wherever it stands: in t(), in a table, in a condition. `common.js` is a file. */
export const keysUsed = (sections: readonly string[]): KeyUse[] => {
  const shaped = new RegExp(`^(${sections.join('|')})\\.[a-z0-9_.]+$`);
  return client.flatMap((source) =>
    literals(source)
      .filter((text) => shaped.test(text) && !text.endsWith('.js'))
      .map((key) => ({ path: source.path, key })),
  );
};

/** Keys that are put together, like `orders.step.${status}`. */
export const templatesOf = (sections: readonly string[]): KeyUse[] => {
  const shaped = new RegExp(`\`((?:${sections.join('|')})\\.[^\`\\n]*\\$\\{[^\`\\n]*)\``, 'g');
  return client.flatMap(({ path, code }) =>
    [...code.matchAll(shaped)].map(([, key = '']) => ({ path, key: key.replace(/\$\{[^}]*\}/g, '*') })),
  );
};

const servers = sources.filter(isServers);
/** What the server stores as a code and says in the reader's language. */
export const serverLiterals = new Set(servers.flatMap(literals));

const composed = servers.flatMap(({ code }) =>
  [...code.matchAll(/`([a-z_]*)\$\{[^`}]*\}([a-z_]*)`/g)].map(([, before = '', after = '']) => ({
    before,
    after,
  })),
);
/** Whether the server puts a code together, as `${code}_next`, out of a part that it knows as well. */
export const isComposed = (name: string): boolean =>
  composed.some(({ before, after }) => {
    const inside = name.slice(before.length, name.length - after.length);
    return before + after !== '' && before + inside + after === name && serverLiterals.has(inside);
  });
