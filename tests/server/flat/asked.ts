import { type CallName, callNames, specOf } from '../../../src/contract/calls.ts';
import { after, day } from '../../../src/server/platform/clock.ts';
import { now, type Shop } from './shops.ts';

const days = (back: number) =>
  after(new Date(now), -back * day)
    .toISOString()
    .slice(0, 10);
const list = 'POST /v1/order/list';
const line = 'POST /v1/home/stat_line';
const flow = 'POST /v1/user/wallet_flow';

export type InputOf = (shop: Shop) => object;
/** What is asked by each call that reads; calls that are not named are asked without an input. */
const inputs: Record<string, Record<string, InputOf>> = {
  [list]: {
    'newest first': () => ({}),
    'by date of action': () => ({ sort: 'actBy' }),
    'of one status': () => ({ sort: 'actBy', status: 'completed' }),
    'of rare statuses': () => ({ sort: 'actBy', statuses: ['shipped', 'accepted', 'refunded'] }),
    'newest of two statuses': () => ({ statuses: ['shipped', 'completed'] }),
    'with an open case': () => ({ sort: 'actBy', afterSale: 'open' }),
    'that had a case': () => ({ sort: 'actBy', afterSale: 'any' }),
    'of a week by date of action': () => ({ sort: 'actBy', from: days(40), to: days(34) }),
    'of a year by date of action': () => ({ sort: 'actBy', from: days(365), to: days(1) }),
    'of a year, newest first': () => ({ from: days(365), to: days(1) }),
    'of a year and a status': () => ({ sort: 'actBy', status: 'refunded', from: days(365), to: days(1) }),
    'by release': () => ({ sort: 'releaseAt' }),
    'of a year by release': () => ({ sort: 'releaseAt', from: days(365), to: days(1) }),
    'by its id': ({ orderId }) => ({ id: orderId }),
    'by a rare word': () => ({ sort: 'actBy', keyword: 'rare' }),
    'by a common word': () => ({ sort: 'actBy', keyword: 'lamp' }),
    'by two letters': () => ({ sort: 'actBy', keyword: 'la' }),
    'by a tracking number': () => ({ keyword: 'tr29' }),
    'by the name of a buyer': () => ({ keyword: 'layla' }),
    'by a Chinese word': () => ({ sort: 'actBy', keyword: '水杯' }),
    'by the start of a number': () => ({ sort: 'actBy', keyword: 'sk-202' }),
    'by a word that none has': () => ({ sort: 'actBy', keyword: 'kettle' }),
  },
  [line]: Object.fromEntries(
    ['clicks', 'purchaseCost', 'profit'].flatMap((metric) => [
      ...['today', 'week', 'month'].map((range) => [`${metric} of ${range}`, () => ({ metric, range })]),
      [`${metric} of a year`, () => ({ metric, from: days(365), to: days(0) })],
    ]),
  ),
  'POST /v1/home/goods': {
    'over all time': () => ({}),
    'of a year': () => ({ from: days(365), to: days(0) }),
  },
  'POST /v1/goods/list': { new: () => ({}), clicks: () => ({ sort: 'clicks' }) },
  'POST /v1/goods/detail': { article: ({ goodsId }) => ({ id: goodsId }) },
  'POST /v1/showcase/list': {
    new: () => ({}),
    clicks: () => ({ sort: 'clicks' }),
    earned: () => ({ sort: 'earned' }),
  },
  'POST /v1/notify/list': { all: () => ({}), orders: () => ({ type: 'order' }) },
  'POST /v1/notify/check': { all: () => ({}), 'new orders': ({ orderId }) => ({ ordersAfter: orderId }) },
  'GET /v1/order-comment': {
    all: () => ({}),
    'of an article': ({ goodsId }) => ({ goodsId }),
    'with one star': () => ({ rating: 1 }),
    'without a reply': () => ({ state: 'unanswered' }),
    'of an article, with one star': ({ goodsId }) => ({ goodsId, rating: 1 }),
    'of an order': ({ commentedId }) => ({ orderId: commentedId }),
  },
  [flow]: {
    all: () => ({}),
    'of an order': ({ paidNo }) => ({ refNo: paidNo }),
    'of a withdrawal': ({ withdrawalNo }) => ({ refNo: withdrawalNo }),
    'that came in': () => ({ direction: 'in' }),
  },
  'POST /v1/ad/list': { offers: () => ({}), bought: () => ({ scope: 'mine' }) },
  'POST /v1/order/logistics': { order: ({ orderId }) => ({ orderId }) },
  'POST /v1/order/after-sale/info': { order: ({ orderId }) => ({ orderId }) },
  'POST /v1/home/qa_detail': {},
  'POST /v1/operation': { unknown: () => ({ key: '3f0c8a52-7f0e-4a59-9a59-6f2f8a3b7c11' }) },
  'POST /v1/quote': { order: ({ payableId }) => ({ kind: 'order', orderIds: [payableId] }) },
  'GET /v1/order/pay/amount': { order: ({ payableId }) => ({ orderIds: payableId }) },
};

/** Each call that reads, once for each input. */
export const asked = callNames.flatMap((name) => {
  if (specOf(name).effect !== 'read') return [];
  return Object.entries(inputs[name] ?? { '': () => ({}) }).map(
    ([what, input]): [title: string, name: CallName, input: InputOf] => [
      `${name} ${what}`.trim(),
      name,
      input,
    ],
  );
});

/** Returns whether a call answers by pages. */
export const isPaged = (name: CallName): boolean => {
  const { entries = {} } = specOf(name).input as { entries?: object };
  return 'limit' in entries;
};

/** One case is read by its own id, with the few rows that belong to it. */
export const byItsId = 'POST /v1/order/after-sale/info';

export const foundByNothing = `${list} by a word that none has`;

/** Orders with a case, one in a hundred: counted without a keyword, up to a thousand, and marked as more. */
export const withCases = new Set([`${list} with an open case`, `${list} that had a case`]);
