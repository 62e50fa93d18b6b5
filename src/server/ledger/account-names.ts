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

/** Returns the account of the deposit that a merchant's level requires, which covers refunds at its fault. */
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

/** Returns the name of the chain of a shop's postings, or of those without a shop. */
export const chainOf = (shopId: string | null): string => shopId ?? platformChain;

/**
 * The platform's accounts, and whether each may be negative. Those of `world` stand for the outside: what came in from it
 * is negative there, what went out to it positive.
 */
const platformAccounts: Readonly<Record<string, { mayOverdraw: boolean }>> = {
  // The cost of paid orders, until the supplier ships.
  'P.supplier_payable': { mayOverdraw: false },
  // What suppliers owe for goods that were refunded at their fault or came back.
  'P.supplier_receivable': { mayOverdraw: true },
  'P.fees': { mayOverdraw: false },
  // What merchants paid for promotions that are not delivered yet, and what was delivered.
  'P.ads_deferred': { mayOverdraw: false },
  'P.ads_revenue': { mayOverdraw: false },
  // Money that arrived for a recharge which was refused, until it is sent back.
  'P.clearing': { mayOverdraw: false },
  // Withdrawals that were sent and that bank or chain have not confirmed.
  'P.clearing_withdraw': { mayOverdraw: false },
  // What the platform pays from its own money, as no other party owes it.
  'P.loss': { mayOverdraw: true },
  'world:buyer': { mayOverdraw: true },
  'world:supplier': { mayOverdraw: true },
  // Where recharges come from.
  'world:rail': { mayOverdraw: true },
  // Where withdrawals go to.
  'world:payout': { mayOverdraw: true },
};

/** Returns whether an account may be negative: only the outside world, suppliers' debts and losses may. */
export const mayOverdraw = (account: string): boolean =>
  platformAccounts[platformAccountOf(account)]?.mayOverdraw === true;

const platformAccount = /^(P\.\w+|world:\w+)(?::(.+))?$/;

/**
 * Returns the account that a chain holds in place of a platform account. The platform's accounts are held per shop, so
 * that a posting changes rows of one shop only; the whole account is their sum.
 * @throws Error for an account of another shop
 * @example accountInChain('shop_1', 'P.fees') // 'P.fees:shop_1'
 * @example accountInChain('shop_1', 'M.available:shop_1') // 'M.available:shop_1'
 */
export function accountInChain(chain: string, account: string): string {
  const [, kind, part] = platformAccount.exec(account) ?? [];
  const owner = part ?? merchantOf(account)?.shopId ?? chain;
  if (owner !== chain)
    throw new Error(`the account ${account} is not of ${chain}: a posting moves money of one shop`);
  return kind ? `${kind}:${chain}` : account;
}

/**
 * Returns the platform account that a shop's account is a part of; other accounts unchanged.
 * @example platformAccountOf('P.fees:shop_1') // 'P.fees'
 */
export const platformAccountOf = (account: string): string => platformAccount.exec(account)?.[1] ?? account;
