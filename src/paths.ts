// Every address of the app: a pattern for the router and a href() for links. Knows no screen.

type Query = Readonly<Record<string, string | number | undefined>>;

const address = (path: string, query: Query) => {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string | number] => pair[1] !== undefined,
  );
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

/** Screens about one thing: a link to them does not compile without naming that thing. */
interface RequiredQuery {
  order: 'id';
  logistics: 'id';
  afterSale: 'id';
  qaDetail: 'id';
}

/** Every screen, by the name of its address. A new one needs its name here and its line in routes.tsx. */
const names = [
  'orderList',
  'goodsList',
  'wallet',
  'order',
  'logistics',
  'afterSale',
  'orderComment',
  'walletFlow',
  'history',
  'recharge',
  'withdraw',
  'bankList',
  'bankEdit',
  'payPassword',
  'loginPassword',
  'shop',
  'upgrade',
  'identity',
  'invitation',
  'promotion',
  'notifications',
  'feedback',
  'service',
  'qa',
  'qaDetail',
  'appeal',
  'settings',
  'login',
  'invite',
] as const;

/** Screens at an address that differs from their name. */
const others = { shopCentre: '/shopCenter', warehouse: '/goodsList/warehouse', notFound: '/404' };

export type PathName = (typeof names)[number] | keyof typeof others;

interface Path<Name> {
  path: string;
  href(
    ...query: Name extends keyof RequiredQuery
      ? [Query & Readonly<Record<RequiredQuery[Name], string>>]
      : [Query?]
  ): string;
}

const screen = (path: string) => ({ path, href: (query: Query = {}) => address(path, query) });

export const paths = Object.fromEntries([
  ...names.map((name) => [name, screen(`/${name}`)]),
  ...Object.entries(others).map(([name, path]) => [name, screen(path)]),
]) as { readonly [Name in PathName]: Path<Name> };

const pathNames = Object.keys(paths) as PathName[];

/** Returns the name of a path without its query; undefined where no screen has it. */
export const nameOfPath = (path: string): PathName | undefined =>
  pathNames.find((name) => paths[name].path === path);

/** The four tabs in their order; a tab's index is its position here. */
export const tabs = [paths.shopCentre, paths.orderList, paths.goodsList, paths.wallet] as const;

/** Returns the query of an address byte for byte, as an invitation may be written in any form in it. */
export const searchOf = (url: string) => url.slice(url.search(/\?|$/)).split('#')[0] ?? '';
