import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { BridgeError } from '../../bridge/errors.ts';
import { connect } from '../../bridge/guest/connect.ts';
import { createHost } from '../../bridge/host.ts';
import { createHostObject } from '../../bridge/host-end/object-end.ts';
import { acceptToken } from '../../src/data/accept-token.ts';
import { call } from '../../src/data/api.ts';
import { onRefused } from '../../src/data/api-error.ts';
import { configure } from '../../src/data/config.ts';
import { currentToken, session } from '../../src/data/session.ts';
import { sessions } from '../../src/server/schema/session.ts';
import { type Client, faults, startClient } from '../harness/client.ts';
import { password, type TestUser } from '../harness/server.ts';

let client: Client;
let amina: TestUser;

const stop: (() => void)[] = [];
beforeAll(async () => {
  client = await startClient();
  amina = await client.server.addUser({ username: 'amina' });
  await client.server.addUser({ username: 'bashir' });
});
afterAll(() => client.close());
beforeEach(() => {
  client.clear();
  for (const end of stop.splice(0)) end();
});

const freshToken = async (username: string) => {
  const { data } = await client.server.call<{ token: string }>('POST /login', { username, password });
  return data.token;
};

/** A host in this page that answers requests for tokens as a test says. */
function beHost(giveToken: () => Promise<string>) {
  const { host, end } = createHostObject();
  const answering = createHost(end, {
    platform: 'test',
    methods: { token: async () => ({ token: await giveToken() }) },
  });
  const guest = connect({ app: 'souk', build: 'test', host });
  configure({ guest: async () => guest });
  stop.push(() => {
    guest.destroy();
    answering.destroy();
  });
}

/** Signed in by a host with a token that has expired on the server's clock. */
async function expired(giveToken?: () => Promise<string>) {
  if (giveToken) beHost(giveToken);
  await acceptToken(await freshToken('amina'), 'host');
  client.server.clock.advance(25 * 3_600_000);
  client.sent.length = 0;
}

test('fifty calls that find the token expired make one renewal, and are each made once more', async () => {
  const ask = vi.fn(() => freshToken('amina'));
  await expired(ask);
  const answers = await Promise.all(Array.from({ length: 50 }, () => call('POST /v1/user/wallet', {})));
  expect(ask).toHaveBeenCalledOnce();
  expect(answers).toHaveLength(50);
  // Each was refused once and made once more.
  expect(client.of('POST /v1/user/wallet')).toHaveLength(100);
  expect(answers.every((wallet) => wallet.balance === '0.00')).toBe(true);
  expect(client.of('POST /v1/user/wallet')).toHaveLength(50 + 50);
  expect(client.of('GET /v1/me')).toHaveLength(1);
});

test('a token that the server has forgotten (407) is renewed as an expired one is, and nothing is redrawn', async () => {
  const ask = vi.fn(() => freshToken('amina'));
  await expired(ask);
  const drawn: string[] = [];
  stop.push(session.subscribe(({ status, expired }) => drawn.push(expired ? 'over' : status)));
  // As it does a week after they ran out.
  await client.server.deps.db.delete(sessions);
  const answers = await Promise.all([call('POST /v1/user/wallet', {}), call('POST /v1/home/stat', {})]);
  expect(answers).toHaveLength(2);
  expect(ask).toHaveBeenCalledOnce();
  expect(new Set(drawn)).toEqual(new Set(['signed-in']));
});

test('wrong credentials (407 of the sign-in itself) ask no host', async () => {
  const ask = vi.fn(() => freshToken('amina'));
  await expired(ask);
  stop.push(onRefused(() => {}));
  client.fault('POST /login', () => new Response('{"code":407,"msg":"no"}'));
  await expect(call('POST /login', { username: 'amina', password: 'not-this-one' })).rejects.toMatchObject({
    code: 407,
  });
  expect(ask).not.toHaveBeenCalled();
});

test('a call that is refused later than others uses the token that is there', async () => {
  const ask = vi.fn(() => freshToken('amina'));
  await expired(ask);
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  client.fault('POST /v1/home/stat', async (pass) => {
    const refused = await pass();
    await late;
    return refused;
  });
  const slow = call('POST /v1/home/stat', {});
  await call('POST /v1/user/wallet', {});
  answer();
  expect((await slow).currency).toBe('USD');
  expect(ask).toHaveBeenCalledOnce();
});

test('the renewed token is used and never written down', async () => {
  await expired(() => freshToken('amina'));
  const before = currentToken();
  await call('POST /v1/user/wallet', {});
  expect(currentToken()).not.toBe(before);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(currentToken());
});

test.each([
  ['there is no host', undefined],
  ['the host has none', () => Promise.reject(new BridgeError('denied'))],
  ['the host fails', () => Promise.reject(new Error('gone'))],
])('the call ends with 408 and the listener is called when %s', async (_, giveToken) => {
  await expired(giveToken);
  const heard: unknown[] = [];
  stop.push(onRefused(({ error }) => heard.push(error.code)));
  await expect(call('POST /v1/user/wallet', {})).rejects.toMatchObject({ code: 408 });
  expect(heard).toEqual([408]);
});

test('a call ends with 408 too when the code that speaks to the host does not come', async () => {
  configure({ guest: () => Promise.reject(new Error('Failed to fetch')) });
  await expired();
  await expect(call('POST /v1/user/wallet', {})).rejects.toMatchObject({ code: 408 });
});

test('a token that is expired itself ends the renewal instead of asking for ever', async () => {
  const old = await freshToken('amina');
  const ask = vi.fn(async () => old);
  await expired(ask);
  await expect(call('POST /v1/user/wallet', {})).rejects.toMatchObject({ code: 408 });
  expect(ask).toHaveBeenCalledOnce();
});

test('a token of another person wipes, and the old person’s call is not made in the new one’s name', async () => {
  await expired(() => freshToken('bashir'));
  await expect(call('POST /v1/user/wallet', {})).rejects.toMatchObject({ code: 'cancelled' });
  expect(session.value.me?.username).toBe('bashir');
  expect(client.of('POST /v1/user/wallet')).toHaveLength(1);
});

test('nothing else is sent with the new token before its person is known', async () => {
  await expired(() => freshToken('bashir'));
  let meanwhile: Promise<unknown> = Promise.resolve();
  client.fault('GET /v1/me', (pass) => {
    meanwhile = call('POST /v1/store/info', {});
    meanwhile.catch(() => {});
    return pass();
  });
  await expect(call('POST /v1/user/wallet', {})).rejects.toMatchObject({ code: 'cancelled' });
  await expect(meanwhile).rejects.toMatchObject({ code: 'cancelled' });
  expect(client.of('POST /v1/store/info')).toEqual([]);
});

test('a new token that the server does not confirm is not used', async () => {
  await expired(() => freshToken('bashir'));
  const before = currentToken();
  client.fault('GET /v1/me', faults.refusedConnection);
  await expect(call('POST /v1/user/wallet', {})).rejects.toMatchObject({ code: 408 });
  expect(currentToken()).toBe(before);
});

test('a keyed call is repeated only for a server that knows keys', async () => {
  const input = { items: [{ goodsId: 'none', sellingPrice: '5.00' }] };
  const key = '5f0c1a52-9f6f-4b35-8a1e-0a8b7a0b1c2d';
  await expired(() => freshToken('amina'));
  await call('POST /v1/showcase/add', input, { key }).catch(() => {});
  const sent = client.of('POST /v1/showcase/add');
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([key, key]);

  client.clear();
  const data = { fileHost: '', serviceLink: '', invite: '', lang: 'en', id: amina.userId };
  const bare = () => new Response(JSON.stringify({ code: 200, msg: 'ok', data }));
  client.fault('GET /v1/me', bare, bare);
  await expired(() => freshToken('amina'));
  await expect(call('POST /v1/showcase/add', input, { key })).rejects.toMatchObject({ code: 408 });
  expect(client.of('POST /v1/showcase/add')).toHaveLength(1);
});
