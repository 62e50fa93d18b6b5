import { type FlowAccount, flowAccounts } from '../../contract/flow.ts';

/**
 * Returns the name of one of a merchant's accounts in the ledger.
 * @example accountNameOf('deposit', 'shop_1') // 'M.deposit:shop_1'
 */
export const accountNameOf = (name: FlowAccount, shopId: string): string => `M.${name}:${shopId}`;

/** Returns the account of what a merchant may spend and withdraw. */
export const availableOf = (shopId: string): string => accountNameOf('available', shopId);

/** Returns the account of pending withdrawals and other holds. */
export const frozenOf = (shopId: string): string => accountNameOf('frozen', shopId);

/** Returns the account of the deposit that a merchant's level requires and claims are paid from. */
export const depositOf = (shopId: string): string => accountNameOf('deposit', shopId);

/** Returns the account of proceeds that are not released yet. */
export const shopBalanceOf = (shopId: string): string => accountNameOf('shop', shopId);

/** Returns the names of all of a merchant's accounts. */
export const accountsOf = (shopId: string): string[] =>
  flowAccounts.map((name) => accountNameOf(name, shopId));

/** Returns the account of a buyer's payment for one order, until it is settled. */
export const escrowOf = (orderId: string): string => `E.order:${orderId}`;

const merchantAccount = /^M\.(\w+):(.+)$/;

/** Returns the shop and the kind of a merchant's account; null for all other accounts. */
export function merchantOf(account: string): { name: FlowAccount; shopId: string } | null {
  const [, name, shopId] = merchantAccount.exec(account) ?? [];
  return name && shopId ? { name: name as FlowAccount, shopId } : null;
}
