import type { CallName, ReadCall } from '../contract/calls.ts';

/** A row of a list as it was answered; its other members are not read here. */
type Row = Readonly<Record<string, unknown>>;
/** The rows that each list has answered so far. */
export type Lists = ReadonlyMap<CallName, readonly Row[]>;
/** Returns the input of a call; undefined where no list has answered a row to ask for. */
type InputOf = (lists: Lists) => object | undefined;

const noInput: InputOf = () => ({});
const idIn = (lists: Lists, name: CallName, fits: (row: Row) => boolean = () => true) => {
  const row = lists.get(name)?.find(fits);
  return row?.id === undefined ? undefined : String(row.id);
};
const orderIn = (lists: Lists, ...statuses: string[]) =>
  idIn(lists, 'POST /v1/order/list', (row) => statuses.includes(String(row.status)));

const asOrder: InputOf = (lists) => {
  const orderId = orderIn(lists, 'shipped', 'to_be_accepted', 'accepted', 'completed');
  return orderId ? { orderId } : undefined;
};
const asCase: InputOf = (lists) => {
  const orderId = idIn(lists, 'POST /v1/order/list', (row) => Boolean(row.afterSale));
  return orderId ? { orderId } : undefined;
};
const asGoods: InputOf = (lists) => {
  const id = idIn(lists, 'POST /v1/goods/list');
  return id ? { id } : undefined;
};
const asQuestion: InputOf = (lists) => {
  const id = idIn(lists, 'POST /v1/home/qa');
  return id ? { id } : undefined;
};
const asPayment: InputOf = (lists) => {
  const id = orderIn(lists, 'pending_payment');
  return id ? { orderIds: id } : undefined;
};
const asQuote: InputOf = (lists) => {
  const id = orderIn(lists, 'pending_payment');
  return id ? { kind: 'order', orderIds: [id] } : undefined;
};

/**
 * The input of every call that changes nothing, lists before the calls that need their ids. All other calls are never
 * sent with a valid token.
 */
export const reads: Partial<Record<CallName, InputOf>> = {
  'GET /v1/me': noInput,
  'GET /v1/operator': noInput,
  'POST /v1/store/info': noInput,
  'GET /v1/shop/info': noInput,
  'GET /v1/shop/type': noInput,
  'POST /v1/home/stat': noInput,
  'POST /v1/home/goods': noInput,
  'POST /v1/home': noInput,
  'POST /v1/today': noInput,
  'POST /v1/home/stat_line': () => ({ metric: 'profit', range: 'week' }),
  'POST /v1/goods/type_list': noInput,
  'POST /v1/goods/list': noInput,
  'POST /v1/goods/detail': asGoods,
  'POST /v1/showcase/list': noInput,
  'POST /v1/order/list': noInput,
  'POST /v1/order/export': noInput,
  'POST /v1/order/logistics': asOrder,
  'GET /v1/order-comment': asOrder,
  'POST /v1/reply/list': noInput,
  'GET /v1/order/pay/amount': asPayment,
  'POST /v1/quote': asQuote,
  'POST /v1/order/after-sale/info': asCase,
  'POST /v1/operation': () => ({ key: crypto.randomUUID() }),
  'POST /v1/user/wallet': noInput,
  'POST /v1/user/coming': noInput,
  'POST /v1/user/wallet_flow': noInput,
  'POST /v1/user/bank/list': noInput,
  'POST /v1/user/invite/list': noInput,
  'GET /v1/pay/channel': noInput,
  'POST /v1/ad/list': noInput,
  'POST /v1/swipeAd/list': noInput,
  'POST /v1/home/qa': noInput,
  'POST /v1/home/qa_detail': asQuestion,
  'POST /v1/per/info': noInput,
  'POST /v1/notify/check': noInput,
  'POST /v1/notify/list': noInput,
  'POST /v1/shop/statements': noInput,
} satisfies Record<ReadCall, InputOf>;
