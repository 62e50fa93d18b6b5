import Promotion from '../../../src/screens/ads/promotion.tsx';
import Appeal from '../../../src/screens/appeals/appeal.tsx';
import Feedback from '../../../src/screens/help/feedback.tsx';
import Identity from '../../../src/screens/identity/identity.tsx';
import Upgrade from '../../../src/screens/levels/upgrade.tsx';
import Shop from '../../../src/screens/shop-edit/shop-edit.tsx';
import { decide } from '../../harness/decide.ts';
import { apply, typed, verify } from '../../harness/identity.ts';
import { payPassword } from '../../harness/server.ts';
import { byPin, type FormCase, fund, keyed, next, photo, type World } from './form-case.ts';

/** A decision against the shop, and where it is objected to. */
const lowered = async ({ client, user }: World) => {
  const { server } = client;
  const change = (points: string) => {
    const facts = { facts: 'Three parcels went to the wrong door.', rule: 'Rule 7.' };
    return decide(server.deps, 'score-change', { shop: user.shopId, points, ...facts }, 'lead');
  };
  await change('50');
  server.clock.advance(60_000);
  await change('-5');
  type Info = { creditLog: { appeal: string | null }[] };
  const { data } = await server.call<Info>('GET /v1/shop/info', {}, { token: user.token });
  return data.creditLog.find(({ appeal }) => appeal)?.appeal ?? '';
};

const offered = async (world: World) => {
  const ad = { title: 'Front row', image: '/files/thing.svg', target: 'shop', price: '10.00' };
  const given = { ...ad, unit: 'click', quantity: 100, days: 10 };
  await fund(world, 50n);
  return decide(world.client.server.deps, 'ad-create', given, 'lead') as Promise<{ id: string }>;
};

/** Forms about the shop, the person behind it, and what they have to say. */
export const businessForms: readonly FormCase[] = [
  {
    name: 'verify one’s identity',
    file: 'identity/identity-form',
    at: async () => '/identity',
    screen: Identity,
    way: ['.btn.primary.block'],
    fields: () => ({
      '[name=realName]': typed.realName,
      '[name=idType]': typed.idType,
      '[name=idNumber]': typed.idNumber,
      'div:nth-of-type(3) .field:first-child [type=file]': photo('front.jpg'),
      'div:nth-of-type(3) .field:last-child [type=file]': photo('back.jpg'),
    }),
    further: { press: ['.dock .cells .btn.primary', '.dock .cells .btn.primary'] },
    call: 'POST /v1/per/ident-upload',
  },
  {
    name: 'take an application back',
    file: 'identity/identity-state',
    at: async ({ client, user }) => {
      await apply(client.server, user);
      return '/identity';
    },
    screen: Identity,
    way: ['.card .btn'],
    fields: () => ({}),
    submit: 'dialog .cells .btn:last-child',
    call: 'POST /v1/per/withdraw',
  },
  {
    name: 'change the shop’s details',
    file: 'shop-edit/shop-form',
    at: async () => '/shop',
    screen: Shop,
    way: ['.items button.cover'],
    fields: () => ({ '[name=name]': 'Atlas Home' }),
    call: 'POST /v1/shop/edit',
  },
  {
    name: 'change the shop’s phone',
    file: 'shop-edit/shop-form',
    at: async () => '/shop',
    screen: Shop,
    way: ['.items .item:nth-child(3) button.cover'],
    fields: () => ({ '[name=phone]': '+212 600 112233' }),
    ...byPin(next),
    call: 'POST /v1/shop/edit',
  },
  {
    name: 'close the shop',
    file: 'shop-edit/close-sheet',
    at: async () => '/shop',
    screen: Shop,
    way: ['.items:last-child .item:last-child button'],
    fields: () => ({}),
    ...byPin(),
    call: 'POST /v1/shop/close',
  },
  {
    name: 'move to another level',
    file: 'levels/upgrade-sheet',
    at: async (world) => {
      await verify(world.client.server, world.user);
      await fund(world, 300n);
      return '/upgrade';
    },
    screen: Upgrade,
    way: ['section button.btn'],
    fields: () => ({}),
    ...byPin(),
    call: 'POST /v1/shop/upgrade',
  },
  {
    name: 'buy a promotion',
    file: 'ads/ad-sheet',
    at: async (world) => {
      await offered(world);
      return '/promotion';
    },
    screen: Promotion,
    way: ['li.card button.btn'],
    fields: () => ({}),
    ...byPin(),
    call: 'POST /v1/ad/pay',
  },
  {
    name: 'stop a promotion',
    file: 'ads/bought-sheet',
    at: async (world) => {
      const input = { adId: (await offered(world)).id, payPassword };
      const { code, msg } = await world.client.server.call('POST /v1/ad/pay', input, keyed(world));
      if (code !== 200) throw new Error(msg);
      return '/promotion';
    },
    screen: Promotion,
    way: ['[role=radiogroup] > :last-child', 'li.item button.cover', 'dialog .stack > .btn'],
    fields: () => ({}),
    submit: 'dialog .cells .btn:last-child',
    call: 'POST /v1/ad/cancel',
  },
  {
    name: 'object to a decision',
    file: 'appeals/appeal-form',
    at: lowered,
    screen: Appeal,
    fields: () => ({ '[name=text]': 'The doors were right, see the carrier’s own record.' }),
    call: 'POST /v1/shop/appeal',
  },
  {
    name: 'write to the operator',
    file: 'help/feedback-form',
    at: async () => '/feedback',
    screen: Feedback,
    fields: () => ({ '[name=content]': 'The list jumps when a badge comes in.' }),
    call: 'POST /v1/home/feedback',
  },
];
