// What is loaded with a screen beside its own code: for the routes, for the build, and through it for the page's first script.
import type { Part } from '../lang/texts.ts';

type Texts = readonly Part[];

/** The texts of a group of screens; the first part is here before any screen. */
export const main: Texts = ['main'];
export const rest: Texts = ['main', 'rest'];
export const orders: Texts = ['main', 'orders'];
export const parcels: Texts = ['main', 'orders', 'parcels', 'rest'];
export const accounts: Texts = ['main', 'accounts', 'pay', 'rest'];
export const business: Texts = ['main', 'business', 'rest'];
export const people: Texts = ['main', 'people', 'rest'];

/**
 * Nouns, and single parts, with one chunk for all of them: a merchant who opens one goes on to another, and many small files
 * compress badly. Any other noun has its own chunk, which the parts that are named here do not burden.
 */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  accounts: ['accounts', 'login-password', 'pay-password', 'withdrawals'],
  business: ['ads', 'appeals', 'identity', 'levels', 'shop-edit'],
  'business-forms': ['shop-edit/papers-sheet'],
  guides: ['shop/first-steps', 'shop/about-figures', 'shop/credit-log', 'wallet/about-amounts'],
  parcels: ['cases', 'orders/comment-form', 'orders/logistics', 'orders/order-comment', 'help/feedback'],
  people: ['help', 'invites', 'notices', 'settings'],
  session: ['session', 'ui/language-sheet'],
  shell: ['shell/deferred-shell', 'shell/heal', 'shell/other-account', 'ui/inline-error'],
};
