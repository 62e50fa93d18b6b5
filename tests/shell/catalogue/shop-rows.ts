import { randomUUID } from 'node:crypto';
import type { Output } from '../../../src/contract/calls.ts';
import { articles, articleTexts } from '../../../src/server/schema.ts';
import { seedHelp } from '../../../src/server/services/help/seed-help.ts';
import { addGoods, addListed, drive, place } from '../../harness/market.ts';
import { password } from '../../harness/server.ts';
import { anything, failing, type House, type Row } from './house.ts';

const feedback = ({ send }: House, content = 'The photos are too small.') =>
  send('POST /v1/home/feedback', { content });

async function listings(house: House, count: number): Promise<string[]> {
  for (let n = 0; n < count; n++) await addListed(house.server, house.user);
  const { list } = (await house.send('POST /v1/showcase/list', {
    limit: 50,
  })) as Output<'POST /v1/showcase/list'>;
  return list.map(({ id }) => id);
}

/** What is asked, and how the server is: 200 to 203, 400 to 405, 427 to 442, 447, 452 to 454, 500 and 501. */
export const shopRows: Row[] = [
  {
    code: 200,
    call: 'GET /v1/me',
    app: 'stays',
    when: 'all is well',
    make: ({ send }) => send('GET /v1/me', {}),
  },
  {
    code: 201,
    call: 'POST /login',
    app: 'stays',
    when: 'too many passwords were tried',
    signedOut: true,
    async make({ server, send, user }) {
      const wrong = { username: user.username, password: 'not-this-one' };
      for (let n = 0; n < 3; n++) await server.call('POST /login', wrong);
      await server.call('POST /verify_code', { username: user.username });
      await send('POST /login', { username: user.username, password, verifyCode: server.sent[0]?.code });
    },
  },
  {
    code: 202,
    call: 'POST /v1/home/feedback',
    app: 'stays',
    when: 'others were faster five times',
    make: (house) => failing(house, '40001', () => feedback(house)),
  },
  {
    code: 203,
    call: 'POST /v1/order/decline',
    app: 'stays',
    when: 'the order was declined already',
    async make({ server, user, send }) {
      const { id: orderId } = await place(server, user, (await addListed(server, user)).id);
      await send('POST /v1/order/decline', { orderId });
      await send('POST /v1/order/decline', { orderId });
    },
  },
  {
    code: 400,
    call: 'POST /v1/home/feedback',
    app: 'stays',
    when: 'half of the body was lost on the way',
    make(house) {
      const { client, server, user } = house;
      const headers = { authorization: user.token, 'content-type': 'application/json' };
      const cut = { method: 'POST', headers, body: '{"content":"The pho' };
      client.fault('POST /v1/home/feedback', async () => server.app.request('/api/v1/home/feedback', cut));
      return feedback(house);
    },
  },
  {
    code: 402,
    call: 'POST /v1/home/feedback',
    app: 'stays',
    when: 'far too much was sent',
    make: (house) => feedback(house, 'x'.repeat(2_000_000)),
  },
  {
    code: 403,
    call: 'POST /v1/home/stat_line',
    app: 'stays',
    when: 'a field is missing',
    make: ({ send }) => send('POST /v1/home/stat_line', anything({ range: 'today' })),
  },
  {
    code: 404,
    call: 'POST /v1/order/logistics',
    app: 'stays',
    when: 'there is no such order',
    make: ({ send }) => send('POST /v1/order/logistics', { orderId: 'ord_0000000000000000' }),
  },
  {
    code: 405,
    call: 'POST /v1/showcase/add',
    app: 'stays',
    when: 'the price is below the cost',
    async make({ server, send }) {
      const { id: goodsId } = await addGoods(server);
      await send('POST /v1/showcase/add', { items: [{ goodsId, sellingPrice: '11.99' }] });
    },
  },
  {
    code: 427,
    call: 'POST /v1/home/qa',
    app: 'stays',
    when: 'the help is not written in any language',
    async make({ server, send }) {
      const { db } = server.deps;
      await db.delete(articleTexts);
      await db.delete(articles);
      await send('POST /v1/home/qa', {}).finally(() => seedHelp(server.deps));
    },
  },
  {
    code: 430,
    call: 'POST /v1/goods/list',
    app: 'stays',
    when: 'there is no such type of goods',
    make: ({ send }) => send('POST /v1/goods/list', { typeId: 'submarines' }),
  },
  {
    code: 435,
    call: 'POST /v1/order/logistics',
    app: 'stays',
    when: 'the parcel’s carrier was withdrawn',
    async make({ server, user, send, decide }) {
      const order = await place(server, user, (await addListed(server, user)).id);
      await drive(server, order, 'to_be_shipped');
      await decide('ship', { order: order.id, carrier: 'Slow Boat', tracking: 'SB1' });
      await decide('carrier-withdraw', { name: 'Slow Boat' });
      await send('POST /v1/order/logistics', { orderId: order.id });
    },
  },
  {
    code: 441,
    call: 'POST /v1/home/feedback',
    app: 'stays',
    when: 'it is four letters long',
    make: (house) => feedback(house, 'Good'),
  },
  {
    code: 442,
    call: 'POST /v1/showcase/add',
    app: 'stays',
    when: 'the goods are out of stock',
    async make({ server, send }) {
      const { id: goodsId } = await addGoods(server, { stock: 0 });
      await send('POST /v1/showcase/add', { items: [{ goodsId, sellingPrice: '20.00' }] });
    },
  },
  {
    code: 447,
    call: 'POST /v1/showcase/del',
    app: 'stays',
    when: 'the eleventh is removed in one day',
    async make(house) {
      await house.send('POST /v1/showcase/del', { ids: await listings(house, 11) });
    },
  },
  {
    code: 452,
    call: 'POST /v1/showcase/add',
    app: 'stays',
    when: 'the level has no room left',
    async make({ server, send }) {
      const items = [];
      for (let n = 0; n < 21; n++)
        items.push({ goodsId: (await addGoods(server)).id, sellingPrice: '20.00' });
      await send('POST /v1/showcase/add', { items });
    },
  },
  {
    code: 453,
    call: 'POST /v1/user/invite/add',
    app: 'stays',
    when: 'the friend was invited before',
    async make({ send }) {
      await send('POST /v1/user/invite/add', {});
      const { list } = (await send('POST /v1/user/invite/list', {})) as Output<'POST /v1/user/invite/list'>;
      await send('POST /v1/user/invite/add', { friendId: list[0]?.friendId });
    },
  },
  {
    code: 454,
    call: 'POST /v1/user/invite/add',
    app: 'stays',
    when: 'it is the third of the day',
    async make({ send }) {
      for (let n = 0; n < 3; n++) await send('POST /v1/user/invite/add', {}, randomUUID());
    },
  },
  {
    code: 500,
    call: 'POST /v1/home/feedback',
    app: 'stays',
    when: 'our own work does not hold',
    make: (house) => failing(house, '22012', () => feedback(house)),
  },
  {
    code: 501,
    call: 'POST /v1/home/feedback',
    app: 'stays',
    when: 'the disk under the database fails',
    make: (house) => failing(house, '58030', () => feedback(house)),
  },
];
