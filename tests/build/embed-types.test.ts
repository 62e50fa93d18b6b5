import { expect, test } from 'vitest';
import { compiled } from './compiled.ts';

/** The page of somebody who has the published types and nothing else of ours. */
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
console.log(said, secret);
`;

test('a page’s TypeScript knows Souk by the types that are published, and refuses what is not there', () => {
  expect(compiled(['souk.d.ts'], { 'page.ts': page })).toBe('');
});
