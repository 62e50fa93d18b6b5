// souk.js, the script tag for pages of others: once under a name that stays, which always brings the newest build, and
// once among the files of its build, for pages that pin one build and the bytes of its script.
import { build } from 'esbuild';
import { clientOptions } from './client.mjs';
import { minifyAgain } from './minify.mjs';
import { withRelativeNames } from './output.mjs';

/** The app's entry in somebody's page. */
export const embedded = 'src/embedded.ts';

/** One souk.js; `files` is the way from where it lies to the files of its build. */
export async function buildEmbed({ root, minify, client, locales, files }) {
  const { closure } = Object.values(client.chunks).find(({ entry }) => entry === embedded);
  const retry = Object.fromEntries(locales.langs.map((tag) => [tag, textsOf(locales, tag).common.retry]));
  const result = await build({
    ...clientOptions,
    absWorkingDir: root,
    entryPoints: { souk: 'src/embed/souk.ts' },
    outdir: '.',
    format: 'iife',
    minify,
    define: { ...clientOptions.define, EMBED: JSON.stringify({ files, retry, chunks: inOrder(closure) }) },
  });
  const made = withRelativeNames(root, result.outputFiles);
  return minify ? minifyAgain({ files: made }) : made;
}

/** What the first screen says in a language. */
const textsOf = ({ files }, tag) =>
  JSON.parse(files.find(({ path }) => path === `${tag}.first.json`).contents.toString());

/** The app's own chunk comes last: souk.js takes the start from it. */
const inOrder = (closure) => {
  const own = closure.filter((name) => /^embedded\b/.test(name));
  return [...closure.filter((name) => !own.includes(name)), ...own];
};
