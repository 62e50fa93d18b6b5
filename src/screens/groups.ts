// What is loaded with a screen beside its own code: for the routes, for the build, and through it for the page's first script.
import type { Part } from '../lang/texts.ts';

type Texts = readonly Part[];

/** The texts of a group of screens; the first part is here before any screen. */
export const rest: Texts = ['rest'];
export const orders: Texts = ['rest', 'orders'];
export const accounts: Texts = ['rest', 'accounts', 'pay'];
export const business: Texts = ['rest', 'business'];
export const people: Texts = ['rest', 'people'];

/**
 * Nouns with one chunk for all their screens and sheets: a merchant who opens one goes on to another, and many small files
 * compress badly. Any other noun has its own chunk.
 */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  accounts: ['accounts', 'login-password', 'pay-password', 'withdrawals'],
  business: ['ads', 'appeals', 'identity', 'levels', 'shop-edit'],
  people: ['help', 'invites', 'notices', 'settings'],
};
