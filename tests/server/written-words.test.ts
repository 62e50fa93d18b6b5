import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { usableAccount } from '../harness/bank.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { withdraw } from '../harness/withdrawing.ts';

// Stored words are also looked up as keys of texts. These are members of every object, and none of ours.
describe.each(['constructor', 'toString', '__proto__'])('the words %j of an operator', (words) => {
  let server: TestServer;
  let user: TestUser;

  beforeAll(async () => {
    server = await startTestServer('postgres');
    user = await server.addUser();
    await server.fund(user.shopId, 100n * UNITS);
  });
  afterAll(() => server.close());

  const ask = (name: string, input: object = {}) => server.call(name, input, { token: user.token });

  it('keep no merchant from the wallet, its statements or a withdrawal', async () => {
    const { id: accountId } = await usableAccount(server, user);
    const hold = { shop: user.shopId, amount: '5.00', code: 'risk', facts: words, rule: words };
    await decide(server.deps, 'hold', hold, 'rosa');
    expect(await ask('POST /v1/user/wallet')).toMatchObject({
      code: codes.ok,
      data: { holds: [{ operatorTexts: [words] }] },
    });
    expect(await ask('POST /v1/shop/statements')).toMatchObject({
      code: codes.ok,
      data: { list: [{ facts: words, rule: words }] },
    });
    expect((await ask('POST /v1/notify/list')).code).toBe(codes.ok);
    expect((await withdraw(server, user, { amount: '20.00', accountId })).code).toBe(codes.ok);
  });

  it('are shown as the text and the place of a scan', async () => {
    const { id: goodsId } = await addListed(server, user);
    const { id: order } = await drive(server, await place(server, user, goodsId), 'to_be_shipped');
    await decide(server.deps, 'ship', { order }, 'rosa');
    await decide(server.deps, 'exception', { order, place: words, text: words }, 'rosa');
    const { data } = await ask('POST /v1/order/logistics', { orderId: order });
    const { checkpoints } = data as { checkpoints: object[] };
    expect(checkpoints.at(-1)).toMatchObject({ place: words, placeCode: null, text: words, code: null });
  });
});
