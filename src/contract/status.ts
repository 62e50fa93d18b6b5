/** The ten order statuses, in the order in which an order passes through them. */
export const orderStatuses = [
  'pending_payment',
  'to_be_shipped',
  'shipped',
  'to_be_accepted',
  'accepted',
  'pending_settlement',
  'waiting_for_withdrawal',
  'completed',
  'cancelled',
  'refunded',
] as const;
/** Where an order stands. */
export type OrderStatus = (typeof orderStatuses)[number];

/** What a merchant can do with an order. The server says which are allowed now, in `allowedActions`. */
export const orderActions = ['pay', 'decline', 'logistics', 'afterSale', 'comment'] as const;
/** A thing that a merchant can do with an order. */
export type OrderAction = (typeof orderActions)[number];

/**
 * Actions by status for a server that sends no `allowedActions`. Only what the specification's own calls can
 * carry out stands here; the rest needs a server that says so.
 */
export const fallbackActions: Record<OrderStatus, readonly OrderAction[]> = {
  pending_payment: ['pay'],
  to_be_shipped: [],
  shipped: ['logistics'],
  to_be_accepted: ['logistics'],
  accepted: ['logistics', 'comment'],
  pending_settlement: ['logistics', 'comment'],
  waiting_for_withdrawal: ['logistics', 'comment'],
  completed: ['logistics', 'comment'],
  cancelled: [],
  refunded: [],
};

/** Why an order ended before its merchant earned on it. */
export const endReasons = [
  'declined',
  'buyer_cancelled',
  'pay_by_passed',
  'refund_approved',
  'ship_by_passed',
  'lost',
  'return_approved',
] as const;

/** Who pays an order's purchase cost: the buyer's held payment, or the merchant's balance. */
export const fundings = ['escrow', 'wallet'] as const;
/** `escrow`: the held payment. `wallet`: the balance. */
export type Funding = (typeof fundings)[number];

/** What a buyer asks for after the sale; `return_refund` sends the goods back first. */
export const afterSaleTypes = ['refund', 'return_refund'] as const;

/** Why a buyer asks. */
export const afterSaleReasons = [
  'not_received',
  'damaged',
  'wrong_goods',
  'not_as_described',
  'broken_promise',
  'changed_mind',
  'other',
] as const;

/** Where a case stands, from the request on; `merchant_due` waits for the merchant. */
export const afterSaleStates = [
  'requested',
  'merchant_due',
  'approved',
  'rejected',
  'platform_review',
  'returning',
  'received',
  'closed',
] as const;
/** Where a case stands. */
export type AfterSaleState = (typeof afterSaleStates)[number];

/** Who has something to do on a case. */
export const afterSaleParties = ['buyer', 'merchant', 'supplier', 'platform', 'system'] as const;

/** How a closed case ended; `order_ended` when its order was refunded beside it. */
export const afterSaleOutcomes = [
  'refunded',
  'partly_refunded',
  'rejected',
  'withdrawn',
  'lapsed',
  'order_ended',
] as const;

/**
 * Who bears the purchase cost of a refunded order: the supplier, the merchant, or, for goods that came back, the
 * supplier who has them again.
 */
export const faults = ['supplier', 'merchant', 'returned'] as const;
/** Who bears the purchase cost of a refunded order. */
export type Fault = (typeof faults)[number];

/** Where a claim on a deposit stands: open to objection, objected to, paid to the buyer, or dropped. */
export const claimStates = ['open', 'objected', 'paid', 'dropped'] as const;

/** Where a parcel is, as carriers report it. */
export const parcelStatuses = [
  'pending',
  'info_received',
  'in_transit',
  'out_for_delivery',
  'attempt_failed',
  'ready_for_pickup',
  'delivered',
  'exception',
  'expired',
] as const;

/** Whether an article stands in the showcase. */
export const goodsStatuses = ['listed', 'unlisted'] as const;
/** Why an article left it; `merchant` is the only one that the merchant decides. */
export const unlistReasons = ['merchant', 'stock_out', 'cost_change', 'goods_withdrawn', 'policy'] as const;

/** Where the verification of a person stands. */
export const identityStatuses = ['unverified', 'applying', 'verified', 'rejected'] as const;

/** Results of recharges and withdrawals; `moderated` is under review, and `step` says how far it is. */
export const results = ['completed', 'failed', 'moderated'] as const;
/** How far a recharge is. */
export const rechargeSteps = ['under_review', 'confirmed', 'rejected'] as const;
/** How far a withdrawal is. */
export const withdrawSteps = ['submitted', 'sent', 'paid', 'cancelled', 'rejected', 'returned'] as const;

/** The four levels, from the first to the highest. */
export const shopLevels = ['shop', 'merchant', 'agent', 'partner'] as const;

/** What a promotion promotes: the whole shop, or one article of its showcase. */
export const adTargets = ['shop', 'goods'] as const;
/** What a promotion is counted in: how often it was shown, or how often somebody followed it. */
export const adUnits = ['display', 'click'] as const;
/** Where a promotion that was bought stands. */
export const adStatuses = ['running', 'completed', 'cancelled'] as const;
