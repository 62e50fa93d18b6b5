import { type FlowAccount, flowAccounts } from '../../contract/flow.ts';

/**
 * One of a merchant's accounts, as the ledger calls it.
 * @example accountOf('deposit', 'shop_1') // 'M.deposit:shop_1'
 */
export const accountOf = (name: FlowAccount, shopId: string): string => `M.${name}:${shopId}`;

/** What a merchant may spend and withdraw. */
export const availableOf = (shopId: string): string => accountOf('available', shopId);

/** What is on its way out, or held by a restriction. */
export const frozenOf = (shopId: string): string => accountOf('frozen', shopId);

/** What a merchant's level asks for, and claims are paid from. */
export const depositOf = (shopId: string): string => accountOf('deposit', shopId);

/** What was earned and is not released yet. */
export const shopBalanceOf = (shopId: string): string => accountOf('shop', shopId);

/** All of a merchant's accounts. */
export const accountsOf = (shopId: string): string[] => flowAccounts.map((name) => accountOf(name, shopId));

/** What a buyer paid for one order, until it is settled. */
export const escrowOf = (orderId: string): string => `E.order:${orderId}`;

const merchants = /^M\.(\w+):(.+)$/;

/** Which merchant's account it is, and which of them; null for all others. */
export function merchantOf(account: string): { name: FlowAccount; shopId: string } | null {
  const [, name, shopId] = merchants.exec(account) ?? [];
  return name && shopId ? { name: name as FlowAccount, shopId } : null;
}
