/** Constants that the build puts in place of this name. */
declare const EMBED: {
  /** Where this build's files lie, relative to the script. */
  files: string;
  /** The chunks of the app in a host's page, all requested at once. */
  chunks: readonly string[];
  /** "Try again" in each language, for when its texts cannot be loaded. */
  retryTexts: Readonly<Record<string, string>>;
};

export const { chunks, retryTexts } = EMBED;
export const langs: readonly string[] = Object.keys(retryTexts);

// It is null as soon as the script has run once.
const script = document.currentScript;
// An element named `currentScript`, which any author of the page can add, would say where our code comes from.
if (!(script instanceof HTMLScriptElement)) throw new Error('Load it by <script src>, not by import.');

/** A page that pins the script's bytes gets no code of another build. */
export const isPinned = Boolean(script.integrity);

/** Options of the script tag, for every mount of its page; an attribute is no place for a secret, so never a token. */
export const scriptOptions = { ...script.dataset, token: null };
/** The page's CSP nonce for this script, passed on to what the script adds. */
export const { nonce } = script;
export const fileUrl = (file: string) => new URL(EMBED.files + file, script.src).href;
/** The base of the server's own paths. */
export const serverRoot = fileUrl('../../');
/** The base of the calls, without a slash at its end. */
export const apiUrl = (api = 'api') => new URL(api, serverRoot).href.replace(/\/$/, '');
