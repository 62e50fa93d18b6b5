import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { day, hour, minute, second } from '../../src/server/platform/clock.ts';
import { loginAttempts, sessions, users } from '../../src/server/schema.ts';
import { deleteOldAttempts } from '../../src/server/shops/sessions/throttle.ts';
import { kinds } from '../harness/database.ts';
import { password, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

interface SignedIn {
  token: string;
  expiresAt: string;
}

describe.each(kinds)('a session on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;

  const signIn = (username: string, secret = password) =>
    server.call<SignedIn>('POST /login', { username, password: secret });
  const me = (token?: string, headers?: Record<string, string>) =>
    server.call<{ id: string }>(
      'GET /v1/me',
      {},
      { ...(token ? { token } : {}), ...(headers ? { headers } : {}) },
    );

  beforeEach(async () => {
    user = await server.addUser();
    // All of them come from one network, which would have used its tries up.
    await server.deps.db.delete(loginAttempts);
  });

  it('opens with name and password and serves the token bare or as Bearer', async () => {
    const { code, data } = await signIn(user.username);
    expect(code).toBe(codes.ok);
    expect(Date.parse(data.expiresAt)).toBe(server.clock.now().getTime() + 7 * day);
    expect((await me(data.token)).data.id).toBe(user.userId);
    expect((await me(undefined, { authorization: `Bearer ${data.token}` })).data.id).toBe(user.userId);
  });

  it('stores no token, only its hash', async () => {
    const { data } = await signIn(user.username);
    const stored = await server.deps.db.select().from(sessions);
    expect(JSON.stringify(stored)).not.toContain(data.token);
    expect(data.token).toMatch(/^[\w-]{43}$/);
  });

  it('answers an unknown name and a wrong password alike', async () => {
    const unknown = await signIn('nobody-at-all');
    const wrong = await signIn(user.username, 'wrong-password');
    expect(unknown.code).toBe(codes.wrongCredentials);
    expect(wrong.text).toBe(unknown.text);
  });

  it.each([
    ['no name', { password }, codes.credentialsRequired, 'username'],
    ['no password', { username: 'somebody' }, codes.credentialsRequired, 'password'],
    ['an empty password', { username: 'somebody', password: '' }, codes.credentialsRequired, 'password'],
    ['a short password', { username: 'somebody', password: 'short' }, codes.invalidParameter, 'password'],
  ])('says which field is wrong: %s', async (_, input, code, field) => {
    expect(await server.call('POST /login', input)).toMatchObject({ code, data: { field } });
  });

  it('makes further tries wait longer and longer, and locks no user out', async () => {
    for (let tries = 0; tries < 3; tries++)
      expect((await signIn(user.username, 'wrong-password')).code).toBe(413);
    const early = await signIn(user.username);
    expect(early).toMatchObject({
      code: codes.systemBusy,
      data: { reason: 'too_many_attempts', retryAfter: 2 },
    });
    server.clock.advance(2 * second);
    expect((await signIn(user.username, 'wrong-password')).code).toBe(413);
    expect(await signIn(user.username)).toMatchObject({ data: { retryAfter: 4 } });
    server.clock.advance(4 * second);
    expect((await signIn(user.username)).code).toBe(codes.ok);
    expect((await signIn(user.username, 'wrong-password')).code).toBe(413);
  });

  it('says in its message how long to wait', async () => {
    for (let tries = 0; tries < 3; tries++) await signIn(user.username, 'wrong-password');
    const messageIn = async (lang: string) => {
      const input = { username: user.username, password };
      return (await server.call('POST /login', input, { headers: { 'accept-language': lang } })).msg;
    };
    expect(await messageIn('en')).toMatch(/^Too many attempts\. Try again in 2\Wsec\.$/);
    expect(await messageIn('fr')).toMatch(/^Trop de tentatives\. Réessayez dans 2\Ws\.$/);
  });

  it('waits no longer than the longest wait where the clock was put back', async () => {
    for (let tries = 0; tries < 4; tries++) await signIn(user.username, 'wrong-password');
    server.clock.advance(-24 * hour);
    expect((await signIn(user.username)).code).toBe(codes.ok);
    server.clock.advance(24 * hour);
  });

  it('looks at no more guesses sent at once than at guesses sent one by one', async () => {
    const guesses = Array.from({ length: 8 }, (_, n) => `wrong-password-${n}`);
    const answers = await Promise.all(guesses.map((guess) => signIn(user.username, guess)));
    expect(answers.map(({ code }) => code).sort()).toEqual([201, 201, 201, 201, 201, 413, 413, 413]);
    server.clock.advance(2 * second);
    expect((await signIn(user.username)).code).toBe(codes.ok);
  });

  it('compares few passwords of one address at once, and refuses the rest for a second', async () => {
    // At the cost of production, so that all of them come while the first are still compared.
    const { passwordCost } = server.deps.config;
    Object.assign(server.deps.config, { passwordCost: 2 ** 14 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signIn(`crowd-${n}-${user.userId}`)),
    );
    Object.assign(server.deps.config, { passwordCost });
    const busy = answers.filter(({ code }) => code === codes.systemBusy);
    // Eight have places; the next request may take the place of one that has ended.
    expect(busy.length).toBeGreaterThan(6);
    expect(busy.length).toBeLessThanOrEqual(12);
    expect(busy[0]?.data).toMatchObject({ reason: 'too_many_at_once', retryAfter: 1 });
    expect((await signIn(user.username)).code).toBe(codes.ok);
  });

  it('forgets failed names after a day, so that made-up ones do not pile up', async () => {
    await signIn(`ghost-${user.userId}`);
    server.clock.advance(24 * hour + second);
    await signIn(`another-${user.userId}`);
    await deleteOldAttempts(server.deps.db, server.clock.now());
    // Those of the last one: of its name here, of its name anywhere, and of this network.
    expect(await server.deps.db.select().from(loginAttempts)).toHaveLength(3);
  });

  it('makes unknown names wait in the same way', async () => {
    for (let tries = 0; tries < 3; tries++) await signIn(`ghost-${user.userId}`);
    expect((await signIn(`ghost-${user.userId}`)).code).toBe(codes.systemBusy);
  });

  it.each([
    ['without a token', undefined],
    ['with a token that was never issued', 'made-up'],
    ['with an empty Bearer', 'Bearer '],
  ])('is missing %s: 407', async (_, token) => {
    expect((await me(token)).code).toBe(codes.noAuthentication);
  });

  it('ends after 24 idle hours: 408', async () => {
    server.clock.advance(24 * hour - minute);
    expect((await me(user.token)).code).toBe(codes.ok);
    server.clock.advance(24 * hour - minute);
    expect((await me(user.token)).code).toBe(codes.ok);
    server.clock.advance(24 * hour);
    expect((await me(user.token)).code).toBe(codes.tokenExpired);
  });

  it('ends after seven days however busy it is: 408', async () => {
    for (let half = 0; half < 13; half++) {
      server.clock.advance(12 * hour);
      expect((await me(user.token)).code).toBe(codes.ok);
    }
    server.clock.advance(12 * hour);
    expect((await me(user.token)).code).toBe(codes.tokenExpired);
  });

  it('ends by sign-out, and the token is unknown from then on: 407', async () => {
    expect((await server.call('POST /logout', {}, { token: user.token })).data).toEqual({ ended: 1 });
    expect((await me(user.token)).code).toBe(codes.noAuthentication);
  });

  it('ends everywhere at once, and other devices get 401', async () => {
    const other = (await signIn(user.username)).data.token;
    expect((await server.call('POST /logout', { all: true }, { token: user.token })).data).toEqual({
      ended: 2,
    });
    expect((await me(other)).code).toBe(codes.illegalRequest);
    expect((await me(user.token)).code).toBe(codes.noAuthentication);
  });

  it('is refused when the account is closed', async () => {
    await server.deps.db.update(users).set({ status: 'closed' }).where(eq(users.id, user.userId));
    expect((await me(user.token)).code).toBe(codes.invalidAccount);
    expect((await signIn(user.username)).code).toBe(codes.invalidAccount);
    expect((await signIn(user.username, 'wrong-password')).code).toBe(codes.wrongCredentials);
  });

  it('says who is signed in, what is offered and what is limited', async () => {
    const { data } = await me(user.token);
    expect(data).toMatchObject({
      username: user.username,
      shopId: user.shopId,
      timeZone: 'UTC',
      currency: 'USD',
      payPasswordSet: true,
      demo: false,
      restrictions: [],
      limits: { payPasswordTries: 5 },
      features: expect.arrayContaining(['idempotency', 'operation', 'operator', 'logout']),
    });
  });
});
