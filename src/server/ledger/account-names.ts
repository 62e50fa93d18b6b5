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

/** The chain of movements without a shop. */
const platformChain = 'platform';

/** The chain of all postings from the time before each shop had its own; nothing is added to it. */
export const sharedChain = 'shared';

/** Returns the name of the chain of a shop's postings, or of those without a shop. */
export const chainOf = (shopId: string | null): string => shopId ?? platformChain;

const platformAccount = /^(P\.\w+|world:\w+)(?::(.+))?$/;

/**
 * Returns the account that a chain holds in place of a platform account. The platform's accounts are held per shop, so
 * that a posting changes rows of one shop only; the whole account is their sum.
 * @throws Error for an account of another shop
 * @example heldBy('shop_1', 'P.fees') // 'P.fees:shop_1'
 * @example heldBy('shop_1', 'M.available:shop_1') // 'M.available:shop_1'
 */
export function heldBy(chain: string, account: string): string {
  const [, kind, part] = platformAccount.exec(account) ?? [];
  const owner = part ?? merchantOf(account)?.shopId ?? chain;
  if (owner !== chain)
    throw new Error(`the account ${account} is not of ${chain}: a posting moves money of one shop`);
  return kind ? `${kind}:${chain}` : account;
}

/**
 * Returns the platform account that a shop's account is a part of; other accounts unchanged.
 * @example wholeOf('P.fees:shop_1') // 'P.fees'
 */
export const wholeOf = (account: string): string => platformAccount.exec(account)?.[1] ?? account;
