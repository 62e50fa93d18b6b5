// One file: what an order is, what a list of orders can be asked for, and the calls about them, which share these fields.

import * as v from 'valibot';
import { type CallSpecs, moneyCodes, userCodes } from './call-spec.ts';
import {
  amount,
  count,
  currency,
  day,
  id,
  ids,
  keyword,
  payPassword,
  prose,
  signedAmount,
  time,
} from './fields.ts';
import { csvColumns } from './file-types.ts';
import { pageInput, pageOf } from './page.ts';
import {
  caseParties,
  caseStates,
  caseTypes,
  endReasons,
  fundings,
  orderActions,
  orderStatuses,
  parcelStatuses,
  scanCodes,
} from './status.ts';
import { wallet } from './wallet.ts';

/** A line of an order; price and cost are for one piece. */
const orderItem = v.object({
  goodsId: id,
  goodsCode: v.string(),
  name: v.string(),
  image: v.string(),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
  price: amount,
  cost: amount,
});

/** Where the buyer's money is: an order without a held payment does not exist. */
const provenance = v.object({ paymentRefMasked: v.string(), paidAt: time, held: amount });

/** Open case on an order: it pauses settlement and release, with who acts next and by when. */
const orderCase = v.object({
  caseId: id,
  type: v.picklist(caseTypes),
  state: v.picklist(caseStates),
  reason: v.string(),
  since: time,
  next: v.nullable(v.picklist(caseParties)),
  actBy: v.nullable(time),
});

/**
 * An order as the merchant sees it. `amount` is what the buyer paid, `cost` the purchase cost, the sum of `goodsCost`
 * and `shipping`, `fee` the platform's fee; `expectedProfit` = amount − cost − fee, and `net` is what settlement adds
 * to the shop balance. Of `payBy`, `refundAt`, `autoAcceptAt`, `settleAt` and `releaseAt` the one of its status has the
 * date at which it goes on by itself; the others are null.
 */
export const order = v.object({
  id,
  no: v.string(),
  status: v.picklist(orderStatuses),
  currency,
  amount,
  cost: amount,
  goodsCost: amount,
  shipping: amount,
  fee: amount,
  /** The amount refunded to the buyer so far: parts of it, or all of it for an order that has ended. */
  refunded: amount,
  expectedProfit: signedAmount,
  net: signedAmount,
  funding: v.picklist(fundings),
  fundingReason: v.nullable(v.string()),
  items: v.array(orderItem),
  createdAt: time,
  payBy: v.nullable(time),
  /** The next date by which the merchant has to act. */
  actBy: v.nullable(time),
  /** When the buyer is refunded, at the supplier's cost, unless the parcel is shipped, or delivered, before. */
  refundAt: v.optional(v.nullable(time)),
  autoAcceptAt: v.nullable(time),
  /** Null while an open case pauses it; the case has the date since then. */
  settleAt: v.nullable(time),
  releaseAt: v.nullable(time),
  remark: v.nullable(v.string()),
  /** The buyer by initials, with the city where it is known: "M. L., Lyon". */
  buyerMasked: v.optional(v.string()),
  /** Where the parcel goes, no nearer than its city. */
  destination: v.optional(v.nullable(v.string())),
  trackingNo: v.optional(v.nullable(v.string())),
  /** What the merchant has noted about it; buyers and the platform are not shown it. */
  note: v.optional(v.nullable(v.string())),
  endReason: v.nullable(v.picklist(endReasons)),
  afterSale: v.nullable(orderCase),
  /** The newest case, open or closed. */
  lastCaseId: v.nullable(id),
  allowedActions: v.array(v.picklist(orderActions)),
  provenance,
  timeline: v.array(v.object({ status: v.picklist(orderStatuses), at: time })),
});

/**
 * Counts of all orders that match the keyword and the days, whichever statuses, cases or turn a list is asked for. Whatever their
 * status, `afterSale` counts orders with an open case, and `merchant` those that wait for the merchant.
 */
const counts = v.object({
  all: count,
  afterSale: count,
  merchant: v.optional(count),
  ...v.entriesFromList(orderStatuses, count),
});

/** The orders that a list or a file has. */
const orderFilter = {
  status: v.optional(v.picklist(orderStatuses)),
  statuses: v.optional(v.pipe(v.array(v.picklist(orderStatuses)), v.maxLength(orderStatuses.length))),
  /** Orders with an open case, or with any case so far. */
  afterSale: v.optional(v.picklist(['open', 'any'])),
  /** Orders that wait for the merchant: to be paid, or with a case to be answered. */
  next: v.optional(v.literal('merchant')),
  keyword: v.optional(keyword),
  from: v.optional(day),
  to: v.optional(day),
};

/** `actBy`: those that wait for the merchant first, by date. `releaseAt`: those that are settled first, by their release. */
const orderSorts = ['actBy', 'newest', 'releaseAt'] as const;

/**
 * Filters of the list. A search looks at number, products and their codes, tracking number, destination and the buyer's
 * initials; a buyer's name is found by a whole word of it, and by no part of one. It reads at most 1,000 orders: those
 * that have the letters of the keyword, or the newest where more have them; with `next` all that wait for the merchant. `from` and `to` are days of the shop, both
 * inclusive, on which the orders were placed.
 */
const orderListInput = v.object({
  ...pageInput,
  /** One order by its id; the answer is a list of one, or 404. */
  id: v.optional(id),
  ...orderFilter,
  sort: v.optional(v.picklist(orderSorts), 'newest'),
});

/** A file has its orders by their age, the oldest first. */
export const orderExportInput = v.object({
  ...orderFilter,
  columns: v.optional(v.picklist(csvColumns), 'labels'),
});

/** A note is for its merchant alone; one that is left out is removed. */
const orderNoteInput = v.object({ id, note: v.optional(prose(1, 300)) });

/** Up to 20 orders at once; with `quoteId` exactly what was quoted is charged, or nothing (203). */
const orderPayInput = v.object({ orderIds: ids(20), quoteId: v.optional(id), payPassword });

/**
 * A scan of a parcel; `tz` is the scan's own time zone. With a code, text and place are in the reader's language;
 * without one they are the carrier's own, in a language that is not known.
 */
const checkpoint = v.object({
  at: time,
  tz: v.string(),
  place: v.string(),
  /** The UN/LOCODE of a city, or the name of a kind of place, such as `sorting_centre`. */
  placeCode: v.optional(v.nullable(v.string())),
  text: v.string(),
  code: v.optional(v.nullable(v.picklist(scanCodes))),
});

export const ordersCalls = {
  'POST /v1/order/list': {
    about: 'Orders by status and other filters, with counts for every status.',
    input: orderListInput,
    output: v.object({
      ...pageOf(order),
      counts,
      totals: v.object({ net: signedAmount }),
      /**
       * The sums of a list of one status: what buyers paid, the purchase cost, and the profit, which is expected or settled
       * as the status says. Null for a list of several.
       */
      sum: v.optional(v.nullable(v.object({ amount, cost: amount, profit: signedAmount }))),
      /** Whether a search stopped at 1,000 orders: counts and totals are at least these. */
      atLeast: v.boolean(),
      /** The newest order, for `ordersAfter` of `POST /v1/notify/check`; with the first page of a list that has the newest orders. */
      newestId: v.optional(v.nullable(id)),
      /** The server's time of the answer: what is left until a date is counted from it. */
      asOf: v.optional(time),
      currency,
    }),
    codes: userCodes(404),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/order/export': {
    about: 'The orders of a filter as a file, by a link that needs no token.',
    input: orderExportInput,
    output: v.object({ fileUrl: v.string() }),
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
    feature: 'find',
  },
  'POST /v1/order/note': {
    about: 'Keep a note of the merchant about an order.',
    input: orderNoteInput,
    output: v.object({ note: v.nullable(v.string()) }),
    codes: userCodes(404),
    auth: 'user',
    effect: 'keyed',
    feature: 'find',
  },
  'POST /v1/order/pay': {
    about: 'Pay the purchase cost of orders, by the balance or by the held payment, as each order says.',
    input: orderPayInput,
    output: v.object({
      results: v.array(
        v.object({ orderId: id, no: v.string(), code: v.number(), status: v.picklist(orderStatuses) }),
      ),
      charged: amount,
      currency,
      wallet,
    }),
    codes: moneyCodes(404),
    auth: 'user',
    effect: 'keyed',
    proof: 'payPassword',
    money: true,
  },
  'POST /v1/order/decline': {
    about: 'Refuse an order that is not paid yet; the buyer gets everything back.',
    input: v.object({ orderId: id, reason: v.optional(prose(1, 200)) }),
    output: v.object({ order }),
    codes: userCodes(203, 404),
    auth: 'user',
    effect: 'keyed',
    feature: 'orderDecline',
  },
  'POST /v1/order/logistics': {
    about: 'Where the parcel of an order is.',
    input: v.object({ orderId: id }),
    output: v.object({
      carrier: v.string(),
      trackingNo: v.string(),
      trackingUrl: v.nullable(v.string()),
      status: v.picklist(parcelStatuses),
      checkpoints: v.array(checkpoint),
      lastScanAt: v.nullable(time),
      /** No scan for longer than the carrier usually needs. */
      stale: v.boolean(),
    }),
    codes: userCodes(404, 435),
    auth: 'user',
    effect: 'read',
  },
} as const satisfies CallSpecs;
