import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../harness/built.ts';
import { compiled } from './compiled.ts';

/** A host's page with the published types and nothing else of ours. */
const page = `
import type { MountOptions, SoukAttributes } from './souk.d.ts';

const element = document.querySelector('souk-app');
const options: MountOptions = { api: 'https://souk.example/api', lang: 'ar', theme: 'dark', token: null };
const host = { postMessage: (_: unknown) => {}, subscribe: (_: (data: unknown) => void) => () => {} };
if (element) {
  const leave: () => void = window.Souk.mount(element, options);
  leave();
  Souk.mount(element, { host, location: 'memory', storage: 'session', langs: 'en,ar' });
  // @ts-expect-error: a word that is none
  Souk.mount(element, { theme: 'blue' });
  // @ts-expect-error: an option that is none
  Souk.mount(element, { language: 'ar' });
}
const said: SoukAttributes = { 'data-lang': 'ar', 'data-theme': 'auto', 'data-location': 'hash' };
// @ts-expect-error: an attribute is no place for a secret
const secret: SoukAttributes = { 'data-token': 'abc' };
const shop = document.querySelector('souk-app');
if (shop) {
  shop.addEventListener('souk:error', ({ detail: { code, message } }) => console.log(code === 'origin', message.length));
  shop.addEventListener('souk:dirty', ({ detail: { value } }) => console.log(value === true));
  Object.assign(shop, { lang: 'ar' });
  shop.token = null;
  shop.path = '/order?id=7';
  // @ts-expect-error: no such screen
  shop.path = '/goods-list';
}
const card = document.querySelector('souk-card');
if (card) {
  card.addEventListener('souk:badge', ({ detail: { count } }) => console.log(count + 1));
  card.token = null;
  card.appearance = { colorAccent: '#0a7d4f' };
  // @ts-expect-error: the card shows no screens
  card.path = '/orderList';
}
console.log(said, secret);
`;

test('a page’s TypeScript knows Souk by the types that are published, and refuses what is not there', () => {
  expect(compiled(['souk.d.ts'], { 'page.ts': page })).toBe('');
});

const tsx = `
import type { SoukElement } from './souk.d.ts';
export const Shop = () => <souk-app data-lang="ar" data-theme="dark" className="shop" ref={(element: SoukElement | null) => void element?.path} />;
export const Card = () => <souk-card lang="ar" data-href="/shop.html" />;
// @ts-expect-error: a word that is none
export const Pink = () => <souk-app data-theme="pink" />;
// @ts-expect-error: an element that is none
export const Other = () => <souk-shop />;
`;

test('<souk-app> has its attributes in the JSX of React 19, with types that read ours', () => {
  const types = join(projectDir, 'node_modules');
  const tsconfig = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'nodenext',
      types: [],
      jsx: 'react-jsx',
      skipLibCheck: false,
      paths: {
        react: [join(types, '@types/react/index.d.ts')],
        'react/*': [join(types, '@types/react/*.d.ts')],
        csstype: [join(types, 'csstype/index.d.ts')],
      },
    },
    files: ['shop.tsx'],
  };
  expect(compiled(['souk.d.ts'], { 'shop.tsx': tsx }, tsconfig)).toBe('');
});

const byAddress = `
import { createHost, createHostObject, type HostState } from 'https://souk.example/host.js';
const { end } = createHostObject();
const state: HostState = { token: null, tokenPending: true };
createHost(end, { platform: 'web', methods: {}, state }).navigate('/orderList');
// @ts-expect-error: no such theme
createHost(end, { platform: 'web', methods: {} }).update({ theme: 'pink' });
`;

test('an import of host.js by its address has its types by host-url.d.ts', () => {
  expect(
    compiled(['host-url.d.ts'], { 'page.ts': `/// <reference path="./host-url.d.ts" />${byAddress}` }),
  ).toBe('');
});
