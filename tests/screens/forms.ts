import type { FC } from 'react';
import type { CallName } from '../../src/contract/calls.ts';
import AfterSaleScreen from '../../src/screens/cases/after-sale.tsx';
import Warehouse from '../../src/screens/goods/warehouse.tsx';
import OrderScreen from '../../src/screens/orders/order.tsx';
import OrderComment from '../../src/screens/orders/order-comment.tsx';
import Login from '../../src/screens/session/login.tsx';
import { decide } from '../../src/server/ops/decisions.ts';
import type { Client } from '../harness/client.ts';
import { addGoods, addListed, drive, one, place } from '../harness/market.ts';
import { password, type TestUser } from '../harness/server.ts';
import type { open } from '../harness/stage.tsx';

export type Page = ReturnType<typeof open>;
export interface World {
  client: Client;
  user: TestUser;
}

/** A form of the app: where it stands, how one comes to it, and what a merchant types into it. */
export interface FormCase {
  name: string;
  /** Makes what it is about, and says its address. */
  at(world: World): Promise<string>;
  screen: FC;
  /** What is pressed until the form is there, in order, by selector; each in the language of whoever looks. */
  way?: readonly string[];
  /** What is typed, by selector. */
  fields(world: World): Readonly<Record<string, string>>;
  /** Asked anew after a refusal, and never written down. */
  secret?: readonly string[];
  /** What sends it; the last submit button inside of its form unless said otherwise. */
  submit?: string;
  call: CallName;
  /** Signed in already, as all screens but the door. */
  signedOut?: true;
  /** Whether what was typed comes back after a reload; where not, why not. */
  draft: true | 'only secrets' | 'nothing typed';
}

const listed = async ({ client, user }: World) => (await addListed(client.server, user)).id;
const ordered = async (world: World) =>
  place(world.client.server, world.user, await listed(world), { wallet: 'held_until_delivery' });

/** Every form of the app; whoever adds a form adds it here, and the matrix does the rest. */
export const forms: readonly FormCase[] = [
  {
    name: 'sign in',
    at: async () => '/login',
    screen: Login,
    fields: ({ user }) => ({ '[name=username]': user.username, '[name=password]': password }),
    secret: ['[name=password]'],
    call: 'POST /login',
    signedOut: true,
    draft: 'only secrets',
  },
  {
    name: 'pay an order',
    at: async (world) => `/order?id=${(await ordered(world)).id}`,
    screen: OrderScreen,
    way: ['.dock .btn.primary'],
    fields: () => ({ '.pin input': '135790' }),
    secret: ['.pin input'],
    call: 'POST /v1/order/pay',
    draft: 'only secrets',
  },
  {
    name: 'decline an order',
    at: async (world) => `/order?id=${(await ordered(world)).id}`,
    screen: OrderScreen,
    way: ['.dock .btn:not(.primary)'],
    fields: () => ({}),
    submit: 'dialog .cells .btn:last-child',
    call: 'POST /v1/order/decline',
    draft: 'nothing typed',
  },
  {
    name: 'list an article at a price',
    at: async ({ client }) => {
      await addGoods(client.server);
      return '/goodsList/warehouse';
    },
    screen: Warehouse,
    way: ['li.goods .btn.soft'],
    fields: () => ({ '[name=sellingPrice]': '24,50' }),
    call: 'POST /v1/showcase/add',
    draft: true,
  },
  {
    name: 'reject a case',
    at: async (world) => {
      const { no } = await drive(world.client.server, await ordered(world), 'to_be_accepted');
      const flags = { order: no, reason: 'Broken.', code: 'damaged' };
      const { id } = (await decide(world.client.server.deps, 'case-open', flags, 'rosa')) as { id: string };
      return `/afterSale?id=${id}`;
    },
    screen: AfterSaleScreen,
    way: ['.card .cells .btn:last-child'],
    fields: () => ({ '[name=reason]': 'It left us whole, as the picture shows.' }),
    call: 'POST /v1/order/after-sale',
    draft: true,
  },
  {
    name: 'comment on an order',
    at: async (world) =>
      `/orderComment?id=${(await drive(world.client.server, await ordered(world), 'accepted')).id}`,
    screen: OrderComment,
    way: ['.stack > .btn.block'],
    fields: () => ({
      '[name=content]': 'Enjoy it, and write to us.',
      '[name=signature]': 'Amina of Olive & Oak',
    }),
    call: 'POST /v1/order-comment',
    draft: true,
  },
];

/** What a shop needs before its forms can be sent. */
export const supplied = async (client: Client): Promise<TestUser> => {
  const user = await client.server.addUser();
  await client.server.fund(user.shopId, 500n * one);
  return user;
};
