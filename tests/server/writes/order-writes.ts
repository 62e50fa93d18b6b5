import { codes } from '../../../src/contract/errors.ts';
import { driveCase, request } from '../../harness/cases.ts';
import { addListed, drive, place } from '../../harness/market.ts';
import { payPassword } from '../../harness/server.ts';
import { ask, type Desk, field, say, type Write } from './write.ts';

const placed = async (desk: Desk) => {
  const { server, user, known } = desk;
  const { id: goodsId } = await addListed(server, user);
  const order = await place(server, user, goodsId, { wallet: 'held_until_delivery' });
  Object.assign(known, { orderId: order.id, goodsId });
  return order;
};
const byOrder = ({ known }: Desk) => ({ orderId: known.orderId });
const status = field('POST /v1/order/list', 'list.0.status', ({ known }) => ({ id: known.orderId }));

const promotion = async (desk: Desk): Promise<string> => {
  const ad = { title: 'Top of the list', image: '/files/thing.svg', target: 'shop', unit: 'click' };
  return (await say(desk, 'ad-create', { ...ad, days: '30', price: '9.00', quantity: '10' })).id;
};
const mine = (path: string) => field('POST /v1/ad/list', path, () => ({ scope: 'mine' }));

/** Orders, their cases and comments, promotions. */
export const orderWrites: Write[] = [
  {
    call: 'POST /v1/order/pay',
    read: status,
    was: 'pending_payment',
    becomes: 'to_be_shipped',
    again: codes.invalidOperation,
    input: async (desk) => ({ orderIds: [(await placed(desk)).id], payPassword }),
  },
  {
    call: 'POST /v1/order/decline',
    read: status,
    was: 'pending_payment',
    becomes: 'cancelled',
    again: codes.invalidOperation,
    input: async (desk) => ({ orderId: (await placed(desk)).id }),
  },
  {
    call: 'POST /v1/order/note',
    read: field('POST /v1/order/list', 'list.0.note', ({ known }) => ({ id: known.orderId })),
    was: null,
    becomes: 'Call before noon',
    again: codes.ok,
    input: async (desk) => ({ id: (await placed(desk)).id, note: 'Call before noon' }),
  },
  {
    call: 'POST /v1/order/after-sale',
    was: 'merchant_due',
    becomes: 'rejected',
    read: field('POST /v1/order/after-sale/info', 'case.state', byOrder),
    again: codes.invalidOperation,
    input: async (desk) => {
      const { id } = await drive(desk.server, await placed(desk), 'to_be_accepted');
      const { id: caseId } = await driveCase(desk.server, await request(desk.server, id), 'merchant_due');
      return { caseId, answer: 'reject', reason: 'It left the house whole.' };
    },
  },
  {
    call: 'POST /v1/order-comment',
    was: 0,
    becomes: 1,
    again: codes.ok,
    read: field('GET /v1/order-comment', 'list.length', byOrder),
    input: async (desk) => {
      const { id: orderId } = await drive(desk.server, await placed(desk), 'accepted');
      return { orderId, content: 'Thank you!', signature: 'Olive & Oak' };
    },
  },
  {
    call: 'POST /v1/ad/pay',
    read: mine('list.length'),
    was: 0,
    becomes: 1,
    again: codes.ok,
    input: async (desk) => ({ adId: await promotion(desk), payPassword }),
  },
  {
    call: 'POST /v1/ad/cancel',
    read: mine('list.0.purchase.status'),
    was: 'running',
    becomes: 'cancelled',
    again: codes.invalidOperation,
    input: async (desk) => {
      const paid = { adId: await promotion(desk), payPassword };
      const { data } = await ask<{ purchase: { id: string } }>(desk, 'POST /v1/ad/pay', paid);
      return { purchaseId: data.purchase.id };
    },
  },
];
