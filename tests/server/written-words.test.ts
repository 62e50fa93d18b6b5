import { beforeAll, describe, expect, it, test } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { joinSentences } from '../../src/server/platform/texts/join-sentences.ts';
import { displayReason } from '../../src/server/platform/texts/reason-text.ts';
import { noticeTexts } from '../../src/server/platform/texts/texts.ts';
import { usableAccount } from '../harness/bank.ts';
import { addListed, drive, place } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { withdraw } from '../harness/withdrawing.ts';

// Stored words are also looked up as keys of texts. These are members of every object, and none of ours.
describe.each(['constructor', 'toString', '__proto__'])('the words %j of an operator', (words) => {
  const server = useServer('postgres');
  let user: TestUser;

  beforeAll(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 100n * UNITS);
  });

  const ask = (name: string, input: object = {}) => server.call(name, input, { token: user.token });

  it('keep no merchant from the wallet, its statements or a withdrawal', async () => {
    const { id: accountId } = await usableAccount(server, user);
    const hold = { shop: user.shopId, amount: '5.00', code: 'risk', facts: words, rule: words };
    await server.decide('hold', hold);
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
    await server.decide('ship', { order, carrier: 'Meridian Post', tracking: 'MP1' });
    await server.decide('exception', { order, place: words, text: words });
    const { data } = await ask('POST /v1/order/logistics', { orderId: order });
    const { checkpoints } = data as { checkpoints: object[] };
    expect(checkpoints.at(-1)).toMatchObject({ place: words, placeCode: null, text: words, code: null });
  });
});

test.each([
  [['It came late.', 'It was small.'], 'It came late. It was small.'],
  [['付款较晚。', '金额不符。', 'Ask us.'], '付款较晚。金额不符。Ask us.'],
  [['確認中です！', '次へ'], '確認中です！次へ'],
  [['One'], 'One'],
])('sentences %j are joined to %s', (sentences, joined) => {
  expect(joinSentences(sentences)).toBe(joined);
});

test('a reason in Chinese goes on without a space where the operator adds words', () => {
  const { reason } = displayReason('zh-CN', { reasonCode: 'wrong_network', reason: 'See the receipt.' });
  expect(reason).toMatch(/。See the receipt\.$/);
});

test('a sentence that ends with the short name of a French month has one point', () => {
  const { body } = noticeTexts('order_settled', 'fr', { releaseAt: '28 nov.' });
  expect(body).toBe('Disponible le 28 nov.');
});
