import type { Input, Output } from '../contract/calls.ts';
import { parseMoney } from '../contract/money.ts';
import { call } from './api.ts';
import { pages } from './pages.ts';
import { resource } from './resource.ts';
import { noteServerTime } from './server-time.ts';

export type Wallet = Output<'POST /v1/user/wallet'>;
export type FlowRow = Output<'POST /v1/user/wallet_flow'>['list'][number];
export type FlowFilter = Omit<Input<'POST /v1/user/wallet_flow'>, 'cursor' | 'limit' | 'format' | 'columns'>;

export const walletResource = resource<void, Wallet>(async (_, signal) => {
  const wallet = await call('POST /v1/user/wallet', {}, { signal });
  noteServerTime(wallet.asOf);
  return wallet;
});

export type Coming = Output<'POST /v1/user/coming'>;

/**
 * What is on its way to the balance, by days; only where the server names the feature `coming`. Its days stand below a sum
 * of the wallet: where money arrived between the two answers, the wallet is fetched again.
 */
export const comingResource = resource<void, Coming>(
  async (_, signal) => {
    const coming = await call('POST /v1/user/coming', {}, { signal, quiet: true });
    const known = walletResource.peek().data;
    const amounts = [coming.paused, ...coming.days].map(({ amount }) => parseMoney(amount));
    const sum = amounts.reduce((one, other) => one + other, 0n);
    if (known && parseMoney(known.shopBalance) !== sum) walletResource.invalidate();
    return coming;
  },
  // The wallet may have been fetched since by another screen.
  { freshMs: 1 },
);

/**
 * Enough for ten of the newest movements, of which each may be three rows: both sides of a release, and the settlement before
 * it. Of one at the end the other side may be on the next page.
 */
const firstFlowRows = { firstRows: 32 };

export const walletFlowResource = pages(async (input: FlowFilter, signal) => {
  const page = await call('POST /v1/user/wallet_flow', input, { signal });
  return { ...page, list: page.list ?? [] };
}, firstFlowRows);

/** Writes the wallet that came with an answer, never an older one over a newer one; without one the wallet is fetched again. */
export function updateWallet(answer: Wallet | undefined) {
  if (!answer) return walletResource.invalidate();
  const known = walletResource.peek().data;
  if (!known || (answer.version ?? 0) >= (known.version ?? 0)) walletResource.set(undefined, answer);
}

/** Exports all matching rows as a file; returns its address. */
export async function walletFlowFile(filter: FlowFilter): Promise<string | null> {
  const { fileUrl } = await call('POST /v1/user/wallet_flow', { ...filter, format: 'csv' });
  return fileUrl ?? null;
}

const barredBy = {
  spend: ['wallet_frozen'],
  withdraw: ['wallet_frozen', 'withdrawal_prohibited'],
} as const;

/** Returns whether a restriction bars spending the balance, or withdrawing it. */
export const isBarred = (act: keyof typeof barredBy, list: Wallet['restrictions'] = []) =>
  list.some(({ kind }) => barredBy[act].some((one) => one === kind));
