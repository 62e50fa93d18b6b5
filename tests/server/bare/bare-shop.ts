// A back end that knows the specification and nothing else: its 44 paths, the fields of its entities, its codes. It shares
// no line with Souk's own server. Ids and amounts are numbers, dates are written with a space, texts stand in `message`,
// lists are bare, and whatever the specification leaves open is left out. Money moves for real, once a call, keys or not.
import { randomUUID } from 'node:crypto';

export const merchant = { username: 'bare', password: 'bare-pass-1', payPassword: '246813' };

export type Body = Record<string, unknown>;
type Reply = { code: number; message: string; data?: unknown };
type Call = (body: Body, query: URLSearchParams) => Reply;

const ok = (data?: unknown): Reply => ({ code: 200, message: 'ok', data });
const no = (code: number, message: string): Reply => ({ code, message });
const spaced = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

const goodsNames = ['Desk lamp', 'Glass teapot', 'Canvas bag', 'Bath mat'];
const statuses = ['pending_payment', 'pending_payment', 'shipped', 'completed', 'in_customs'];

/** The state of one shop, in memory, and every call on it. */
export function bareShop() {
  const tokens = new Set<string>();
  const wallet = {
    balance: 100,
    frozenAmount: 10,
    shopBalance: 25.5,
    depositMargin: 0,
    settlementAmount: 12.25,
  };
  const goods = goodsNames.map((name, i) => ({
    id: i + 1,
    goodsCode: `G${i + 1}`,
    goodsNo: `N${i + 1}`,
    name,
    cost: 8.4 + i,
    clicks: i,
  }));
  const showcase = new Map<
    number,
    {
      id: number;
      goodsId: number;
      name: string;
      sellingPrice: number;
      cost: number;
      profit: number;
      clicks: number;
    }
  >();
  const orders = statuses.map((status, i) => ({
    id: 900 + i,
    no: `B-${900 + i}`,
    amount: 30.1,
    quantity: 1,
    status,
    createdAt: spaced(i),
    remark: '',
  }));
  const flow = [
    { id: 1, at: spaced(3), kind: 'recharge', direction: 'in', amount: 100, account: 'available' },
  ];
  const accounts: Body[] = [];
  const notices = [{ id: 1, title: 'Welcome', body: 'Your shop is open.', createdAt: spaced(1) }];
  const none: Call = () => ok([]);
  const done: Call = () => ok({});
  const costOf = (ids: unknown[]) => ids.length * 9.5;
  const idsOf = (value: unknown) =>
    String(value ?? '')
      .split(',')
      .filter(Boolean)
      .map(Number);

  const pay: Call = ({ orderIds, payPassword }) => {
    if (payPassword !== merchant.payPassword) return no(446, 'Wrong payment password');
    const due = orders.filter(
      ({ id, status }) => idsOf(orderIds).includes(id) && status === 'pending_payment',
    );
    if (due.length === 0) return no(203, 'Invalid operation');
    if (costOf(due) > wallet.balance) return no(424, 'Insufficient balance');
    wallet.balance -= costOf(due);
    for (const order of due) order.status = 'to_be_shipped';
    flow.unshift({
      id: flow.length + 1,
      at: spaced(0),
      kind: 'order_pay',
      direction: 'out',
      amount: costOf(due),
      account: 'available',
    });
    return ok();
  };
  const add: Call = ({ items }) => {
    for (const { goodsId, sellingPrice } of items as { goodsId: string; sellingPrice: string }[]) {
      const found = goods.find(({ id }) => id === Number(goodsId));
      if (!found) return no(404, 'Record not found');
      const price = Number(sellingPrice);
      showcase.set(found.id, {
        id: found.id,
        goodsId: found.id,
        name: found.name,
        sellingPrice: price,
        cost: found.cost,
        profit: price - found.cost,
        clicks: 0,
      });
    }
    return ok();
  };
  const remove: Call = ({ ids }) => {
    for (const id of ids as string[]) showcase.delete(Number(id));
    return ok();
  };
  const login: Call = ({ username, password }) => {
    if (username !== merchant.username || password !== merchant.password)
      return no(413, 'Wrong username or password');
    const token = randomUUID();
    tokens.add(token);
    return ok({ token });
  };
  const shop = {
    name: 'Bare shop',
    address: '1 Quay',
    phone: '555',
    level: 'shop',
    credit: 88,
    star: 4,
    visitors: 12,
    logo: '',
  };
  const byStatus: Call = ({ status, statuses: several }) => {
    const wanted = (several ?? (status ? [status] : [])) as string[];
    return ok(orders.filter((order) => wanted.length === 0 || wanted.includes(order.status)));
  };

  const calls: Record<string, Call> = {
    'POST /login': login,
    'POST /invite_code': () => no(439, 'Registration is closed'),
    'POST /v1/showcase/list': () => ok([...showcase.values()]),
    'POST /v1/showcase/add': add,
    'POST /v1/showcase/del': remove,
    'POST /v1/goods/type_list': none,
    'POST /v1/goods/list': () => ok(goods),
    'POST /v1/home/stat': () =>
      ok({ today: { clicks: 3, purchaseCost: 9.5, profit: 4 }, week: {}, month: {} }),
    'POST /v1/home/stat_line': none,
    'POST /v1/home/qa': none,
    'POST /v1/home/qa_detail': () => no(404, 'Record not found'),
    'POST /v1/home/feedback': done,
    'POST /v1/user/wallet': () => ok(wallet),
    'POST /v1/user/wallet_flow': () => ok(flow),
    'POST /v1/notify/check': () => ok({ unread: 1 }),
    'POST /v1/notify/read': done,
    'POST /v1/notify/list': () => ok(notices),
    'POST /v1/user/bank/list': () => ok(accounts),
    'POST /v1/user/bank/edit': done,
    'POST /v1/user/bank/del': done,
    'POST /v1/user/bank/add': (body) => ok(void accounts.push({ ...body, id: accounts.length + 1 })),
    'POST /v1/user/withdraw/add': () => no(449, 'Withdrawals are disabled'),
    'POST /v1/user/invite/list': none,
    'POST /v1/user/invite/add': () => no(439, 'Registration is closed'),
    'POST /v1/user/update_pay_password': done,
    'POST /v1/order/list': byStatus,
    'POST /v1/order/logistics': () => ok({ carrier: 'Post', trackingNo: 7700 }),
    'POST /v1/order/pay': pay,
    'POST /v1/ad/list': none,
    'POST /v1/ad/pay': () => no(404, 'Record not found'),
    'POST /v1/per/info': () => ok({ status: 'unverified' }),
    'POST /v1/shop/upgrade': () => no(409, 'Insufficient permissions'),
    'POST /v1/store/info': () => ok(shop),
    'POST /v1/swipeAd/list': none,
    'POST /v1/order-comment': done,
    'POST /v1/per/ident-upload': done,
    'POST /v1/order/channel/pay': () => no(448, 'Below the minimum'),
    'POST /v1/upload/logo': () => ok({ url: '/x.png' }),
    'GET /v1/pay/channel': none,
    'GET /v1/me': () => ok({ fileHost: '', serviceLink: '', invite: '', lang: 'en' }),
    'GET /v1/shop/type': none,
    'GET /v1/order/pay/amount': (_, query) => ok({ amount: costOf(idsOf(query.get('orderIds'))) }),
    'GET /v1/order-comment': none,
    'GET /v1/shop/info': () => ok(shop),
  };
  return { calls, tokens, wallet, orders, showcase };
}
