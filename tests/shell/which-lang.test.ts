import { beforeEach, describe, expect, test } from 'vitest';
import { firstLang } from '../../src/lang/first-lang.ts';
import { configureTexts, lang, putTexts } from '../../src/lang/i18n.ts';
import { hostLang, meLang } from '../../src/shell/follow-lang.ts';
import { keepChoice, word } from '../../src/shell/which-lang.ts';

const langs = ['en', 'ar', 'fr', 'zh-CN'];
beforeEach(() => {
  localStorage.clear();
  configureTexts({ load: () => Promise.resolve({}), langs, keep: keepChoice });
  for (const tag of langs) putTexts(tag, 'first', {});
  lang.value = 'en';
});

interface Said {
  choice?: string;
  kept?: string;
  url?: string;
  host?: string;
  me?: string;
}

/** A visit from its start: the page's loader, the host's first word, then /v1/me. */
async function visit({ choice, kept, url, host, me }: Said) {
  if (choice) keepChoice(choice);
  if (kept) localStorage.setItem('lang', kept);
  const stored = (key: string) => localStorage.getItem(key);
  const wishes = { url: url ?? null, kept: stored('lang'), chosen: stored('langChosen'), browser: [] };
  const first = firstLang(wishes, langs);
  lang.value = first.lang;
  word.from = first.langFrom;
  if (host) await hostLang(host, 'first');
  await meLang({ lang: me });
  return lang.value;
}

describe('the language is that of the nearest who speaks', () => {
  test.each<[string, Said, string]>([
    ['nobody: English', {}, 'en'],
    ['/v1/me', { me: 'fr' }, 'fr'],
    ['the address before /v1/me', { url: 'ar', me: 'fr' }, 'ar'],
    ['the host before the address', { host: 'zh-CN', url: 'ar', me: 'fr' }, 'zh-CN'],
    ['a choice before the host', { choice: 'fr', host: 'zh-CN', url: 'ar', me: 'en' }, 'fr'],
    ['what was kept without a choice gives way to the host', { kept: 'fr', host: 'ar' }, 'ar'],
    ['what was kept where nobody else speaks', { kept: 'fr' }, 'fr'],
    ['a language nobody offers is not heard', { host: 'sv', me: 'fr' }, 'fr'],
    ['a near one is taken', { host: 'fr-CA' }, 'fr'],
  ])('%s', async (_, said, language) => {
    expect(await visit(said)).toBe(language);
  });
});

test('a host’s change during the session wins over a choice, and is kept', async () => {
  await visit({ choice: 'fr', host: 'ar' });
  await hostLang('zh', 'changed');
  expect(lang.value).toBe('zh-CN');
  expect(localStorage.getItem('lang')).toBe('zh-CN');
  expect(await visit({ host: 'ar' })).toBe('ar');
});

test('a choice is kept over visits', async () => {
  await visit({ choice: 'ar' });
  expect(localStorage.getItem('lang')).toBe('ar');
  expect(await visit({ url: 'fr', host: 'en' })).toBe('ar');
});
