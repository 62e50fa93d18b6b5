// What is loaded with a screen beside its own code: for the routes, for the build, and through it for the page's first script.
import type { Part } from '../lang/first.ts';

type Texts = readonly Part[];

/** The texts of a group of screens beside `first` and `main`, which is loaded with each of them. */
export const main: Texts = [];
export const rest: Texts = ['rest'];
export const orders: Texts = ['orders'];
export const parcels: Texts = ['orders', 'parcels'];
export const accounts: Texts = ['accounts', 'pay'];
export const accountForms: Texts = ['accounts', 'pay', 'rest'];
export const business: Texts = ['business', 'rest'];
export const people: Texts = ['people'];
export const help: Texts = ['people', 'rest'];

/** What a merchant rarely opens in the wallet. */
const walletSheets = ['wallet/about-amounts', 'wallet/flow-filter-sheet', 'wallet/flow-sums-sheet'];

/**
 * Nouns, and single parts, with one chunk for all of them: a merchant who opens one goes on to another, and many small files
 * compress badly. Any other noun has its own chunk, which the parts that are named here do not burden. A part that is named
 * under a screen comes in that screen's file.
 */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  accounts: ['accounts', 'login-password', 'pay-password', 'withdrawals'],
  business: ['ads', 'appeals', 'identity', 'levels', 'shop-edit'],
  'business-forms': ['shop-edit/close-sheet', 'shop-edit/papers-sheet'],
  guides: ['shop/first-steps', 'shop/about-figures', 'shop/credit-log', ...walletSheets],
  parcels: ['cases', 'orders/comment-form', 'orders/logistics', 'orders/order-comment', 'help/feedback'],
  people: ['help', 'invites', 'notices', 'settings'],
  session: ['session', 'shell/other-account', 'ui/language-sheet'],
  'wallet/wallet': ['wallet/wallet-flow'],
  shell: ['shell/deferred-shell', 'shell/heal', 'shop/deferred-parts', 'shop/figure-line', 'ui/inline-error'],
};
