// Every address of the app: a pattern for the router and a href() for links.
import { type ScreenName, screenRow, screens } from './screens.ts';

type Query = Readonly<Record<string, string | number | undefined>>;

const address = (path: string, query: Query) => {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string | number] => pair[1] !== undefined,
  );
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

export type PathName = ScreenName;

/** Screens about one thing: a link to them does not compile without naming that thing. */
type AboutOne = 'order' | 'logistics' | 'afterSale' | 'qaDetail';

interface Path<Name extends PathName> {
  path: string;
  href(...query: Name extends AboutOne ? [Query & { readonly id: string }] : [Query?]): string;
}

const pathNames = Object.keys(screens) as PathName[];

export const paths = Object.fromEntries(
  pathNames.map((name) => {
    const { path = `/${name}` } = screenRow(name);
    return [name, { path, href: (query: Query = {}) => address(path, query) }];
  }),
) as unknown as { readonly [Name in PathName]: Path<Name> };

/** Returns the name of a path without its query; undefined where no screen has it. */
export const nameOfPath = (path: string): PathName | undefined =>
  pathNames.find((name) => paths[name].path === path);

/** The four tabs in their order; a tab's index is its position here. */
export const tabs = [paths.shopCentre, paths.orderList, paths.goodsList, paths.wallet] as const;

/** Returns the index of the tab that the screen of a path belongs to, -1 for none. */
export function tabOf(path: string): number {
  const name = nameOfPath(path);
  return name ? (screenRow(name).tab ?? 0) : -1;
}

/** Returns the query of an address byte for byte, as an invitation may be written in any form in it. */
export const searchOf = (url: string) => url.slice(url.search(/\?|$/)).split('#')[0] ?? '';
