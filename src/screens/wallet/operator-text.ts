import type { FlowRow } from '../../data/wallet.ts';

/** Kinds with a reason that an operator may have written; the reason of others, unless they failed, is the app's text. */
const decided = /^(hold_release|deposit_claim|reversal|correction|compensation)$/;

/** Returns whether an operator's text is in a row: the warning is beside the first such row, and only there. */
export const hasOperatorText = ({ reason, kind, status, recharge, withdrawal }: FlowRow): boolean =>
  Boolean((recharge ?? withdrawal)?.reason || (reason && (status === 'failed' || decided.test(kind))));
