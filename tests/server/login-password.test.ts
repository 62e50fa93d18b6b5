import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { minute } from '../../src/server/platform/clock.ts';
import { idempotencyKeys, users } from '../../src/server/schema.ts';
import { kinds } from '../harness/database.ts';
import { password, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

type Changed = Output<'POST /v1/user/update_password'>;
const next = 'another-horse-2';

describe.each(kinds)('the login password on %s', (kind) => {
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    server = await startTestServer(kind);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.addUser();
  });

  const change = (oldPassword = password, newPassword = next, key: string = randomUUID()) =>
    server.call<Changed & { reason?: string; field?: string }>(
      'POST /v1/user/update_password',
      { oldPassword, newPassword, confirmPassword: newPassword },
      { token: user.token, key },
    );
  const signIn = (secret: string) =>
    server.call<{ token: string }>('POST /login', { username: user.username, password: secret });
  const codeWith = async (token: string) => (await server.call('GET /v1/me', {}, { token })).code;
  const titles = async () => {
    const { data } = await server.call<Output<'POST /v1/notify/list'>>(
      'POST /v1/notify/list',
      {},
      { token: user.token },
    );
    return data.list.map(({ title }) => title);
  };

  test('a change ends every other session, keeps the one that made it, and tells the merchant', async () => {
    const other = (await signIn(password)).data.token;
    const third = (await signIn(password)).data.token;
    const { code, data } = await change();
    expect([code, data]).toEqual([200, { ended: 2 }]);
    expect(await codeWith(user.token)).toBe(200);
    expect([await codeWith(other), await codeWith(third)]).toEqual([401, 401]);
    expect((await signIn(password)).code).toBe(codes.wrongCredentials);
    expect((await signIn(next)).code).toBe(200);
    expect(await titles()).toEqual(['Your login password was changed']);
  });

  test('the same change sent twice is done once, and its key does not serve another password', async () => {
    const key = randomUUID();
    const first = await change(password, next, key);
    await signIn(next);
    expect((await change(password, next, key)).text).toBe(first.text);
    expect(await titles()).toHaveLength(1);
    expect((await change(password, 'a-third-horse-3', key)).data.reason).toBe('key_reused');
  });

  test('a change sent by four at once is done once', async () => {
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => change(password, next, key)));
    // One that has to wait is worth another try; none says that it was refused.
    expect(answers.map(({ code }) => code).filter((code) => ![200, 201, 202].includes(code))).toEqual([]);
    expect(answers.some(({ code }) => code === 200)).toBe(true);
    expect(await titles()).toHaveLength(1);
  });

  test('a wrong old password is refused beside its field, changes nothing, and leaves the key free', async () => {
    const other = (await signIn(password)).data.token;
    const key = randomUUID();
    const { code, data } = await change('not-this-one', next, key);
    expect([code, data.field]).toEqual([codes.oldPasswordIncorrect, 'oldPassword']);
    expect([await codeWith(other), (await signIn(password)).code]).toEqual([200, 200]);
    expect((await change(password, next, key)).code).toBe(200);
  });

  test('guesses have to wait ever longer, as at sign-in, and the right one has to wait with them', async () => {
    const answers = [];
    for (let guess = 0; guess < 4; guess++) answers.push((await change(`guess-number-${guess}`)).code);
    expect(answers).toEqual([421, 421, 421, codes.systemBusy]);
    const { code, data } = await change();
    expect([code, data.reason]).toEqual([codes.systemBusy, 'too_many_attempts']);
    server.clock.advance(5 * minute);
    expect((await change()).code).toBe(200);
  });

  test('the present password chosen again is refused beside the new one', async () => {
    const { code, data } = await change(password, password);
    expect([code, data.reason, data.field]).toEqual([codes.operationFailed, 'unchanged', 'newPassword']);
  });

  test.each(['Password1', 'iloveyou', 'QWERTYUIOP', 'ｉｌｏｖｅｙｏｕ'])(
    '%s, which is in every list of guesses, is refused beside its field',
    async (guess) => {
      const { code, data } = await change(password, guess);
      expect([code, data]).toEqual([
        codes.invalidParameter,
        { field: 'newPassword', params: { kind: 'common_password' } },
      ]);
      expect((await change()).code).toBe(200);
    },
  );

  test('a user without a login password has none to change, which /v1/me shows', async () => {
    const me = async () =>
      (await server.call<Output<'GET /v1/me'>>('GET /v1/me', {}, { token: user.token })).data.passwordSet;
    expect(await me()).toBe(true);
    await server.deps.db.update(users).set({ passwordHash: 'none' }).where(eq(users.id, user.userId));
    expect(await me()).toBe(false);
    const { code, data } = await change();
    expect([code, data.reason]).toEqual([codes.invalidOperation, 'no_password']);
  });

  test('neither password is kept readable with the key of the call', async () => {
    await change();
    const kept = await server.deps.db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.shopId, user.shopId));
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${password}|${next}`));
  });
});
