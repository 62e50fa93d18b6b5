import type { FlowRow } from '../../data/wallet.ts';
import { ScamWarning } from '../pay/scam-warning.tsx';

/** Kinds whose reason an operator may have written; the reason of others, unless they failed, is the app's text. */
const decided = /^(hold_release|deposit_claim|reversal|correction|compensation)$/;

/** A warning beside rows with an operator's text, and only there: a warning everywhere is not read. */
export function RowsWarning({ rows }: { rows: readonly FlowRow[] }) {
  const hasOperatorText = rows.some(
    ({ reason, kind, status, recharge, withdrawal }) =>
      (recharge ?? withdrawal)?.reason || (reason && (status === 'failed' || decided.test(kind))),
  );
  return hasOperatorText ? <ScamWarning /> : null;
}
