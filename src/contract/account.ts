import * as v from 'valibot';
import { id, time } from './fields.ts';

// Separate from accounts.ts, so that withdrawals can name an account without the hashing that adding one needs.

/** The specification's three types; `etc_usdt` takes an address of the Ethereum form, `trx_usdt` one of TRON. */
export const accountTypes = ['bank_card', 'etc_usdt', 'trx_usdt'] as const;

/** An account that withdrawals are paid to. Numbers and addresses are masked but for the part that identifies them. */
export const account = v.object({
  id,
  type: v.picklist(accountTypes),
  bankName: v.nullable(v.string()),
  accountName: v.nullable(v.string()),
  branchNo: v.nullable(v.string()),
  last4: v.string(),
  addressMasked: v.nullable(v.string()),
  note: v.nullable(v.string()),
  usableFrom: time,
  /** A withdrawal to it is pending: it cannot be changed or removed. */
  inUse: v.boolean(),
  /** Whether its holder differs from the verified person behind the shop; absent where the two cannot be compared. */
  nameDiffers: v.optional(v.boolean()),
});
