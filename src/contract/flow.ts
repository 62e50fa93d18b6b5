/** Every reason for which money moves on a merchant's accounts: the kinds of rows in the wallet's flow. */
export const flowKinds = [
  'recharge',
  'order_pay',
  'order_refund',
  'settlement',
  'release',
  'withdraw',
  'withdraw_sent',
  'withdraw_return',
  'ad',
  'ad_refund',
  'deposit',
  'deposit_return',
  'upgrade_fee',
  'hold',
  'hold_release',
  'reversal',
  'correction',
  'compensation',
] as const;
/** Why a row of the flow moved money. */
export type FlowKind = (typeof flowKinds)[number];

/** The merchant's four accounts; money still in settlement is not the merchant's and has no account here. */
export const flowAccounts = ['available', 'frozen', 'shop', 'deposit'] as const;
/** An account of the merchant. */
export type FlowAccount = (typeof flowAccounts)[number];
