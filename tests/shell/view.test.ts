import { describe, expect, test } from 'vitest';
import type { Session } from '../../src/data/session.ts';
import { nameOfPath, type PathName, paths, tabOf, tabs } from '../../src/paths.ts';
import { routes } from '../../src/routes.tsx';
import { viewOf } from '../../src/shell/view.ts';

const me = { username: 'amina' };
const agreement = { termsVersion: '1', termsLink: '' };

describe('the view of an address', () => {
  test.each<[Session, boolean, PathName | undefined, string]>([
    [{ status: 'starting' }, false, 'wallet', 'waiting'],
    [{ status: 'starting' }, true, 'wallet', 'screen'],
    [{ status: 'starting', me }, true, 'wallet', 'covered'],
    [{ status: 'signed-in', me }, true, 'wallet', 'screen'],
    [{ status: 'signed-in', me: { ...me, agreement } }, true, 'wallet', 'info-failure'],
    [{ status: 'signed-in', me: { ...me, agreement } }, true, 'notFound', 'screen'],
    [{ status: 'signed-in', me: { ...me, agreement: null } }, true, 'wallet', 'screen'],
    [{ status: 'signed-out' }, false, 'wallet', 'sign-in'],
    [{ status: 'signed-out', me, expired: true }, false, 'wallet', 'sign-in-over'],
    [{ status: 'info-failure' }, true, 'wallet', 'info-failure'],
    [{ status: 'info-failure' }, true, 'appeal', 'screen'],
    [{ status: 'signed-out' }, false, 'appeal', 'sign-in'],
    [{ status: 'signed-out' }, false, 'settings', 'sign-in'],
    [{ status: 'signed-out', me, expired: true }, false, 'settings', 'sign-in-over'],
    [{ status: 'signed-out' }, false, 'invite', 'screen'],
    [{ status: 'info-failure' }, true, 'notFound', 'screen'],
    [{ status: 'signed-out' }, false, undefined, 'screen'],
  ])('is for %o, with a token (%s), at %s: %s', (session, hasToken, name, view) => {
    expect(viewOf(session, hasToken, name)).toBe(view);
  });
});

const every = Object.keys(routes) as PathName[];
const store = [
  'appeal',
  'feedback',
  'identity',
  'invitation',
  'notifications',
  'promotion',
  'qa',
  'qaDetail',
  'service',
  'settings',
  'shop',
  'shopCentre',
  'today',
  'upgrade',
];

test('every path has its screen, and every screen its path', () => {
  expect(every.sort()).toEqual(Object.keys(paths).sort());
  for (const name of every) expect(nameOfPath(paths[name].path)).toBe(name);
});

test('the four tabs stand in the specification’s order', () => {
  expect(tabs.map(({ path }) => path)).toEqual(['/shopCenter', '/orderList', '/goodsList', '/wallet']);
});

test('every screen of a merchant who is signed in belongs to a tab, and those before a sign-in to none', () => {
  const outside = every.filter((name) => tabOf(paths[name].path) < 0);
  expect(outside.sort()).toEqual(['invite', 'login', 'notFound']);
  expect(tabs.map(({ path }) => tabOf(path))).toEqual([0, 1, 2, 3]);
  // The store's are those that no other tab names, so a new screen that was forgotten would come among them.
  expect(every.filter((name) => tabOf(paths[name].path) === 0).sort()).toEqual(store);
  expect(['/order', '/goodsList/warehouse', '/withdraw', '/settings', '/nowhere'].map(tabOf)).toEqual([
    1, 2, 3, 0, -1,
  ]);
});

test('the tab bar’s flag is that of the specification', () => {
  const flagged = every.filter((name) => routes[name].showTabBar).map((name) => paths[name].path);
  expect(flagged.sort()).toEqual([
    '/goodsList',
    '/goodsList/warehouse',
    '/orderList',
    '/shopCenter',
    '/wallet',
  ]);
});

test('links carry their query, and what is not given is left out', () => {
  expect(paths.order.href({ id: 'a b&c' })).toBe('/order?id=a+b%26c');
  expect(paths.orderList.href()).toBe('/orderList');
  expect(paths.orderList.href({ status: 'shipped', keyword: undefined })).toBe('/orderList?status=shipped');
});
