import { laterWithWords } from '../pay/later-with-words.ts';

/** Paying is a sheet over the list and over the order; its code and its words come on intent. */
export const PaySheet = laterWithWords(() => import('./pay-sheet.tsx'));
