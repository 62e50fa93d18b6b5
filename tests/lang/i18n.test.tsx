import { act } from 'preact/test-utils';
import { render } from 'react-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import ar from '../../locales/ar.json';
import en from '../../locales/en.json';
import {
  addTexts,
  chooseLang,
  configureTexts,
  dir,
  errorText,
  lang,
  loadTexts,
  matchLang,
  setLang,
  type TextKey,
  t,
  tn,
} from '../../src/lang/index.ts';

const persistChoice = vi.fn();
const load = vi.fn(async (tag: string, part: string) =>
  part === 'rest' ? {} : ((tag === 'ar' ? ar : en) as Record<string, unknown>),
);

beforeEach(() => {
  load.mockClear();
  persistChoice.mockClear();
  configureTexts({ load, persistChoice, langs: ['en', 'ar', 'zh-CN', 'zh-TW', 'pt'] });
  addTexts('en', 'first', en);
  addTexts('en', 'rest', {});
  lang.value = 'en';
});
const root = document.createElement('div');
afterEach(() => render(null, root));

test('a text takes its parameters', () => {
  expect(t('common.offline_since', { at: '09:15' })).toBe('Last updated 09:15.');
});

test.each([
  [0, '0 orders to pay'],
  [1, '1 order to pay'],
  [1234, '1,234 orders to pay'],
])('a count of %i has its own form and figure', (count, text) => {
  expect(tn('shop.waiting', count)).toBe(text);
});

test.each([
  [0, 'zero'],
  [1, 'one'],
  [2, 'two'],
  [3, 'few'],
  [11, 'many'],
  [100, 'other'],
] as const)('Arabic says %i by its form for %s', async (count, form) => {
  await setLang('ar');
  expect(tn('shop.waiting', count).replace(/[\d\u0660-\u0669]+/, '{{count}}')).toBe(ar.shop.waiting[form]);
});

describe('a switch of the language', () => {
  const Form = () => (
    <label>
      {t('session.username')}
      <input defaultValue="" />
    </label>
  );

  test('redraws every text and keeps a mounted field with what was typed and its focus', async () => {
    document.body.append(root);
    act(() => void render(<Form />, root));
    const input = root.querySelector('input') as HTMLInputElement;
    input.value = 'half a name';
    input.focus();
    await act(() => chooseLang('ar'));
    expect(root.textContent).toBe(ar.session.username);
    expect(root.querySelector('input')).toBe(input);
    expect(input.value).toBe('half a name');
    expect(document.activeElement).toBe(input);
    expect(dir.value).toBe('rtl');
  });

  test('is kept when a person chose it, and not when a host did', async () => {
    await setLang('ar');
    expect(persistChoice).not.toHaveBeenCalled();
    await chooseLang('en');
    expect(persistChoice).toHaveBeenCalledExactlyOnceWith('en');
  });

  test('a switch of the language that cannot be brought leaves the language and keeps nothing; a second try asks again', async () => {
    load.mockRejectedValueOnce(new Error('offline'));
    await expect(chooseLang('zh-CN')).rejects.toThrow('offline');
    expect(lang.value).toBe('en');
    expect(persistChoice).not.toHaveBeenCalled();
    await chooseLang('zh-CN');
    expect(lang.value).toBe('zh-CN');
  });

  test('a switch of the language right after another one wins, also when its texts come first', async () => {
    let late = () => {};
    load.mockImplementationOnce(
      () =>
        new Promise((done) => {
          late = () => done({});
        }),
    );
    const slow = setLang('pt');
    const quick = setLang('ar');
    await quick;
    late();
    await slow;
    expect(lang.value).toBe('ar');
  });
});

describe('a switch of the language while texts of a screen are loading', () => {
  const empty = { load: async () => ({}), langs: ['vi', 'it', 'ja', 'ko'] };

  test('waits for the same texts in the new language', async () => {
    load.mockImplementation(() => new Promise(() => {}));
    addTexts('vi', 'first', {});
    lang.value = 'vi';
    void loadTexts('orders');
    configureTexts(empty);
    await setLang('it');
    expect(lang.value).toBe('it');
    const asked = vi.fn(async () => ({}));
    configureTexts({ ...empty, load: asked });
    await loadTexts('orders', 'it');
    expect(asked).not.toHaveBeenCalled();
  });

  test('waits for those, too, that a screen asks for before the others are here', async () => {
    addTexts('ja', 'first', {});
    lang.value = 'ja';
    const asked: string[] = [];
    configureTexts({
      ...empty,
      async load(tag, part) {
        asked.push(`${tag}/${part}`);
        if (part === 'first') void loadTexts('people');
        return {};
      },
    });
    await setLang('ko');
    expect(lang.value).toBe('ko');
    expect(asked).toEqual(['ko/first', 'ja/people', 'ko/people']);
  });
});

describe('a key', () => {
  test('a key that a language lacks loads no other language', () => {
    addTexts('zh-TW', 'first', { common: {} });
    addTexts('zh-TW', 'rest', {});
    lang.value = 'zh-TW';
    expect(t('common.back')).toBe('');
    expect(load).not.toHaveBeenCalled();
  });

  test('is drawn when its part has come', async () => {
    load.mockImplementation(async (_, part) => (part === 'rest' ? { later: { word: 'Here' } } : {}));
    addTexts('fr', 'first', {});
    lang.value = 'fr';
    const Word = () => <p>{t('later.word' as TextKey)}</p>;
    act(() => void render(<Word />, root));
    expect(root.textContent).toBe('');
    await act(() => loadTexts('rest'));
    expect(root.textContent).toBe('Here');
    expect(load.mock.calls.filter(([tag, part]) => tag === 'fr' && part === 'rest')).toHaveLength(1);
  });
});

test.each([
  ['en-GB', 'en'],
  ['AR_eg', 'ar'],
  ['zh', 'zh-CN'],
  ['zh-Hans-SG', 'zh-CN'],
  ['zh-Hant-HK', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['pt-BR', 'pt'],
  ['sv', undefined],
  ['', undefined],
  [null, undefined],
])('the language offered for the tag %s is %s', (tag, offered) => {
  expect(matchLang(tag)).toBe(offered);
});

describe('the sentence for an error', () => {
  test.each([
    ['ours, with its number', { code: 444, message: 'theirs', params: { max: 5 } }, /: 5\. Remove/],
    ['a client error', { code: 'timeout' }, /took too long to answer/],
    ['the server’s for 425 to 435', { code: 430, message: 'No such type here' }, /^No such type here$/],
    ['the server’s for 500', { code: 500, message: 'Down until nine' }, /^Down until nine$/],
    ['the server’s for an unknown code', { code: 999, message: 'New rule' }, /^New rule$/],
    ['ours where the server says nothing', { code: 430 }, /isn’t configured/],
    ['a general one where neither has a text', { code: 999 }, /Something went wrong/],
  ])('is %s', (_, error, text) => {
    expect(errorText(error)).toMatch(text);
  });
});
