import { type FlowKind, flowAccounts, flowKinds } from '../../contract/flow.ts';
import type { FlowFilter } from '../../data/wallet.ts';
import { paths } from '../../paths.ts';

type Query = Readonly<Record<string, string>>;

/** Reads the filter from the address. One account at a time, except for an order, which has rows in several. */
export function readFilter({ account, direction, kind, refNo }: Query): FlowFilter {
  const known = flowAccounts.find((one) => one === account);
  const kinds = flowKinds.filter((one) => one === kind);
  return {
    account: known ?? (refNo ? undefined : 'available'),
    direction: direction === 'in' || direction === 'out' ? direction : undefined,
    kinds: kinds.length > 0 ? kinds : undefined,
    refNo: refNo?.slice(0, 64) || undefined,
  };
}

export const filterHref = ({ account, direction, kinds, refNo }: FlowFilter): string =>
  paths.walletFlow.href({ account, direction, kind: kinds?.[0], refNo });

export const kindIn = ({ kinds }: FlowFilter): FlowKind | undefined => kinds?.[0];

/** Returns whether the rows are all of an account: only then is their sum a balance. */
export const isWhole = ({ account, direction, kinds, refNo }: FlowFilter): boolean =>
  account !== undefined && direction === undefined && kinds === undefined && refNo === undefined;
