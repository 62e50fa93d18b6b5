// The example of each call in the OpenAPI document, carried out: the story of a merchant, from the first sign-in on.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallName, callNames, type Input, type Output, specOf } from '../../src/contract/calls.ts';
import { routeOf } from '../../src/contract/request.ts';
import { seedDemo } from '../../src/server/demo/seed.ts';
import { seededRandom } from '../../src/server/demo/seeded-random.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { timingAt } from '../../src/server/platform/config/timing.ts';
import { seedHelp } from '../../src/server/services/help/seed-help.ts';
import { tron } from '../harness/bank.ts';
import { asFile, sendForm } from '../harness/form.ts';
import { jpeg, png } from '../harness/sample-files.ts';
import { payPassword, startTestServer, type TestServer } from '../harness/server.ts';

const examples: Record<string, { input: unknown; data: unknown }> = {};
let server: TestServer;
beforeAll(async () => {
  // With the waits of a real platform, where the demo's are short.
  const env = { NODE_ENV: 'test', SOUK_DEMO: '1' };
  const config = { ...readConfig(env), passwordCost: 16, timing: timingAt(1) };
  server = await startTestServer('pglite', { config, random: seededRandom('examples') });
  await seedHelp(server.deps);
  await seedDemo(server.deps);
});
afterAll(() => server.close());

let count = 0;
/** The key of the latest call; a client makes a random one for each. */
const latestKey = () => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;

/** Sends a call as the merchant of this token, and keeps input and answer as its example. */
async function send<C extends CallName>(name: C, token: string, input: Input<C>): Promise<Output<C>> {
  count += 1;
  const key = latestKey();
  const answer = specOf(name).multipart
    ? await sendAsForm(name, input as Record<string, string | File>, { token, key })
    : await server.call<unknown>(name, input, { token, key });
  expect([name, answer.code, answer.code === 200 ? '' : answer.text]).toEqual([name, 200, '']);
  expect([name, v.is(specOf(name).output, answer.data)]).toEqual([name, true]);
  examples[name] ??= { input: shown(input), data: shown(answer.data) };
  return answer.data as Output<C>;
}

function sendAsForm(
  name: CallName,
  input: Record<string, string | File>,
  as: { token: string; key: string },
) {
  const { path } = routeOf(name);
  const { type = '', ...fields } = input;
  return path.includes('{type}')
    ? sendForm(server, path.replace('{type}', String(type)), fields, as)
    : sendForm(server, path, input, as);
}

/** Returns a value as the document shows it: a file by its name, and two rows of each list. */
function shown(value: unknown): unknown {
  if (value instanceof File) return `the bytes of ${value.name}`;
  if (Array.isArray(value)) return (typeof value[0] === 'object' ? value.slice(0, 2) : value).map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shown(field)]));
}

const found = <Row>(list: readonly Row[], fits: (row: Row) => boolean): Row => {
  const row = list.find(fits);
  if (!row) throw new Error(`nothing in ${JSON.stringify(list)}`);
  return row;
};

test('each call answers what its example in the OpenAPI document says', async () => {
  const password = 'souk-demo-1';
  await send('GET /v1/operator', '', {});
  const { token } = await send('POST /login', '', { username: 'amina', password });
  await looksAround(token);
  await sells(token);
  await worksOnOrders(token);
  await movesMoney(token);
  await invitesFriend(token);
  await send('POST /logout', token, { all: true });
  expect(callNames.filter((name) => !examples[name])).toEqual([]);
  // After a change of an answer, `npx vitest run tests/contract/examples.test.ts -u` writes the file again.
  const kept = '../../src/contract/openapi-examples.json';
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(kept);
});

async function looksAround(token: string) {
  await send('GET /v1/me', token, {});
  await send('POST /v1/home', token, { period: 'week' });
  await send('POST /v1/today', token, { limit: 2 });
  await send('POST /v1/home/stat', token, {});
  await send('POST /v1/home/stat_line', token, { metric: 'profit', range: 'week' });
  await send('POST /v1/home/goods', token, { limit: 2 });
  await send('POST /v1/store/info', token, {});
  await send('GET /v1/shop/info', token, {});
  await send('GET /v1/shop/type', token, {});
  const { list } = await send('POST /v1/home/qa', token, { keyword: 'pay' });
  await send('POST /v1/home/qa_detail', token, { id: found(list, () => true).id });
  await send('POST /v1/swipeAd/list', token, {});
  await send('POST /v1/notify/list', token, { type: 'order', limit: 2 });
  const { latestId } = await send('POST /v1/notify/check', token, {});
  await send('POST /v1/notify/read', token, { upToId: latestId ?? '' });
  await send('POST /v1/user/lang', token, { lang: 'fr' });
  await send('POST /v1/home/feedback', token, { content: 'Let me sort the warehouse by stock.' });
}

async function sells(token: string) {
  await send('POST /v1/goods/type_list', token, {});
  const { list } = await send('POST /v1/goods/list', token, { listed: false, sort: 'profit', limit: 2 });
  const goods = found(list, () => true);
  await send('POST /v1/goods/detail', token, { id: goods.id });
  const items = [{ goodsId: goods.id, sellingPrice: goods.suggestedPrice }];
  const { added } = await send('POST /v1/showcase/add', token, { items });
  const { id } = found(added, () => true);
  await send('POST /v1/showcase/list', token, { status: 'listed', limit: 2 });
  await send('POST /v1/showcase/edit', token, { id, sellingPrice: '49.90' });
  const rule = { percent: '10' };
  const { repriceId } = await send('POST /v1/showcase/reprice', token, { ids: [id], rule });
  await send('POST /v1/showcase/reprice/undo', token, { repriceId: repriceId ?? '' });
  await send('POST /v1/showcase/del', token, { ids: [id] });
}

async function worksOnOrders(token: string) {
  const { list } = await send('POST /v1/order/list', token, { status: 'pending_payment', limit: 5 });
  const [paid, declined] = [
    found(list, ({ funding }) => funding === 'wallet'),
    found(list, ({ funding }) => funding !== 'wallet'),
  ];
  await send('POST /v1/order/note', token, { id: paid.id, note: 'Pack as a gift' });
  const quote = await send('POST /v1/quote', token, { kind: 'order', orderIds: [paid.id] });
  await send('GET /v1/order/pay/amount', token, { orderIds: [paid.id] });
  await send('POST /v1/order/pay', token, { orderIds: [paid.id], quoteId: quote.quoteId, payPassword });
  await send('POST /v1/operation', token, { key: latestKey() });
  await send('POST /v1/order/decline', token, { orderId: declined.id, reason: 'The supplier is late.' });
  const all = (await send('POST /v1/order/list', token, { limit: 50 })).list;
  const done = found(all, ({ status }) => status === 'completed' || status === 'waiting_for_withdrawal');
  await send('POST /v1/order/logistics', token, { orderId: done.id });
  await send('POST /v1/order/export', token, { statuses: ['completed'], columns: 'keys' });
  const comments = await send('GET /v1/order-comment', token, { limit: 2, state: 'unanswered' });
  const { id: parentId, orderId } = found(comments.list, () => true);
  await send('POST /v1/order-comment', token, {
    orderId,
    parentId,
    content: 'Thank you!',
    signature: 'Olive & Oak',
  });
  await send('POST /v1/reply/list', token, {});
  const { list: replies } = await send('POST /v1/reply/add', token, {
    text: 'Thank you, come again!',
    rating: 5,
  });
  await send('POST /v1/reply/del', token, { id: found(replies, () => true).id });
  const complained = found(all, ({ afterSale }) => Boolean(afterSale));
  const info = await send('POST /v1/order/after-sale/info', token, { orderId: complained.id });
  const reason = 'It left the house whole, as the photo shows.';
  await send('POST /v1/order/after-sale', token, { caseId: info.case.caseId, answer: 'reject', reason });
}

async function movesMoney(token: string) {
  await send('POST /v1/user/wallet', token, {});
  await send('POST /v1/user/coming', token, {});
  await send('POST /v1/user/wallet_flow', token, {
    account: 'available',
    from: '2025-02-01',
    to: '2025-03-03',
    limit: 2,
  });
  const { list: channels } = await send('GET /v1/pay/channel', token, {});
  const certificate = asFile(jpeg(), 'receipt.jpg');
  const txHash = createHash('sha256').update('a transfer').digest('hex');
  await send('POST /v1/order/channel/pay', token, {
    channelId: found(channels, () => true).id,
    amount: '50.00',
    txHash,
    certificate,
  });
  const { list: ads } = await send('POST /v1/ad/list', token, { scope: 'offers', limit: 2 });
  const adId = found(ads, ({ target }) => target === 'shop').id;
  const { purchase } = await send('POST /v1/ad/pay', token, { adId, payPassword });
  await send('POST /v1/ad/cancel', token, { purchaseId: purchase.id });
  const address = { type: 'trx_usdt', address: tron[0], payPassword } as const;
  const {
    account: { id },
  } = await send('POST /v1/user/bank/add', token, address);
  await send('POST /v1/user/bank/edit', token, { id, note: 'My own wallet', payPassword });
  const { list: accounts } = await send('POST /v1/user/bank/list', token, {});
  const { withdrawal } = await send('POST /v1/user/withdraw/add', token, {
    amount: '20.00',
    accountId: found(accounts, (one) => one.id !== id).id,
    payPassword,
  });
  await send('POST /v1/user/withdraw/cancel', token, { id: withdrawal.id });
  await send('POST /v1/user/bank/del', token, { id, payPassword });
  await send('POST /v1/shop/upgrade', token, { typeId: 'merchant', payPassword });
}

async function invitesFriend(inviter: string) {
  const { inviteCode } = await send('POST /v1/user/invite/add', inviter, {});
  const checked = await send('POST /invite_code', '', { action: 'check', inviteCode });
  if (checked.action !== 'check') throw new Error('not checked');
  const friend = { username: 'noor', password: 'olive-tree-12' };
  const { termsVersion } = checked;
  const ticket = checked.ticket ?? '';
  delete examples['POST /invite_code'];
  const opened = await send('POST /invite_code', '', {
    action: 'register',
    inviteCode,
    ticket,
    termsVersion,
    ...friend,
  });
  if (opened.action !== 'register') throw new Error('not registered');
  const { token } = opened;
  await send('POST /v1/user/invite/list', inviter, { limit: 2 });
  const first = { newPassword: '246813', confirmPassword: '246813' };
  await send('POST /v1/user/update_pay_password', token, { loginPassword: friend.password, ...first });
  await send('POST /verify_code', '', { username: friend.username });
  const verifyCode = server.sent[0]?.code ?? '';
  const next = { newPassword: '975312', confirmPassword: '975312' };
  await send('POST /v1/user/reset_pay_password', token, {
    loginPassword: friend.password,
    verifyCode,
    ...next,
  });
  const newPassword = 'olive-trees-of-noor';
  await send('POST /v1/user/update_password', token, {
    oldPassword: friend.password,
    newPassword,
    confirmPassword: newPassword,
  });
  await send('POST /v1/shop/edit', token, { name: 'Noor Home', address: '4 Harbour Street' });
  await send('POST /v1/upload/{type}', token, { type: 'logo', file: asFile(png(), 'logo.png', 'image/png') });
  await send('POST /v1/per/info', token, {});
  await send('POST /v1/per/ident-upload', token, {
    realName: 'Noor Haddad',
    idType: 'id_card',
    idNumber: '3040-5060-7081',
    consentVersion: '2025-01',
    front: asFile(jpeg(), 'front.jpg'),
    back: asFile(png(), 'back.png', 'image/png'),
  });
  await send('POST /v1/per/withdraw', token, {});
  const { shopId } = await send('GET /v1/me', token, {});
  const restriction = {
    shop: shopId,
    kind: 'listing',
    facts: 'Two buyers received other goods than pictured.',
    rule: 'Terms 7',
  };
  await server.decide('restrict', restriction);
  const { list } = await send('POST /v1/shop/statements', token, {});
  await send('POST /v1/shop/appeal', token, {
    ref: found(list, () => true).id,
    text: 'The pictures were the supplier’s own.',
  });
  await send('POST /v1/shop/close', token, { payPassword: next.newPassword, reason: 'I am moving.' });
  const partner = await server.decide<{ token: string }>('merchant-open', { user: 'customer-9' });
  await send('POST /v1/user/terms', partner.token, { termsVersion });
}
