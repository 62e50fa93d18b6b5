import CaseScreen from '../../../src/screens/cases/case.tsx';
import Goods from '../../../src/screens/goods/goods.tsx';
import Warehouse from '../../../src/screens/goods/warehouse.tsx';
import OrderScreen from '../../../src/screens/orders/order.tsx';
import OrderComment from '../../../src/screens/orders/order-comment.tsx';
import { decide } from '../../harness/decide.ts';
import { addGoods, drive } from '../../harness/market.ts';
import { byPin, type FormCase, listed, ordered, type World } from './form-case.ts';

const opened = async (world: World) => {
  const { no } = await drive(world.client.server, await ordered(world), 'to_be_accepted');
  const flags = { order: no, reason: 'Broken.', code: 'damaged' };
  const { id } = (await decide(world.client.server.deps, 'case-open', flags, 'rosa')) as { id: string };
  return `/afterSale?id=${id}`;
};

/** Forms about goods, orders and their cases. */
export const marketForms: readonly FormCase[] = [
  {
    name: 'pay an order',
    file: 'orders/order-pay-sheet',
    at: async (world) => `/order?id=${(await ordered(world)).id}`,
    screen: OrderScreen,
    way: ['.dock .btn.primary'],
    fields: () => ({}),
    ...byPin(),
    call: 'POST /v1/order/pay',
  },
  {
    name: 'decline an order',
    file: 'orders/order',
    at: async (world) => `/order?id=${(await ordered(world)).id}`,
    screen: OrderScreen,
    way: ['.dock .btn:not(.primary)'],
    fields: () => ({}),
    submit: 'dialog .cells .btn:last-child',
    call: 'POST /v1/order/decline',
  },
  {
    name: 'note on an order',
    file: 'orders/order-note-sheet',
    at: async (world) => `/order?id=${(await ordered(world)).id}`,
    screen: OrderScreen,
    way: ['main .item:last-child button.cover'],
    fields: () => ({ '[name=note]': 'Asked for green.' }),
    call: 'POST /v1/order/note',
  },
  {
    name: 'list an article at a price',
    file: 'goods/price-sheet',
    at: async ({ client }) => `/goods?id=${(await addGoods(client.server)).id}`,
    screen: Goods,
    way: ['.dock .btn:not(.primary)'],
    fields: () => ({ '[name=sellingPrice]': '24,50' }),
    call: 'POST /v1/showcase/add',
  },
  {
    name: 'list several articles by a rule',
    file: 'goods/list-many-sheet',
    at: async ({ client }) => {
      await addGoods(client.server);
      return '/goodsList/warehouse';
    },
    screen: Warehouse,
    way: ['.head button:nth-last-of-type(2)', 'li.goods .box.cover input', '.picking .btn.primary'],
    fields: () => ({}),
    further: {
      press: ['dialog .chip:nth-child(2) > input'],
      fields: { 'dialog input[inputmode]': '50' },
    },
    call: 'POST /v1/showcase/add',
  },
  {
    name: 'take an article out of the showcase',
    file: 'goods/remove-sheet',
    at: async (world) => `/goods?id=${await listed(world)}`,
    screen: Goods,
    way: ['.dock .btn:not(.primary)'],
    fields: () => ({}),
    submit: 'dialog .cells .btn:last-child',
    call: 'POST /v1/showcase/del',
  },
  {
    name: 'reject a case',
    file: 'cases/answer-sheet',
    at: opened,
    screen: CaseScreen,
    way: ['.dock .btn:not(.primary)'],
    fields: () => ({ '[name=reason]': 'It left us whole, as the picture shows.' }),
    call: 'POST /v1/order/after-sale',
  },
  {
    name: 'comment on an order',
    file: 'orders/comment-form',
    at: async (world) =>
      `/orderComment?id=${(await drive(world.client.server, await ordered(world), 'accepted')).id}`,
    screen: OrderComment,
    way: ['.form p .btn'],
    fields: () => ({
      '[name=content]': 'Enjoy it, and write to us.',
      '[name=signature]': 'Amina of Olive & Oak',
    }),
    call: 'POST /v1/order-comment',
  },
];
