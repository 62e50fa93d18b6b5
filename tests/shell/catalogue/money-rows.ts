import { UNITS } from '../../../src/contract/money.ts';
import { addAccount, card, tron } from '../../harness/bank.ts';
import { verify } from '../../harness/identity.ts';
import { addListed, place } from '../../harness/market.ts';
import { hashOf, openTronChannel } from '../../harness/recharging.ts';
import { jpeg } from '../../harness/sample-files.ts';
import { payPassword } from '../../harness/server.ts';
import type { House, Row } from './house.ts';

const withdraw = ({ send }: House, accountId = 'acc_0000000000000000') =>
  send('POST /v1/user/withdraw/add', { amount: '20.00', accountId, payPassword });
const restrict = ({ user, decide }: House, kind: string) =>
  decide('restrict', { shop: user.shopId, kind, facts: 'A report.', rule: 'Terms 7.' });
const change = ({ send }: House, oldPassword: string, newPassword: string) =>
  send('POST /v1/user/update_pay_password', { oldPassword, newPassword, confirmPassword: newPassword });

async function pay({ server, user, send }: House, typed = payPassword) {
  const order = await place(server, user, (await addListed(server, user)).id, {
    wallet: 'held_until_delivery',
  });
  await send('POST /v1/order/pay', { orderIds: [order.id], payPassword: typed });
}

/** Money, and the password of it: 204, 424, 443 to 446, 448 to 451. */
export const moneyRows: Row[] = [
  {
    code: 204,
    call: 'POST /v1/user/update_pay_password',
    app: 'stays',
    when: 'the new one is the old one',
    make: (house) => change(house, payPassword, payPassword),
  },
  {
    code: 424,
    call: 'POST /v1/order/pay',
    app: 'stays',
    when: 'the balance is not enough',
    make: (house) => pay(house),
  },
  {
    code: 443,
    call: 'POST /v1/user/update_pay_password',
    app: 'stays',
    when: 'the old one is another',
    make: (house) => change(house, '908172', '246813'),
  },
  {
    code: 444,
    call: 'POST /v1/user/bank/add',
    app: 'stays',
    when: 'it is the sixth account',
    async make({ server, user, send }) {
      const numbered = (n: number) => ({ ...card, cardNo: `62220212345678${n}0` });
      for (let n = 0; n < 5; n++) await addAccount(server, user, numbered(n));
      await send('POST /v1/user/bank/add', { type: 'trx_usdt', address: tron[0], payPassword });
    },
  },
  {
    code: 445,
    call: 'POST /v1/order/pay',
    app: 'stays',
    when: 'no payment password was ever set',
    async make(house) {
      const { client, server } = house;
      const user = await server.addUser({ withoutPayPassword: true });
      await client.signIn(user);
      await pay({ ...house, user });
    },
  },
  {
    code: 446,
    call: 'POST /v1/order/pay',
    app: 'stays',
    when: 'the payment password is another',
    make: (house) => pay(house, '908172'),
  },
  {
    code: 448,
    call: 'POST /v1/order/channel/pay',
    app: 'stays',
    when: 'it is less than the least',
    async make({ server, user, send }) {
      await verify(server, user);
      const { id: channelId } = await openTronChannel(server);
      const certificate = new File([new Uint8Array(jpeg())], 'proof.jpg', { type: 'image/jpeg' });
      const input = { channelId, amount: '1.00', txHash: hashOf('little'), certificate };
      await send('POST /v1/order/channel/pay', input);
    },
  },
  {
    code: 449,
    call: 'POST /v1/user/withdraw/add',
    app: 'stays',
    when: 'withdrawals are prohibited',
    async make(house) {
      await restrict(house, 'withdrawal_prohibited');
      await withdraw(house);
    },
  },
  {
    code: 450,
    call: 'POST /v1/user/withdraw/add',
    app: 'stays',
    when: 'the wallet is frozen',
    async make(house) {
      await restrict(house, 'wallet_frozen');
      await withdraw(house);
    },
  },
  {
    code: 451,
    call: 'POST /v1/user/withdraw/add',
    app: 'stays',
    when: 'there is no such account',
    async make(house) {
      await house.server.fund(house.user.shopId, 100n * UNITS);
      await withdraw(house);
    },
  },
];
