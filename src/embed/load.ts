import type { CallName } from '../contract/calls.ts';
import { firstLang } from '../lang/match-lang.ts';
import type { Preload } from '../preload.ts';
import { attempt } from './attempt.ts';
import { at, chunks, home, langs } from './build.ts';
import type { MountOptions } from './options.ts';

const kept = (key: string) => {
  try {
    return localStorage.getItem(`souk:${key}`);
  } catch {
    return null; // Storage may be forbidden altogether.
  }
};

/** Asks for all that the first screen needs at once, as the loader of Souk's own page does. */
export function load(options: MountOptions) {
  const offered = options.langs?.split(',').filter((tag) => langs.includes(tag)) ?? langs;
  const api = new URL(options.api ?? '/api', home).href.replace(/\/$/, '');
  const { lang, langFrom } = firstLang(
    {
      url: options.lang ?? null,
      kept: kept('lang'),
      chosen: kept('langChosen'),
      // A page says in which language it is read.
      browser: [document.documentElement.lang, ...navigator.languages],
    },
    offered,
  );
  const locale = attempt(async () => {
    const answer = await fetch(at(`${lang}.first.json`));
    if (answer.ok) return { tag: lang, first: await answer.json() };
    throw answer;
  });

  const calls: Preload['calls'] = new Map();
  const ask = (token: string) => {
    const call = (name: CallName, body?: string) => {
      const [method, path] = name.split(' ') as [string, string];
      const headers = {
        authorization: token,
        'accept-language': lang,
        'content-type': 'application/json',
      };
      const answer = fetch(api + path, { method, headers, body });
      answer.catch(() => {}); // The app asks again and says what is wrong.
      calls.set(name, answer);
    };
    call('GET /v1/me');
    call('POST /v1/store/info', '{}');
    call('POST /v1/home/stat', '{}');
  };
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
    config: { api, hosts: [], langs: offered, files: at(''), storage: options.storage ?? 'memory' },
  };
  return { lang, preload, app, greeting };
}
