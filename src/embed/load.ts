import type * as Greet from '../../bridge/guest/greet-mount.ts';
import { fetchAsset } from '../first/fetch-asset.ts';
import { firstCalls } from '../first/first-calls.ts';
import type { Preload } from '../preload.ts';
import { retry } from '../retry.ts';
import type { MountOptions } from './options.ts';
import { pageLang } from './page-lang.ts';
import { apiUrl, chunks, fileUrl, langs, retryTexts } from './script-tag.ts';

/** Requests all that the first screen needs at once, as the loader of Souk's own page does. */
export function load(options: MountOptions) {
  const offered = options.langs?.split(',').filter((tag) => langs.includes(tag)) ?? langs;
  const api = apiUrl(options.api);
  const { lang, langFrom } = pageLang(options.lang, offered);
  const locale = fetchAsset(fileUrl(`${lang}.first.json`), 'json').then((first) => ({ tag: lang, first }));
  const { calls, ask } = firstCalls(api, lang, 'screen');
  const token = options.token ?? null;
  if (token) ask(token);

  const app = retry((failures) => {
    // A browser may remember a failed import by its address for as long as the page lives.
    const suffix = (file: string) => (failures > 0 && file === 'embedded.js' ? `?${Date.now()}` : '');
    return Promise.all(chunks.map((file) => import(fileUrl(file) + suffix(file))));
  });
  const bridge = options.host && retry((): Promise<typeof Greet> => import(fileUrl('greet-mount.js')));
  const preload: Omit<Preload, 'greet'> = {
    token,
    // Handed over by the page, not by its address, which is never read.
    handoverToken: token,
    lang,
    langFrom,
    invite: null,
    locale,
    calls,
    ask,
    config: { api, langs: offered, files: fileUrl(''), storage: options.storage },
  };
  return { preload, app, bridge, retryText: retryTexts[lang] };
}
