import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from '../../src/data/api.ts';
import { codeRefusal } from '../../src/data/blocked.ts';
import { currentToken, session } from '../../src/data/session.ts';
import { toasts } from '../../src/data/toast.ts';
import { createNavigator, type Navigator } from '../../src/location.ts';
import { memoryHistory } from '../../src/shell/memory-history.ts';
import { followRefusals } from '../../src/shell/refusals.ts';
import { type Client, startClient } from '../harness/client.ts';
import type { TestUser } from '../harness/server.ts';

let client: Client;
let amina: TestUser;
let place: Navigator;
let stop = () => {};
beforeAll(async () => {
  client = await startClient();
  amina = await client.server.addUser({ username: 'amina' });
});
afterAll(() => client.close());
beforeEach(async () => {
  client.clear();
  await client.signIn(amina);
  // Code that takes its time: until it is here the old screen stays, under the new address.
  const preloadScreen = () => new Promise((done) => setTimeout(done, 5));
  place = createNavigator({ history: memoryHistory(), root: document.createElement('div'), preloadScreen });
  const undo = [place.start(), followRefusals(place)];
  stop = () => {
    for (const one of undo) one();
  };
  place.forceRoute(HERE);
  await at(HERE);
});
afterEach(() => stop());

const HERE = '/orderList?status=shipped&invite=A%20B+C';
const at = (url: string) => vi.waitFor(() => expect(place.url.value).toBe(url));

/** The server refuses the next call with this code; the envelope is all that matters here. */
async function refused(code: number, options: { quiet?: true } = {}) {
  client.fault('POST /v1/store/info', () => new Response(JSON.stringify({ code, msg: `Message ${code}` })));
  await expect(call('POST /v1/store/info', {}, options)).rejects.toMatchObject({ code });
}

test('a call that owes an agreement is answered by the terms in place of its screen, and by no toast', async () => {
  const msg = 'You can’t do this yet. Verify your identity or contact customer service.';
  const owed = JSON.stringify({ code: 409, msg, data: { reason: 'terms' } });
  const shown = toasts.value.length;
  client.fault('POST /v1/store/info', () => new Response(owed));
  await expect(call('POST /v1/store/info', {})).rejects.toMatchObject({ data: { reason: 'terms' } });
  expect(toasts.value).toHaveLength(shown);
});

describe('codes that lead elsewhere', () => {
  test.each([
    [401, '/404?code=401', 'signed-out', 'token gone'],
    [411, '/404?code=411', 'signed-in', 'token kept'],
    [437, '/404?code=437', 'signed-in', 'token kept'],
    [440, '/404?code=440', 'signed-in', 'token kept'],
    [436, '/invite?status=shipped&invite=A%20B+C', 'signed-in', 'token kept'],
    [438, '/invite?status=shipped&invite=A%20B+C', 'signed-in', 'token kept'],
    [407, HERE, 'signed-out', 'token gone'],
    [408, HERE, 'signed-out', 'token gone'],
    [406, HERE, 'signed-in', 'token kept'],
    [409, HERE, 'signed-in', 'token kept'],
    [410, HERE, 'signed-in', 'token kept'],
    [500, HERE, 'signed-in', 'token kept'],
  ])('the code %i ends at %s, %s, %s', async (code, url, status, token) => {
    await refused(code);
    await at(url);
    expect(session.value.status).toBe(status);
    expect(currentToken() ? 'token kept' : 'token gone').toBe(token);
    expect(localStorage.getItem('token') ? 'token kept' : 'token gone').toBe(token);
    expect(localStorage.getItem('ifo') === null).toBe(code === 401);
    expect(toasts.value).toHaveLength(1);
  });

  test.each([436, 438])('%i is shown on the screen of the code too', async (code) => {
    codeRefusal.value = undefined;
    place.forceRoute('/invite');
    await at('/invite');
    await refused(code, { quiet: true });
    expect(place.url.value).toBe('/invite');
    expect(codeRefusal.value).toBe(code);
  });

  test('several codes at once lead there once, and Back leads back', async () => {
    await Promise.all([refused(437), refused(437), refused(437)]);
    await at('/404?code=437');
    place.back();
    await at(HERE);
  });

  test('a quiet call leads elsewhere too, without a word', async () => {
    await refused(411, { quiet: true });
    await at('/404?code=411');
    expect(toasts.value).toEqual([]);
  });

  test('wrong credentials end no session', async () => {
    client.fault('POST /login', () => new Response('{"code":407,"msg":"no"}'));
    const token = currentToken();
    await call('POST /login', { username: 'amina', password: 'not-this-one' }).catch(() => {});
    expect(currentToken()).toBe(token);
  });
});

describe('the message of a refusal', () => {
  test.each([
    ['our words for a code', 424, 'Your balance is too low. Nothing was paid.'],
    ['the server’s for 500', 500, 'Message 500'],
    ['the server’s for 430', 430, 'Message 430'],
    ['the server’s for an unknown code', 999, 'Message 999'],
  ])('is %s', async (_, code, words) => {
    await refused(code);
    expect(toasts.value.map(({ text, tone }) => [text(), tone])).toEqual([[words, 'bad']]);
  });

  test('is none where no answer came, as the screen that asked says so in its place', async () => {
    client.fault('POST /v1/store/info', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('POST /v1/store/info', {})).rejects.toMatchObject({ code: 'network' });
    expect(toasts.value).toEqual([]);
  });

  test('is shown once for several at once', async () => {
    await Promise.all([refused(424), refused(424)]);
    expect(toasts.value).toHaveLength(1);
  });

  test.each(['cancelled', 'aborted'])('is not shown where a call was %s', async (how) => {
    const leaving = new AbortController();
    client.fault('POST /v1/store/info', () => {
      if (how === 'cancelled') leaving.abort();
      return Promise.reject(new DOMException('stopped', 'AbortError'));
    });
    await expect(call('POST /v1/store/info', {}, { signal: leaving.signal })).rejects.toMatchObject({
      code: how,
    });
    expect(toasts.value).toEqual([]);
  });
});
