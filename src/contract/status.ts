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
/** The status of an order. */
export type OrderStatus = (typeof orderStatuses)[number];

/** What a merchant can do with an order. The server says which are allowed now, in `allowedActions`. */
export const orderActions = ['pay', 'decline', 'logistics', 'afterSale', 'comment'] as const;
/** An action of a merchant on an order. */
export type OrderAction = (typeof orderActions)[number];

/**
 * Actions by status for a server that sends no `allowedActions`: only those that the specification's own calls can
 * carry out; the others need a server that lists them.
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
  'deliver_by_passed',
  'lost',
  'return_approved',
] as const;

/** Who pays an order's purchase cost: the buyer's held payment, or the merchant's balance. */
export const fundings = ['escrow', 'wallet'] as const;
/** `escrow`: the held payment. `wallet`: the balance. */
export type Funding = (typeof fundings)[number];

/** What a buyer asks for after the sale; `return_refund` sends the goods back first. */
export const caseTypes = ['refund', 'return_refund'] as const;

/** The reasons for a buyer's request. */
export const caseReasons = [
  'not_received',
  'damaged',
  'wrong_goods',
  'not_as_described',
  'broken_promise',
  'changed_mind',
  'other',
] as const;

/** The states of a case, from the request on; `merchant_due` waits for the merchant. */
export const caseStates = [
  'requested',
  'merchant_due',
  'approved',
  'rejected',
  'platform_review',
  'returning',
  'received',
  'closed',
] as const;
/** The state of a case. */
export type CaseState = (typeof caseStates)[number];

/** The parties of a case. */
export const caseParties = ['buyer', 'merchant', 'supplier', 'platform', 'system'] as const;

/** The outcome of a closed case; `order_ended` when its order was refunded apart from it. */
export const caseOutcomes = [
  'refunded',
  'partly_refunded',
  'rejected',
  'withdrawn',
  'lapsed',
  'order_ended',
] as const;

/**
 * Who bears the purchase cost of a refunded order: the supplier, the merchant, or, for returned goods, the supplier who
 * has them again.
 */
export const faults = ['supplier', 'merchant', 'returned'] as const;
/** Who bears the purchase cost of a refunded order. */
export type Fault = (typeof faults)[number];

/** The states of a parcel, as carriers report them. */
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

/** What a scan of a parcel reports: the state that it is in, or a step that leaves it in one. */
export const scanCodes = [
  ...parcelStatuses,
  'picked_up',
  'departed',
  'arrived',
  'customs',
  'customs_cleared',
  'customs_held',
  'delayed',
  'address_problem',
  'damaged',
  'refused',
  'returning',
] as const;

/** Whether an article is in the showcase. */
export const goodsStatuses = ['listed', 'unlisted'] as const;
/** Why an article left the showcase; `merchant` is the only reason that the merchant decides. */
export const unlistReasons = ['merchant', 'stock_out', 'cost_change', 'goods_withdrawn', 'policy'] as const;

/** The states of the verification of a person. */
export const identityStatuses = ['unverified', 'applying', 'verified', 'rejected'] as const;

/** Results of recharges and withdrawals; `moderated` is under review, and `step` has its progress. */
export const results = ['completed', 'failed', 'moderated'] as const;
/** The steps of a recharge. */
export const rechargeSteps = ['under_review', 'confirmed', 'rejected'] as const;
/** The steps of a withdrawal. */
export const withdrawSteps = ['submitted', 'sent', 'paid', 'cancelled', 'rejected', 'returned'] as const;
/** Why the money of a withdrawal is out of reach: being paid, on its way, overdue, or back and on hold. */
export const withdrawWaits = ['paying', 'sent', 'overdue', 'recalled'] as const;
/** The states that an unconfirmed withdrawal enters by time. */
export const withdrawPassings = ['overdue', 'recalled'] as const;

/** The four levels, from the first to the highest. */
export const shopLevels = ['shop', 'merchant', 'agent', 'partner'] as const;
/** The brands of other companies that levels carry in their names. */
export const levelBrands: Partial<Record<(typeof shopLevels)[number], string>> = { agent: 'TikTok' };
/** What a level may require of a shop; `brand` only its operator can meet. */
export const levelRequirements = ['brand', 'identity', 'deposit', 'first_withdrawal'] as const;

/** What a promotion promotes: the whole shop, or one article of its showcase. */
export const adTargets = ['shop', 'goods'] as const;
/** The units of a promotion: displays, or clicks. */
export const adUnits = ['display', 'click'] as const;
/** The states of a purchased promotion. */
export const adStatuses = ['running', 'completed', 'cancelled'] as const;

/**
 * The rights that a user may have beyond the own shop, as named in `permissions` of `GET /v1/me`: `product_support` is
 * the contact to product experts, and their articles.
 */
export const permissions = ['product_support'] as const;
/** A name that `permissions` of `GET /v1/me` may hold. */
export type Permission = (typeof permissions)[number];

/** The parts of the world that a supplier may name in place of a country; `world` is all of it. */
export const worldParts = ['world', 'africa', 'americas', 'asia', 'europe', 'oceania'] as const;
