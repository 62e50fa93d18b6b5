import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BridgeError } from '../../bridge/errors.ts';
import { connect } from '../../bridge/guest/connect.ts';
import { createHost, type Host } from '../../bridge/host.ts';
import { createHostObject } from '../../bridge/host-end/object-end.ts';
import type { HostState } from '../../bridge/protocol.ts';
import { acceptToken } from '../../src/data/accept-token.ts';
import { call } from '../../src/data/api.ts';
import { configure } from '../../src/data/config.ts';
import { currentToken, session } from '../../src/data/session.ts';
import { signOut } from '../../src/data/sign-out.ts';
import { createNavigator, type Navigator } from '../../src/location.ts';
import { applyHostEvents } from '../../src/shell/host-state.ts';
import { memoryHistory } from '../../src/shell/memory-history.ts';
import { followRefusals } from '../../src/shell/refusals.ts';
import { leaveRevoked } from '../../src/shell/session-lost.ts';
import { type Client, faults, startClient } from '../harness/client.ts';
import { decide } from '../harness/decide.ts';
import { addListed, place as placeOrder } from '../harness/market.ts';
import { password, type TestUser } from '../harness/server.ts';

let client: Client;
let amina: TestUser;
let place: Navigator;
let host: Host;
/** What the host heard, in its order. */
let heard: unknown[];
/** What the host was given to show on its badge. */
let badges: number[];
const undo: (() => void)[] = [];
const soon = (look: () => void) => vi.waitFor(look, { interval: 2, timeout: 4_000 });

beforeAll(async () => {
  client = await startClient();
  amina = await client.server.addUser({ username: 'amina' });
});
afterAll(() => client.close());
beforeEach(() => {
  client.clear();
  [heard, badges] = [[], []];
});
afterEach(() => {
  for (const end of undo.splice(0).reverse()) end();
  configure({ guest: undefined });
  vi.useRealTimers();
});

const newToken = async () => {
  const { data } = await client.server.call<{ token: string }>('POST /login', {
    username: 'amina',
    password,
  });
  return data.token;
};
const revoke = () => decide(client.server.deps, 'session-end', { user: amina.username }, 'rosa');

/** The shell at an address, without what it draws. */
function stand(at: string) {
  const root = document.createElement('div');
  place = createNavigator({
    history: memoryHistory(),
    root,
    redirect: (path) => (path === '/' ? '/shopCenter' : undefined),
  });
  undo.push(place.start(), followRefusals(place), leaveRevoked(place));
  place.forceRoute(at);
  return root;
}

/** A host in this page that gives tokens by `give`. */
async function beHost(state: HostState, give: () => Promise<string>, at = '/feedback') {
  const root = stand(at);
  const { host: object, end } = createHostObject();
  host = createHost(end, {
    platform: 'test',
    state,
    methods: {
      token: async ({ force }) => {
        heard.push(force ? 'token, another one' : 'token');
        return { token: await give() };
      },
    },
    onNote: (name, params) => {
      if (name === 'session-lost') heard.push([name, { ...params }]);
      if (name === 'badge') badges.push((params as { count: number }).count);
    },
  });
  const guest = connect({ app: 'souk', build: 'test', host: object });
  configure({ guest: async () => guest });
  undo.push(
    guest.destroy,
    host.destroy,
    applyHostEvents(guest, root, place, () => {}),
  );
  if (state.token) await acceptToken(state.token, 'host');
  await soon(() => expect(place.url.value).toBe(at));
}
const denied = () => Promise.reject(new BridgeError('denied'));
const callsOf = () => client.of('GET /v1/me').length;
/** Some of whatever goes on, had it time to. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 120));

describe('a session that was revoked (401)', () => {
  test('is reported to the host, which is asked once for another token, and its merchant is back where they were, with the draft', async () => {
    await beHost({ token: await newToken() }, newToken);
    sessionStorage.setItem('souk.draft.feedback', 'half a sentence');
    await revoke();
    const calls = [1, 2, 3].map(() => call('POST /v1/user/wallet', {}));
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    await soon(() => expect(session.value.status).toBe('signed-in'));
    await soon(() => expect(place.url.value).toBe('/feedback'));
    expect(heard).toEqual([['session-lost', { code: 401 }], 'token, another one']);
    expect(place.depth.value).toBe(1);
    expect(sessionStorage.getItem('souk.draft.feedback')).toBe('half a sentence');
    expect((await call('POST /v1/user/wallet', {})).balance).toBe('0.00');
  });

  test('waits on /404?code=401 where the host has none, and leaves it for the token that comes later', async () => {
    await beHost({ token: await newToken() }, denied);
    await revoke();
    await call('POST /v1/user/wallet', {}).catch(() => {});
    await soon(() => expect(heard).toHaveLength(2));
    await settle();
    expect([place.url.value, session.value.status, currentToken()]).toEqual([
      '/404?code=401',
      'signed-out',
      null,
    ]);
    expect(localStorage.getItem('token')).toBeNull();
    host.update({ token: await newToken() });
    await soon(() => expect(place.url.value).toBe('/feedback'));
    expect(session.value.status).toBe('signed-in');
  });

  test('leads back from the sign-in that takes its place, and without a screen before it to the first one', async () => {
    await beHost({ token: await newToken() }, denied);
    await revoke();
    await call('POST /v1/user/wallet', {}).catch(() => {});
    await soon(() => expect(place.url.value).toBe('/404?code=401'));
    place.route('/login?again=1', true);
    await soon(() => expect(place.url.value).toBe('/login?again=1'));
    await acceptToken(await newToken(), 'sign-in');
    await soon(() => expect(place.url.value).toBe('/feedback'));
    place.home('/login?again=1');
    await soon(() => expect(place.url.value).toBe('/shopCenter'));
  });

  test('a revoked session (401) that began the visit at its address is left for the first screen, once a person is signed in', async () => {
    stand('/');
    place.route('/404?code=401', true);
    await soon(() => expect(place.url.value).toBe('/404?code=401'));
    await acceptToken(await newToken(), 'host');
    await soon(() => expect(place.url.value).toBe('/shopCenter'));
    expect(place.depth.value).toBe(0);
  });

  test('ends on /404?code=401 where the host hands the same token over again', async () => {
    const token = await newToken();
    await beHost({ token }, async () => token);
    await revoke();
    await call('POST /v1/user/wallet', {}).catch(() => {});
    await soon(() => expect(heard).toHaveLength(2));
    const before = callsOf();
    host.update({ token: null });
    host.update({ token });
    await settle();
    expect(heard).toHaveLength(2);
    // Asks for the owner of the token, and no more.
    expect(callsOf()).toBeLessThanOrEqual(before + 1);
    expect([place.url.value, session.value.status]).toEqual(['/404?code=401', 'signed-out']);
  });

  test('ends on /404?code=401 where every token of the host is revoked, however slowly they come', async () => {
    const now = vi.spyOn(Date, 'now');
    undo.push(() => now.mockRestore());
    let time = Date.now();
    const give = async () => {
      time += 60_000;
      now.mockReturnValue(time);
      const token = await newToken();
      await revoke();
      return token;
    };
    await beHost({ token: await newToken() }, give);
    await revoke();
    await call('POST /v1/user/wallet', {}).catch(() => {});
    await soon(() => expect(heard).toHaveLength(3));
    await settle();
    expect(heard).toEqual([
      ['session-lost', { code: 401 }],
      'token, another one',
      ['session-lost', { code: 401 }],
    ]);
    expect([place.url.value, session.value.status]).toEqual(['/404?code=401', 'signed-out']);
  });

  test('does not change a person who signed in meanwhile, whatever token the host gives then', async () => {
    const bilal = await client.server.addUser();
    let give = () => {};
    const waiting = new Promise<void>((resolve) => {
      give = resolve;
    });
    await beHost({ token: await newToken() }, async () => {
      await waiting;
      return newToken();
    });
    await revoke();
    await call('POST /v1/user/wallet', {}).catch(() => {});
    await soon(() => expect(heard).toHaveLength(2));
    await client.signIn(bilal);
    give();
    await settle();
    expect(session.value).toMatchObject({ status: 'signed-in', me: { username: bilal.username } });
  });

  test('is asked for again where a later one is lost, but not within five seconds', async () => {
    const now = vi.spyOn(Date, 'now');
    undo.push(() => now.mockRestore());
    const begun = Date.now();
    const lose = async (after: number) => {
      now.mockReturnValue(begun + after);
      await revoke();
      await call('POST /v1/user/wallet', {}).catch(() => {});
      await settle();
      return heard.filter((one) => one === 'token, another one').length;
    };
    await beHost({ token: await newToken() }, newToken);
    expect(await lose(0)).toBe(1);
    await soon(() => expect(session.value.status).toBe('signed-in'));
    expect(await lose(4_900)).toBe(1);
    await acceptToken(await newToken(), 'host');
    expect(await lose(5_000)).toBe(2);
  });

  test('is left as well where the new token is good and its merchant cannot be shown yet', async () => {
    await beHost({ token: await newToken() }, denied);
    await revoke();
    await call('POST /v1/user/wallet', {}).catch(() => {});
    await soon(() => expect(place.url.value).toBe('/404?code=401'));
    client.fault('GET /v1/me', faults.refusedConnection);
    host.update({ token: await newToken() });
    await soon(() => expect(session.value.status).toBe('info-failure'));
    await soon(() => expect(place.url.value).toBe('/feedback'));
  });

  test('a revoked session (401) of an earlier token, heard of late, does not end the session that replaced it', async () => {
    await beHost({ token: await newToken() }, newToken);
    await revoke();
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
    await call('POST /v1/user/wallet', {}).catch(() => {});
    await soon(() => expect(place.url.value).toBe('/feedback'));
    answer();
    await expect(slow).rejects.toMatchObject({ code: 'cancelled' });
    await settle();
    expect([place.url.value, session.value.status]).toEqual(['/feedback', 'signed-in']);
  });
});

describe('a session that could not be renewed', () => {
  test.each([
    ['forgotten (407)', 407, 15],
    ['expired (408)', 408, 2],
  ])('is reported to the host once where it was %s, and the screen stays', async (_, code, days) => {
    await beHost({ token: await newToken() }, denied);
    client.server.clock.advance(days * 24 * 3_600_000);
    if (code === 407)
      client.fault(
        'POST /v1/user/wallet',
        () => new Response('{"code":407,"msg":"no"}', { headers: { 'souk-contract': '1' } }),
      );
    const calls = [call('POST /v1/user/wallet', {}), call('POST /v1/home/stat', {})];
    await Promise.allSettled(calls);
    await soon(() => expect(heard).toHaveLength(2));
    await settle();
    expect(heard).toEqual(['token, another one', ['session-lost', { code }]]);
    expect(place.url.value).toBe('/feedback');
    expect(session.value).toMatchObject({ status: 'signed-out', expired: true });
  });
});

describe('a sign-out in Souk', () => {
  test('is reported to the host, and the token that it ended is not used for a session again', async () => {
    const token = await newToken();
    await beHost({ token }, async () => token);
    await signOut();
    await soon(() => expect(heard).toEqual([['session-lost', { code: 'signed-out' }]]));
    expect(session.value.status).toBe('signed-out');
    // As the host's next greeting would.
    await acceptToken(token, 'host');
    await settle();
    expect(session.value.status).toBe('signed-out');
    expect(currentToken()).toBeNull();
    expect(callsOf()).toBeLessThanOrEqual(3);
    expect(heard.length).toBeLessThanOrEqual(3);
  });

  test('takes from the host’s badge what waits', async () => {
    const { server } = client;
    await placeOrder(server, amina, (await addListed(server, amina)).id);
    await beHost({ token: await newToken() }, denied);
    await soon(() => expect(badges.at(-1)).toBe(1));
    await signOut();
    await soon(() => expect(badges.at(-1)).toBe(0));
  });

  test('is not reported where the host itself has ended it', async () => {
    await beHost({ token: await newToken() }, denied);
    host.update({ token: null });
    await soon(() => expect(session.value.status).toBe('signed-out'));
    await settle();
    expect(heard).toEqual([]);
  });
});

describe('a token that is on its way', () => {
  const bePending = async (state: HostState = {}) => {
    await beHost({ token: await newToken(), ...state }, denied);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    host.update({ token: null, tokenPending: true });
    await vi.waitFor(() => expect(currentToken()).toBeNull());
    expect(session.value).toEqual({ status: 'starting' });
  };

  test('keeps sign-in away for ten seconds and no longer', async () => {
    await bePending();
    vi.advanceTimersByTime(9_900);
    expect(session.value.status).toBe('starting');
    vi.advanceTimersByTime(200);
    expect(session.value.status).toBe('signed-out');
  });

  test('is no longer awaited where the host says so', async () => {
    await bePending();
    host.update({ tokenPending: false });
    await vi.waitFor(() => expect(session.value.status).toBe('signed-out'));
  });

  test('is taken when it comes', async () => {
    await bePending();
    const token = await newToken();
    vi.useRealTimers();
    host.update({ token });
    await soon(() => expect(session.value.status).toBe('signed-in'));
  });

  test('takes no sign-in away that is on the screen already', async () => {
    await beHost({ token: null }, denied);
    await acceptToken(null, 'storage');
    host.update({ tokenPending: true });
    await settle();
    expect(session.value.status).toBe('signed-out');
  });
});
