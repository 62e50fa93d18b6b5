import type { Wallet } from './wallet.ts';

const barredBy = {
  spend: ['wallet_frozen'],
  withdraw: ['wallet_frozen', 'withdrawal_prohibited'],
} as const;

/** Returns whether a restriction bars spending the balance, or withdrawing it. */
export const isBarred = (act: keyof typeof barredBy, list: Wallet['restrictions'] = []) =>
  list.some(({ kind }) => barredBy[act].some((one) => one === kind));
