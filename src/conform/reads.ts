import type { CallName } from '../contract/calls.ts';

/** A row of a list as it was answered; what else it holds is not looked at here. */
type Row = Readonly<Record<string, unknown>>;
/** The rows that each list has answered so far. */
export type Lists = ReadonlyMap<CallName, readonly Row[]>;
/** What a call is asked with; undefined where nothing was listed that it could be asked for. */
type InputOf = (lists: Lists) => object | undefined;

const nothing: InputOf = () => ({});
const idIn = (lists: Lists, name: CallName, fits: (row: Row) => boolean = () => true) => {
  const row = lists.get(name)?.find(fits);
  return row?.id === undefined ? undefined : String(row.id);
};
const order = (lists: Lists, ...statuses: string[]) =>
  idIn(lists, 'POST /v1/order/list', (row) => statuses.includes(String(row.status)));

const asOrder: InputOf = (lists) => {
  const orderId = order(lists, 'shipped', 'to_be_accepted', 'accepted', 'completed');
  return orderId ? { orderId } : undefined;
};
const asCase: InputOf = (lists) => {
  const orderId = idIn(lists, 'POST /v1/order/list', (row) => Boolean(row.afterSale));
  return orderId ? { orderId } : undefined;
};
const asQuestion: InputOf = (lists) => {
  const id = idIn(lists, 'POST /v1/home/qa');
  return id ? { id } : undefined;
};
const asPayment: InputOf = (lists) => {
  const id = order(lists, 'pending_payment');
  return id ? { orderIds: id } : undefined;
};
const asQuote: InputOf = (lists) => {
  const id = order(lists, 'pending_payment');
  return id ? { kind: 'order', orderIds: [id] } : undefined;
};

/** Every call that changes nothing, lists before what is asked by their ids. All other calls are never asked for real. */
export const reads: Partial<Record<CallName, InputOf>> = {
  'GET /v1/me': nothing,
  'GET /v1/operator': nothing,
  'POST /v1/store/info': nothing,
  'GET /v1/shop/info': nothing,
  'GET /v1/shop/type': nothing,
  'POST /v1/home/stat': nothing,
  'POST /v1/home/stat_line': () => ({ metric: 'profit', range: 'week' }),
  'POST /v1/goods/type_list': nothing,
  'POST /v1/goods/list': nothing,
  'POST /v1/showcase/list': nothing,
  'POST /v1/order/list': nothing,
  'POST /v1/order/logistics': asOrder,
  'GET /v1/order-comment': asOrder,
  'GET /v1/order/pay/amount': asPayment,
  'POST /v1/quote': asQuote,
  'POST /v1/order/after-sale/info': asCase,
  'POST /v1/operation': () => ({ key: crypto.randomUUID() }),
  'POST /v1/user/wallet': nothing,
  'POST /v1/user/wallet_flow': nothing,
  'POST /v1/user/bank/list': nothing,
  'POST /v1/user/invite/list': nothing,
  'GET /v1/pay/channel': nothing,
  'POST /v1/ad/list': nothing,
  'POST /v1/swipeAd/list': nothing,
  'POST /v1/home/qa': nothing,
  'POST /v1/home/qa_detail': asQuestion,
  'POST /v1/per/info': nothing,
  'POST /v1/notify/check': nothing,
  'POST /v1/notify/list': nothing,
  'POST /v1/shop/statements': nothing,
};
