import { attempt } from '../first/attempt.ts';
import { firstCalls } from '../first/first-calls.ts';
import { kept } from '../first/kept.ts';
import { readFile } from '../first/read-file.ts';
import { firstLang } from '../lang/first-lang.ts';
import type { Preload } from '../preload.ts';
import { at, chunks, home, langs, retry } from './build.ts';
import type { MountOptions } from './options.ts';

/** Asks for all that the first screen needs at once, as the loader of Souk's own page does. */
export function load(options: MountOptions) {
  const offered = options.langs?.split(',').filter((tag) => langs.includes(tag)) ?? langs;
  const api = new URL(options.api ?? '/api', home).href.replace(/\/$/, '');
  const { lang, langFrom } = firstLang(
    {
      url: options.lang ?? null,
      kept: kept('souk:lang'),
      chosen: kept('souk:langChosen'),
      // A page says in which language it is read.
      browser: [document.documentElement.lang, ...navigator.languages],
    },
    offered,
  );
  const locale = readFile(at(`${lang}.first.json`), 'json').then((first) => ({ tag: lang, first }));
  const { calls, ask } = firstCalls(api, lang, 3);
  const token = options.token ?? null;
  if (token) ask(token);

  const [app, greeting] = [
    attempt(() => Promise.all(chunks.map((file) => import(at(file))))),
    options.host && attempt(() => import(at('mount.js'))),
  ];
  const preload: Omit<Preload, 'greet'> = {
    token,
    // Handed over, by the page and not by its address: nothing is read from that.
    offered: token,
    lang,
    langFrom,
    invite: null,
    locale,
    calls,
    ask,
    config: { api, langs: offered, files: at(''), storage: options.storage },
  };
  return { preload, app, greeting, retry: retry[lang] };
}
