import * as v from 'valibot';
import { id, operatorTexts, time } from './fields.ts';

/** A restriction on a merchant, wherever it appears: what, why, by which rule, until when, and how to appeal. */
export const restriction = v.object({
  id,
  /** For example `account_disabled`, `withdrawal_prohibited`, `wallet_frozen`. */
  kind: v.string(),
  facts: v.string(),
  rule: v.string(),
  operatorTexts,
  since: time,
  until: v.nullable(time),
  reviewBy: v.nullable(time),
  /** In-app path of the appeal form. */
  appeal: v.nullable(v.string()),
  /** The statement of reasons as a downloadable file. */
  fileUrl: v.nullable(v.string()),
});

/** Files that a merchant can always download, even while the account is blocked; the links last until `until`. */
export const exportLinks = v.object({
  wallet: v.string(),
  orders: v.string(),
  statements: v.string(),
  until: time,
});
