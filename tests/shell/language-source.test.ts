import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { session } from '../../src/data/session.ts';
import { firstLang } from '../../src/lang/first-lang.ts';
import { addTexts, configureTexts, lang } from '../../src/lang/index.ts';
import { applyAccountLang, applyHostLang, reportChoice } from '../../src/shell/follow-lang.ts';
import { languageSource, persistChoice } from '../../src/shell/language-source.ts';
import { type Client, faults, startClient } from '../harness/client.ts';

const langs = ['en', 'ar', 'fr', 'zh-CN'];
beforeEach(() => {
  localStorage.clear();
  configureTexts({ load: () => Promise.resolve({}), langs, persistChoice: persistChoice });
  for (const tag of langs) addTexts(tag, 'first', {});
  lang.value = 'en';
});

interface Sources {
  choice?: string;
  kept?: string;
  url?: string;
  host?: string;
  me?: string;
  device?: readonly string[];
}

/** A visit from its start: the page's loader, the host's first word, then /v1/me. */
async function visit({ choice, kept, url, host, me, device = [] }: Sources) {
  if (choice) persistChoice(choice);
  if (kept) localStorage.setItem('lang', kept);
  const stored = (key: string) => localStorage.getItem(key);
  vi.stubGlobal('navigator', { languages: device });
  const wishes = { url: url ?? null, stored: stored('lang'), chosen: stored('langChosen') };
  const first = firstLang(wishes, langs);
  vi.unstubAllGlobals();
  lang.value = first.lang;
  languageSource.from = first.langFrom;
  if (host) await applyHostLang(host, 'first');
  await applyAccountLang({ lang: me });
  return lang.value;
}

describe('the language is that of the first source that names one', () => {
  test.each<[string, Sources, string]>([
    ['no source: English', {}, 'en'],
    ['the first of the device’s that is offered', { device: ['sv-SE', 'fr-CA', 'ar'] }, 'fr'],
    ['English on a device whose languages are not offered', { device: ['sv-SE'] }, 'en'],
    ['/v1/me before the device', { me: 'fr', device: ['ar'] }, 'fr'],
    ['an earlier visit before the device', { kept: 'fr', device: ['ar'] }, 'fr'],
    ['/v1/me', { me: 'fr' }, 'fr'],
    ['the address before /v1/me', { url: 'ar', me: 'fr' }, 'ar'],
    ['the host before the address', { host: 'zh-CN', url: 'ar', me: 'fr' }, 'zh-CN'],
    ['a choice before the host', { choice: 'fr', host: 'zh-CN', url: 'ar', me: 'en' }, 'fr'],
    ['what was kept without a choice gives way to the host', { kept: 'fr', host: 'ar' }, 'ar'],
    ['the stored choice where no other source names one', { kept: 'fr' }, 'fr'],
    ['a language that is not offered is ignored', { host: 'sv', me: 'fr' }, 'fr'],
    ['a near one is taken', { host: 'fr-CA' }, 'fr'],
  ])('%s', async (_, sources, language) => {
    expect(await visit(sources)).toBe(language);
  });
});

test('a host’s change during the session wins over a choice, and is kept', async () => {
  await visit({ choice: 'fr', host: 'ar' });
  await applyHostLang('zh', 'changed');
  expect(lang.value).toBe('zh-CN');
  expect(localStorage.getItem('lang')).toBe('zh-CN');
  expect(await visit({ host: 'ar' })).toBe('ar');
});

test('a choice is kept over visits', async () => {
  await visit({ choice: 'ar' });
  expect(localStorage.getItem('lang')).toBe('ar');
  expect(await visit({ url: 'fr', host: 'en' })).toBe('ar');
});

describe('a choice', () => {
  let client: Client;
  beforeAll(async () => {
    client = await startClient();
  });
  afterAll(() => client.close());

  test('is what the account follows from then on, and is sent once', async () => {
    const amina = await client.server.addUser();
    await client.signIn(amina);
    lang.value = 'fr';
    persistChoice('fr');
    await reportChoice();
    await reportChoice();
    expect(client.of('POST /v1/user/lang').map(({ body }) => body)).toEqual([{ lang: 'fr' }]);
    const { data } = await client.server.call<{ lang: string }>('GET /v1/me', {}, amina);
    expect(data.lang).toBe('fr');
  });

  test('a choice that did not arrive is sent again, and none is sent to a server without the call', async () => {
    const amina = await client.server.addUser();
    await client.signIn(amina);
    persistChoice('ar');
    client.fault('POST /v1/user/lang', faults.refusedConnection);
    await reportChoice();
    expect(localStorage.getItem('langChosen')).toBe('1');
    session.value = { status: 'signed-in', me: { ...session.value.me, features: [] } };
    client.sent.length = 0;
    await reportChoice();
    expect(client.of('POST /v1/user/lang')).toEqual([]);
  });
});
