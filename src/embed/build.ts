/** What the build knows and puts in place of this name. */
declare const EMBED: {
  /** Where this build's files lie, from where the script lies. */
  files: string;
  /** What the app in somebody's page is made of, each asked for at once. */
  chunks: readonly string[];
  /** "Try again" in each language there is, for when its texts do not come. */
  retry: Readonly<Record<string, string>>;
};

export const { files, chunks, retry } = EMBED;
export const langs: readonly string[] = Object.keys(retry);

// It is gone as soon as the script has run once.
const script = document.currentScript;
// An element named `currentScript`, of whoever may write in the page, would say where our code comes from.
if (!(script instanceof HTMLScriptElement))
  throw new Error('Load souk.js by <script async src="…/souk.js">, not as a module.');

/** What the tag says for every mount of its page; an attribute is no place for a secret, so a token is not heard. */
export const said = { ...script.dataset, token: null };
/** The page's own word that this script may run; it goes on to what the script brings. */
export const { nonce } = script;
export const at = (file: string) => new URL(files + file, script.src).href;
export const home = new URL('/', script.src).origin;
