import { expect, test } from 'vitest';
import { nameOfPath, paths } from '../../src/paths.ts';
import { noticeKinds } from '../../src/server/shops/notices/notice-kinds.ts';
import { merchant, newcomer, stranger, type Things } from '../browser/views.ts';
import { filesIn, read } from './imports.ts';

test('every screen is among the views that are looked at in a browser', () => {
  const viewed = [...merchant, ...newcomer, ...stranger].map(
    ({ path }) => path({} as Things).split('?')[0] ?? '',
  );
  const missing = Object.values(paths)
    .map(({ path }) => path)
    .filter((path) => !viewed.includes(path));
  expect(missing).toEqual([]);
});

test('every screen is reached by a link or a redirect of another file than the tables of paths and routes', () => {
  const texts = filesIn('src')
    .filter((path) => !/^src\/(paths|screens\.|routes|server\/|conform\/)/.test(path))
    .map(read);
  // By its path, or by a row of a table of links: ['qa', 'settings.qa', …].
  const isReached = (name: string) =>
    texts.some((text) => new RegExp(`\\bpaths\\.${name}\\b|\\['${name}', '`).test(text));
  expect(Object.keys(paths).filter((name) => !isReached(name))).toEqual([]);
});

test('every address of the app that the server writes is one of a screen', () => {
  const linked = Object.entries(noticeKinds).flatMap(([kind, { link }]) => (link ? [[kind, link]] : []));
  const writers = [
    ...['services', 'shops', 'trade'].flatMap((storey) => filesIn(`src/server/${storey}`)),
    'src/server/demo/history.ts',
    'src/server/platform/config/signin-config.ts',
    'src/contract/appeals.ts',
  ];
  const written = writers.flatMap((file) =>
    [...read(file).matchAll(/['`](\/(?!(?:api|ops)\/)\w[^'`]*)['`]/g)].map(([, address = '']) => [
      file,
      address,
    ]),
  );
  expect(new Set(written.map(([file]) => file)).size).toBeGreaterThan(5);
  const unknown = [...linked, ...written].filter(
    ([, address = '']) => !nameOfPath(address.split('?')[0] ?? ''),
  );
  expect(unknown).toEqual([]);
});
