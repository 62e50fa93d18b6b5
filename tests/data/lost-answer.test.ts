// Every command of the contract with its answer lost, where the browser stores nothing, or loses what it stored.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Input, KeyedCall, Output } from '../../src/contract/calls.ts';
import { UNITS } from '../../src/contract/money.ts';
import { acceptToken } from '../../src/data/accept-token.ts';
import { accountAdd, accountEdit, accountRemoval } from '../../src/data/accounts.ts';
import { adPay, adStop } from '../../src/data/ads.ts';
import { caseAnswer } from '../../src/data/cases.ts';
import type { Command } from '../../src/data/command.ts';
import { commentPost } from '../../src/data/comments.ts';
import { feedback } from '../../src/data/help.ts';
import { identityApplication, identityWithdrawal } from '../../src/data/identity.ts';
import { invitation } from '../../src/data/invites.ts';
import { levelUpgrade } from '../../src/data/levels.ts';
import { orderDecline, orderNote, orderPayment } from '../../src/data/orders.ts';
import { loginPasswordChange, payPasswordChange, payPasswordReset } from '../../src/data/passwords.ts';
import { rechargeReport } from '../../src/data/recharges.ts';
import { replyRemoval, replySaving } from '../../src/data/replies.ts';
import { session } from '../../src/data/session.ts';
import { shopClosing, shopEdit } from '../../src/data/shop.ts';
import { priceEdit, repriceUndo, repricing, showcaseAdd, showcaseRemoval } from '../../src/data/showcase.ts';
import { appeal } from '../../src/data/statements.ts';
import { withdrawalCancel, withdrawalRequest } from '../../src/data/withdrawals.ts';
import { loginAttempts } from '../../src/server/schema.ts';
import { readDraft, saveDraft } from '../../src/ui/draft.ts';
import { type Client, type Fault, startClient } from '../harness/client.ts';
import { operator } from '../harness/recharging.ts';
import { moneyWrites } from '../server/writes/money-writes.ts';
import { orderWrites } from '../server/writes/order-writes.ts';
import { personWrites } from '../server/writes/person-writes.ts';
import { shopWrites } from '../server/writes/shop-writes.ts';
import type { Desk, Write } from '../server/writes/write.ts';

/** How a screen makes the command of what it sends. */
const commands: {
  [C in Exclude<KeyedCall, 'POST /v1/upload/{type}'>]: (input: Input<C>) => Command<Input<C>, Output<C>>;
} = {
  'POST /v1/order/pay': ({ orderIds }) => orderPayment(orderIds),
  'POST /v1/order/decline': ({ orderId }) => orderDecline(orderId),
  'POST /v1/order/note': ({ id }) => orderNote(id),
  'POST /v1/order/after-sale': () => caseAnswer,
  'POST /v1/order-comment': () => commentPost,
  'POST /v1/reply/add': () => replySaving,
  'POST /v1/reply/del': () => replyRemoval,
  'POST /v1/order/channel/pay': () => rechargeReport,
  'POST /v1/ad/pay': adPay,
  'POST /v1/ad/cancel': ({ purchaseId }) => adStop(purchaseId),
  'POST /v1/user/bank/add': () => accountAdd,
  'POST /v1/user/bank/edit': ({ id }) => accountEdit(id),
  'POST /v1/user/bank/del': ({ id }) => accountRemoval(id),
  'POST /v1/user/withdraw/add': () => withdrawalRequest,
  'POST /v1/user/withdraw/cancel': ({ id }) => withdrawalCancel(id),
  'POST /v1/user/invite/add': () => invitation,
  'POST /v1/user/update_password': () => loginPasswordChange,
  'POST /v1/user/update_pay_password': () => payPasswordChange,
  'POST /v1/user/reset_pay_password': () => payPasswordReset,
  'POST /v1/shop/edit': () => shopEdit,
  'POST /v1/shop/close': () => shopClosing,
  'POST /v1/shop/upgrade': ({ typeId }) => levelUpgrade(typeId),
  'POST /v1/shop/appeal': () => appeal,
  'POST /v1/showcase/add': () => showcaseAdd,
  'POST /v1/showcase/edit': () => priceEdit,
  'POST /v1/showcase/del': () => showcaseRemoval,
  'POST /v1/showcase/reprice': () => repricing,
  'POST /v1/showcase/reprice/undo': () => repriceUndo,
  'POST /v1/per/ident-upload': () => identityApplication,
  'POST /v1/per/withdraw': () => identityWithdrawal,
  'POST /v1/home/feedback': () => feedback,
};
const commandOf = (call: string, input: object) =>
  (commands as unknown as Record<string, (input: object) => Command<object, unknown>>)[call]?.(
    input,
  ) as Command<object, unknown>;

const stub = (get: () => unknown) => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { configurable: true, get });
};
const kinds = {
  'is forbidden': () =>
    stub(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    }),
  'is missing': () => stub(() => null),
  'is full': () =>
    stub(() => ({
      getItem: () => null,
      removeItem() {},
      setItem() {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      },
    })),
  'is cleared': () => {},
} as const;
type Kind = keyof typeof kinds;
const clearStorage = () => {
  localStorage.clear();
  sessionStorage.clear();
};

let client: Client;
const own = Object.getOwnPropertyDescriptors(globalThis);
beforeAll(async () => {
  client = await startClient();
  const { config } = client.server.deps;
  Object.assign(config, { operator, signIn: { ...config.signIn, verify: 'after-failures' } });
});
afterAll(() => client.close());
const restore = () => {
  const { localStorage, sessionStorage } = own;
  Object.defineProperties(globalThis, { localStorage, sessionStorage } as PropertyDescriptorMap);
};
beforeEach(() => client.clear());
afterEach(restore);

/** The server does its work, and the connection breaks before its answer is here. */
const losesAnswer: Fault = async (pass) => {
  await pass();
  throw new TypeError('Failed to fetch');
};

/** Makes a merchant with all that a write needs, in a browser with this kind of storage. */
async function arrive(kind: Kind, write: Write) {
  const { server } = client;
  const user = await server.addUser();
  const desk: Desk = { server, user, known: {} };
  await server.fund(user.shopId, 500n * UNITS);
  await server.deps.db.delete(loginAttempts);
  const input = await write.input(desk);
  kinds[kind]();
  await acceptToken(user.token, 'sign-in');
  return { desk, input };
}

/** Sends it, is left without its answer, and has the server out of reach until it is given up. */
async function loseAnswer(call: Write['call'], input: object) {
  const { me } = session.peek();
  session.value = {
    ...session.peek(),
    me: { ...me, features: me?.features?.filter((one) => one !== 'operation') },
  };
  client.fault(call, losesAnswer);
  const result = await commandOf(call, input).send(input);
  session.value = { ...session.peek(), me };
  return result;
}

/** What a screen does that is opened again, and whose button is pressed. */
const pressAgain = (call: string, input: object) => {
  const command = commandOf(call, input);
  return command.isPending() ? command.resume() : command.send(input);
};

const writes = [...personWrites, ...shopWrites, ...orderWrites, ...moneyWrites].filter(
  ({ call }) => call in commands,
);

test('every command is in the table of writes', () => {
  expect(writes.map(({ call }) => call).sort()).toEqual(Object.keys(commands).sort());
});

test.each(
  (Object.keys(kinds) as Kind[]).flatMap((kind) => writes.map((write) => [kind, write.call, write] as const)),
)(
  'where storage %s, %s with its answer lost happens once, is found by its key, and keeps what was typed',
  async (kind, call, write) => {
    const { desk, input } = await arrive(kind, write);
    saveDraft('form', { content: 'Typed before' });
    expect(await loseAnswer(call, input)).toMatchObject({ state: 'unknown' });
    if (kind === 'is cleared') clearStorage();

    expect(await pressAgain(call, input)).toMatchObject({ state: 'done' });
    const sent = client.of(call).map(({ headers }) => headers.get('idempotency-key'));
    expect([...new Set(sent)]).toEqual([expect.any(String)]);
    for (const { body } of client.of('POST /v1/operation')) expect(body).toEqual({ key: sent[0] });
    expect(await write.read.of(desk)).toEqual(write.becomes);
    expect(readDraft('form')).toEqual({ content: 'Typed before' });
  },
);

test('where storage is forbidden, another person is not asked about a withdrawal, and does not see what was typed', async () => {
  const write = moneyWrites.find(({ call }) => call === 'POST /v1/user/withdraw/add') as Write;
  const { input } = await arrive('is forbidden', write);
  await loseAnswer(write.call, input);
  saveDraft('withdraw', { amount: '20' });
  await client.signIn(await client.server.addUser());
  expect(withdrawalRequest.isPending()).toBe(false);
  expect(readDraft('withdraw')).toEqual({});
});
