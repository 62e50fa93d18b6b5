import type { InferOutput } from 'valibot';
import type { account } from '../../../contract/account.ts';
import { masked } from '../../platform/mask.ts';
import type { PayTo } from '../../schema/withdrawals.ts';
import { holderDiffers } from './holder.ts';

export type Account = InferOutput<typeof account>;

interface Shown extends PayTo {
  id: string;
  usableFrom: Date;
}

interface State {
  inUse: boolean;
  /** The name of the verified person behind the shop. */
  verifiedName?: string | null;
}

/** Returns an account as its owner sees it: of the number only the last four characters. */
export const shownAccount = (row: Shown, state: State): Account => ({
  id: row.id,
  type: row.type,
  bankName: row.bankName,
  accountName: row.accountName,
  branchNo: row.branchNo,
  note: row.note,
  last4: row.number.slice(-4),
  addressMasked: row.type === 'bank_card' ? null : masked(row.number),
  usableFrom: row.usableFrom.toISOString(),
  inUse: state.inUse,
  nameDiffers: holderDiffers(row.accountName, state.verifiedName ?? null),
});
