// souk.js, the script tag for other pages: once under a fixed name, which always loads the newest build, and once among
// the files of its build, for pages that pin one build and the bytes of its script.
import { browserOptions, bundle } from './bundle.mjs';

/** The app's entry in another page. */
export const embedded = 'src/embedded.ts';

/**
 * Bundles one souk.js; `files` is the path from it to the files of its build.
 * @param {{ client: any, locales: any, files: string, root: string, production?: boolean }} given
 */
export function buildEmbed({ client, locales, files, ...shared }) {
  const { closure } = Object.values(client.chunks).find(({ entry }) => entry === embedded);
  const retryTexts = Object.fromEntries(
    locales.langs.map((tag) => [tag, textsOf(locales, tag).common.retry]),
  );
  return bundle({
    ...shared,
    entryPoints: { souk: 'src/embed/souk.ts' },
    format: 'iife',
    define: {
      ...browserOptions.define,
      EMBED: JSON.stringify({ files, retryTexts, chunks: inOrder(closure) }),
    },
  });
}

/** Returns the texts of the first screen in a language. */
const textsOf = ({ files }, tag) =>
  JSON.parse(files.find(({ path }) => path === `${tag}.first.json`).contents.toString());

/** Moves the app's own chunk to the end: souk.js takes the start from it. */
const inOrder = (closure) => {
  const own = closure.filter((name) => /^embedded\b/.test(name));
  return [...closure.filter((name) => !own.includes(name)), ...own];
};
