import { nameOfPath, type PathName } from './paths.ts';

/** The screens of the tabs, in the tabs' order; those of the first are all others. */
const sections: readonly (readonly PathName[])[] = [
  [],
  ['orderList', 'order', 'logistics', 'afterSale', 'orderComment'],
  ['goodsList', 'warehouse'],
  [
    'wallet',
    'walletFlow',
    'history',
    'recharge',
    'withdraw',
    'bankList',
    'bankEdit',
    'payPassword',
    'loginPassword',
  ],
];

/** Screens of no tab: before a sign-in, and where there is no screen. */
const outside: readonly PathName[] = ['login', 'invite', 'notFound'];

/** Returns the index of the tab that the screen of a path belongs to, -1 for none. */
export function sectionOf(path: string): number {
  const name = nameOfPath(path);
  if (!name || outside.includes(name)) return -1;
  return Math.max(
    0,
    sections.findIndex((screens) => screens.includes(name)),
  );
}
