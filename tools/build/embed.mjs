// souk.js, the script tag for other pages, and card.js, that of the card: once under a fixed name, which always loads the
// newest build, and once among the files of its build, for pages that pin one build and the bytes of its script.
import { browserOptions, bundle } from './bundle.mjs';

/** The app's entry in another page. */
export const embedded = 'src/embedded.ts';

/** The card is drawn whole at each change, so it needs neither Preact nor what tracks signals. */
const withoutPreact = {
  ...browserOptions.alias,
  'preact/jsx-runtime': './src/card/jsx-runtime.ts',
  '@preact/signals': './src/card/signals.ts',
};

/**
 * Bundles souk.js and card.js; `files` is the path from them to the files of their build.
 * @param {{ client: any, locales: any, files: string, root: string, production?: boolean }} given
 */
export async function buildEmbed({ client, locales, files, ...shared }) {
  const { closure } = Object.values(client.chunks).find(({ entry }) => entry === embedded);
  const retryTexts = Object.fromEntries(
    locales.langs.map((tag) => [tag, textsOf(locales, tag).common.retry]),
  );
  const script = (chunks) => ({
    ...shared,
    format: /** @type {const} */ ('iife'),
    define: { ...browserOptions.define, EMBED: JSON.stringify({ files, retryTexts, chunks }) },
  });
  const scripts = await Promise.all([
    bundle({ ...script(inOrder(closure)), entryPoints: { souk: 'src/embed/souk.ts' } }),
    bundle({ ...script([]), entryPoints: { card: 'src/card/card.ts' }, alias: withoutPreact }),
  ]);
  return scripts.flat();
}

/** Returns the texts of the first screen in a language. */
const textsOf = ({ files }, tag) =>
  JSON.parse(files.find(({ path }) => path === `${tag}.first.json`).contents.toString());

/** Moves the app's own chunk to the end: souk.js takes the start from it. */
const inOrder = (closure) => {
  const own = closure.filter((name) => /^embedded\b/.test(name));
  return [...closure.filter((name) => !own.includes(name)), ...own];
};
