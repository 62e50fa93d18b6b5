import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { acceptToken, loadMe } from '../../src/data/accept-token.ts';
import { call } from '../../src/data/api.ts';
import { configure } from '../../src/data/config.ts';
import { currentToken, hasFeature, session } from '../../src/data/session.ts';
import { signIn } from '../../src/data/sign-in.ts';
import { endSession, expireSession, signOut } from '../../src/data/sign-out.ts';
import { type Client, faults, startClient } from '../harness/client.ts';
import { password, type TestUser } from '../harness/server.ts';

let client: Client;
let amina: TestUser;
let bashir: TestUser;
beforeAll(async () => {
  client = await startClient();
  amina = await client.server.addUser({ username: 'amina' });
  bashir = await client.server.addUser({ username: 'bashir' });
});
afterAll(() => client.close());
beforeEach(() => client.clear());

const kept = () => Object.keys(localStorage).sort();
const everything = () => JSON.stringify({ ...localStorage, ...sessionStorage });

describe('the storage of our own page', () => {
  test('holds exactly the keys of the specification after a sign-in', async () => {
    await client.signIn(amina);
    expect(kept()).toEqual(['fileHost', 'ifo', 'invite', 'lang', 'serviceLink', 'token']);
    expect(localStorage.getItem('token')).toBe(currentToken());
    const answer = await call('GET /v1/me', {});
    expect(JSON.parse(localStorage.getItem('ifo') ?? '')).toEqual(answer);
    expect(localStorage.getItem('fileHost')).toBe(answer.fileHost);
    expect(localStorage.getItem('serviceLink')).toBe(answer.serviceLink);
    expect(localStorage.getItem('invite')).toBe(answer.invite);
    expect(localStorage.getItem('lang')).toBe('en');
  });

  test.each(['handover', 'host'] as const)('never holds a token of %s', async (source) => {
    await acceptToken(amina.token, source);
    expect(session.value.status).toBe('signed-in');
    expect(everything()).not.toContain(amina.token);
    expect(kept()).not.toContain('token');
  });

  test('holds a handed-over token over a reload only where the page is configured so', async () => {
    configure({ hostTokenStorage: 'session' });
    await acceptToken(amina.token, 'handover');
    expect(sessionStorage.getItem('token')).toBe(amina.token);
    expect(localStorage.getItem('token')).toBeNull();
  });

  test.each([['revoked', endSession] as const, ['expired', expireSession] as const])(
    'keeps the token that another tab has stored since, where the session of this one is %s',
    async (_, end) => {
      await client.signIn(amina);
      localStorage.setItem('token', 'of-another-tab');
      end();
      expect(currentToken()).toBeNull();
      expect(localStorage.getItem('token')).toBe('of-another-tab');
    },
  );

  test('holds no token after a sign-out, another tab’s neither', async () => {
    await client.signIn(amina);
    localStorage.setItem('token', 'of-another-tab');
    await signOut();
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('drops a handed-over token at the end of the session', async () => {
    configure({ hostTokenStorage: 'session' });
    await acceptToken(amina.token, 'handover');
    endSession();
    expect(everything()).not.toContain(amina.token);
  });

  test('does not hold a sign-in beside a host', async () => {
    configure({ signInTokenStorage: 'memory' });
    await client.signIn(amina);
    expect(session.value.status).toBe('signed-in');
    expect(everything()).not.toContain(currentToken());
  });

  test('holds nothing of /v1/me in a page of others', async () => {
    configure({ signInTokenStorage: 'memory', persistMe: false });
    await client.signIn(amina);
    expect(kept()).toEqual([]);
  });

  test('holds a language that a person chose', async () => {
    localStorage.setItem('lang', 'ar');
    localStorage.setItem('langChosen', '1');
    await client.signIn(amina);
    expect(localStorage.getItem('lang')).toBe('ar');
  });
});

describe('the signed-in person', () => {
  test('is absent without a token, and nothing is requested', async () => {
    await acceptToken(null, 'storage');
    expect(session.value).toEqual({ status: 'signed-out' });
    expect(client.sent).toEqual([]);
  });

  test('the token travels bare in the authorization header, with the language', async () => {
    await acceptToken(amina.token, 'handover');
    const [asked] = client.of('GET /v1/me');
    expect(asked?.headers.get('authorization')).toBe(amina.token);
    expect(asked?.headers.get('accept-language')).toBe('en');
  });

  test('the features that the server names are known', async () => {
    expect(hasFeature('idempotency')).toBe(false);
    await client.signIn(amina);
    expect(hasFeature('idempotency')).toBe(true);
  });

  test.each([
    ['null', '{"code":200,"msg":"ok","data":null}'],
    ['absent', '{"code":200,"msg":"ok"}'],
    ['an empty object', '{"code":200,"data":{}}'],
    ['an empty list', '{"code":200,"data":[]}'],
  ])('data that is %s is the info failure, and its retry works', async (_, body) => {
    client.fault('GET /v1/me', () => new Response(body));
    await acceptToken(amina.token, 'handover');
    expect(session.value.status).toBe('info-failure');
    expect(kept()).not.toContain('ifo');
    await loadMe();
    expect(session.value).toMatchObject({ status: 'signed-in', me: { username: 'amina' } });
  });

  test('the four fields of the specification are enough', async () => {
    const data = { fileHost: 'https://files.example', serviceLink: '', invite: 'ABCD', lang: 'fr' };
    client.fault('GET /v1/me', () => new Response(JSON.stringify({ code: '200', message: 'ok', data })));
    await acceptToken(amina.token, 'handover');
    expect(session.value.status).toBe('signed-in');
    expect(hasFeature('idempotency')).toBe(false);
    expect(localStorage.getItem('lang')).toBe('fr');
  });

  test('a wrong password is thrown to the form', async () => {
    await expect(signIn({ username: 'amina', password: `${password}x` })).rejects.toMatchObject({
      code: 413,
    });
    expect(session.value.status).not.toBe('signed-in');
    expect(kept()).toEqual([]);
  });
});

describe('a new token', () => {
  const draft = () => sessionStorage.getItem('souk.draft.feedback');
  const key = () => sessionStorage.getItem('key:pay:1');
  const leave = () => {
    sessionStorage.setItem('souk.draft.feedback', 'half a sentence');
    sessionStorage.setItem('key:pay:1', 'a-key');
  };

  test('a new token of the same person keeps everything', async () => {
    await acceptToken(amina.token, 'host');
    leave();
    const { data } = await client.server.call<{ token: string }>('POST /login', {
      username: 'amina',
      password,
    });
    await acceptToken(data.token, 'host');
    expect(session.value.me?.username).toBe('amina');
    expect(draft()).toBe('half a sentence');
    expect(key()).toBe('a-key');
  });

  test('a new token of another person wipes drafts and keys, and shows nothing of the old one meanwhile', async () => {
    await acceptToken(amina.token, 'host');
    leave();
    const coming = acceptToken(bashir.token, 'host');
    expect(session.value.status).toBe('starting');
    await coming;
    expect(session.value.me?.username).toBe('bashir');
    expect([draft(), key()]).toEqual([null, null]);
  });

  test('has nothing sent for the old person until its own is known', async () => {
    await acceptToken(amina.token, 'host');
    client.sent.length = 0;
    const coming = acceptToken(bashir.token, 'host');
    await expect(call('POST /v1/user/wallet', {})).rejects.toMatchObject({ code: 'cancelled' });
    await coming;
    expect(client.of('POST /v1/user/wallet')).toEqual([]);
  });

  test('shows nothing of the old person while its owner is unknown for lack of an answer', async () => {
    await acceptToken(amina.token, 'host');
    client.fault('GET /v1/me', faults.refusedConnection);
    await acceptToken(bashir.token, 'host');
    expect(session.value.status).toBe('info-failure');
    expect(session.value.me).toBeUndefined();
    await loadMe();
    expect(session.value.me?.username).toBe('bashir');
  });

  test('is not undone by a late answer about the one before', async () => {
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    client.fault('GET /v1/me', (pass) => late.then(pass));
    const before = acceptToken(amina.token, 'host');
    await vi.waitFor(() => expect(client.of('GET /v1/me')).toHaveLength(1));
    await acceptToken(bashir.token, 'host');
    answer();
    await before;
    expect(session.value.me?.username).toBe('bashir');
  });

  test('a person who comes back after 401 finds the draft; another one does not', async () => {
    await acceptToken(amina.token, 'host');
    leave();
    endSession();
    expect(draft()).toBe('half a sentence');
    await acceptToken(amina.token, 'host');
    expect(draft()).toBe('half a sentence');
    endSession();
    await acceptToken(bashir.token, 'host');
    expect(draft()).toBeNull();
  });
});

describe('the end of a session', () => {
  test('the end of a session by sign-out notifies the server and keeps nothing', async () => {
    await client.signIn(amina);
    const token = currentToken() ?? '';
    sessionStorage.setItem('souk.draft.feedback', 'x');
    await signOut();
    expect(session.value).toEqual({ status: 'signed-out' });
    expect(kept()).not.toContain('token');
    expect(kept()).not.toContain('ifo');
    expect(sessionStorage.getItem('souk.draft.feedback')).toBeNull();
    expect(await client.server.call('GET /v1/me', {}, { token })).toMatchObject({ code: 407 });
  });

  test('the end of a session by 401 clears token and ifo', async () => {
    await client.signIn(amina);
    endSession();
    expect(currentToken()).toBeNull();
    expect(kept()).not.toContain('token');
    expect(kept()).not.toContain('ifo');
  });

  test('the end of a session by expiry keeps the username for a sign-in over the screen, and stores the id alone', async () => {
    await client.signIn(amina);
    expireSession();
    expect(session.value).toMatchObject({ status: 'signed-out', expired: true, me: { username: 'amina' } });
    expect(JSON.parse(localStorage.getItem('ifo') ?? '')).toEqual({ id: session.value.me?.id });
    await client.signIn(amina);
    expect(session.value.status).toBe('signed-in');
    expect(session.value.expired).toBeUndefined();
  });
});
