import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { acceptToken } from '../../src/data/accept-token.ts';
import { call } from '../../src/data/api.ts';
import { onRefused, type RefusedCall } from '../../src/data/api-error.ts';
import { configure } from '../../src/data/config.ts';
import { online } from '../../src/data/online.ts';
import { session } from '../../src/data/session.ts';
import { addTexts, lang } from '../../src/lang/index.ts';
import { base, type Client, startClient } from '../harness/client.ts';
import type { TestUser } from '../harness/server.ts';

let client: Client;
let amina: TestUser;
beforeAll(async () => {
  client = await startClient();
  amina = await client.server.addUser({ username: 'amina' });
});
afterAll(() => client.close());
beforeEach(() => {
  client.clear();
  configure({ api: base, preloaded: new Map() });
});

const key = '5f0c1a52-9f6f-4b35-8a1e-0a8b7a0b1c2d';
const listing = { items: [{ goodsId: 'none', sellingPrice: '5.00' }] };

describe('the idempotency key', () => {
  const sentKey = async () => {
    await call('POST /v1/showcase/add', listing, { key }).catch(() => {});
    return client.of('POST /v1/showcase/add').at(-1)?.headers.get('idempotency-key');
  };
  const elsewhere = () => configure({ api: 'https://partner.example/api' });

  test('goes to a server that names the feature, wherever it is', async () => {
    await client.signIn(amina);
    expect(await sentKey()).toBe(key);
    elsewhere();
    expect(await sentKey()).toBe(key);
  });

  test('goes to another origin only where it is asked for, as an unexpected header is refused there', async () => {
    expect(session.value.status).toBe('starting');
    elsewhere();
    expect(await sentKey()).toBeNull();
  });
});

test('an answer to a call that was sent offline shows that the device is wrong about its network', async () => {
  await client.signIn(amina);
  online.value = false;
  await call('POST /v1/user/wallet', {});
  expect(online.value).toBe(true);
});

test('an answer to a call that was sent before the network was lost does not show that it is back', async () => {
  await client.signIn(amina);
  client.fault('POST /v1/user/wallet', (pass) => {
    online.value = false;
    return pass();
  });
  await call('POST /v1/user/wallet', {});
  expect(online.value).toBe(false);
  online.value = true;
});

/** What a server of the contract sends; the answers of another are converted, by code that is loaded for them. */
const toTheLetter = { 'souk-contract': '1' };

test('what a page has put on Object.prototype is sent neither in place of the token nor beside it', async () => {
  await client.signIn(amina);
  const own = client.of('GET /v1/me').at(-1)?.headers.get('authorization');
  const polluted = {
    auth: 'their-token',
    'x-theirs': '1',
    xsrfHeaderName: 'authorization',
    xsrfCookieName: 'theirs',
  };
  const cookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue('theirs=their-cookie');
  // The server is in this process, and not in such a page; nor does Node load a file there.
  const answer = new Response('{"code":200,"data":{}}', { headers: toTheLetter });
  client.fault('POST /v1/user/wallet', () => answer);
  Object.assign(Object.prototype, polluted);
  try {
    await call('POST /v1/user/wallet', {});
  } finally {
    for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
    cookie.mockRestore();
  }
  const [{ headers } = { headers: new Headers() }] = client.of('POST /v1/user/wallet');
  expect(headers.get('authorization')).toBe(own);
  expect([...headers.keys()].sort()).toEqual(['accept-language', 'authorization', 'content-type']);
});

test('a call asks for the server’s messages in the client’s language', async () => {
  addTexts('ar', 'first', {});
  lang.value = 'ar';
  await expect(call('POST /login', { username: 'amina', password: 'wrong-password' })).rejects.toMatchObject({
    code: 413,
    message: expect.stringMatching(/[\u0600-\u06ff]/),
  });
  lang.value = 'en';
});

describe('an answer that the page’s loader has asked for', () => {
  const early = (body: string, headers = {}) => Promise.resolve(new Response(body, { headers }));
  test('is read as it is from a server of the contract, and converted from another', async () => {
    const body = '{"code":200,"data":{"name":"Early","no":7}}';
    const read = (answer: Promise<Response>) => {
      configure({ preloaded: new Map([['POST /v1/store/info', answer]]) });
      return call('POST /v1/store/info', {});
    };
    expect(await read(early(body, toTheLetter))).toEqual({ name: 'Early', no: 7 });
    expect(await read(early(body))).toEqual({ name: 'Early', no: '7' });
  });

  test('a refusal that the page’s loader has asked for is a refusal', async () => {
    const refused = early('{"code":424,"message":"Not enough"}', toTheLetter);
    configure({ preloaded: new Map([['POST /v1/store/info', refused]]) });
    await expect(call('POST /v1/store/info', {})).rejects.toMatchObject({ code: 424 });
  });

  test('an answer that the page’s loader has asked for is a time-out when it never comes', async () => {
    configure({ preloaded: new Map([['POST /v1/store/info', new Promise(() => {})]]), timeoutMs: 20 });
    await expect(call('POST /v1/store/info', {})).rejects.toMatchObject({ code: 'timeout' });
    configure({ timeoutMs: 15_000 });
  });

  test('is used once', async () => {
    await client.signIn(amina);
    client.sent.length = 0;
    const store = '{"code":200,"data":{"name":"Preloaded"}}';
    configure({ preloaded: new Map([['POST /v1/store/info', early(store)]]) });
    expect(await call('POST /v1/store/info', {})).toMatchObject({ name: 'Preloaded' });
    expect(client.sent).toEqual([]);
    expect(await call('POST /v1/store/info', {})).toMatchObject({ name: 'Shop of amina' });
  });

  test('is not used for another person', async () => {
    await client.signIn(amina);
    const store = '{"code":200,"data":{"name":"Preloaded"}}';
    configure({ preloaded: new Map([['POST /v1/store/info', early(store)]]) });
    await acceptToken((await client.server.addUser({ username: 'bashir' })).token, 'host');
    expect(await call('POST /v1/store/info', {})).toMatchObject({ name: 'Shop of bashir' });
  });

  test('an answer that the page’s loader has asked for is requested again when it failed', async () => {
    await client.signIn(amina);
    const failed = Promise.reject(new TypeError('Failed to fetch'));
    failed.catch(() => {});
    configure({ preloaded: new Map([['POST /v1/store/info', failed]]) });
    expect(await call('POST /v1/store/info', {})).toMatchObject({ name: 'Shop of amina' });
  });
});

test('every refusal reaches the listener, with whether it is quiet; earlier ones come first', async () => {
  await call('POST /v1/user/wallet', {}, { quiet: true }).catch(() => {});
  const heard: RefusedCall[] = [];
  const stop = onRefused((refused) => heard.push(refused));
  await call('POST /v1/store/info', {}).catch(() => {});
  stop();
  await call('POST /v1/store/info', {}).catch(() => {});
  expect(heard.slice(-2).map(({ call: name, error, quiet }) => [name, error.code, quiet])).toEqual([
    ['POST /v1/user/wallet', 407, true],
    ['POST /v1/store/info', 407, false],
  ]);
});

test('ids in a query travel together', async () => {
  await client.signIn(amina);
  await call('GET /v1/order/pay/amount', { orderIds: ['a', 'b'] }).catch((error) => {
    expect(error.code).toBe(404);
  });
  expect(client.of('GET /v1/order/pay/amount')).toHaveLength(1);
});
