import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { seededRandom } from '../../src/server/demo/seeded-random.ts';
import { minute } from '../../src/server/platform/clock.ts';
import { hashPassword, verifyPassword } from '../../src/server/platform/passwords.ts';
import { idempotencyKeys, users } from '../../src/server/schema.ts';
import { kinds } from '../harness/database.ts';
import { password, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Changed = Output<'POST /v1/user/update_password'>;
const next = 'another-horse-2';

describe.each(kinds)('the login password on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
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
    const { data } = await server.call('POST /v1/notify/list', {}, { token: user.token });
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
    const me = async () => (await server.call('GET /v1/me', {}, { token: user.token })).data.passwordSet;
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

const cost = 16;
const secret = 'correct-horse-1';
const random = seededRandom('passwords');

/** The stored hash with one bit of one byte of its key turned. */
const turned = (hash: string, at: number): string => {
  const parts = hash.split('$');
  const key = Buffer.from(parts.pop() ?? '', 'base64');
  key[at] = (key[at] ?? 0) ^ 1;
  return [...parts, key.toString('base64')].join('$');
};

describe('a password', () => {
  it('is right as it was set, and with composed letters in place of composed ones', async () => {
    expect(await verifyPassword(secret, await hashPassword(secret, cost, random), cost)).toBe(true);
    const composed = await hashPassword('caf\u00e9-creme', cost, random);
    expect(await verifyPassword('cafe\u0301-creme', composed, cost)).toBe(true);
  });

  it('is compared to the last bit', async () => {
    const hash = await hashPassword(secret, cost, random);
    for (let at = 0; at < 32; at++)
      expect([at, await verifyPassword(secret, turned(hash, at), cost)]).toEqual([at, false]);
    expect(await verifyPassword(secret, hash.slice(0, -8), cost)).toBe(false);
    expect(await verifyPassword(secret, null, cost)).toBe(false);
  });

  it('stays right when the cost of new ones is raised, and salts no two alike', async () => {
    const hash = await hashPassword(secret, cost, random);
    expect(await verifyPassword(secret, hash, cost * 4)).toBe(true);
    expect(await hashPassword(secret, cost, random)).not.toBe(hash);
  });
});

describe('the time of an answer', () => {
  const dear = 2 ** 15;
  const server = useServer('postgres', { config: { passwordCost: dear } });

  const quickest = async (username: () => Promise<string>) => {
    const took: number[] = [];
    for (let n = 0; n < 4; n++) {
      const name = await username();
      const began = performance.now();
      const { code } = await server.call('POST /login', { username: name, password: 'wrong-password' });
      took.push(performance.now() - began);
      expect(code).toBe(codes.wrongCredentials);
    }
    return Math.min(...took);
  };

  // A ratio of two measured side by side: the comparison costs a hundred times all the rest.
  it('does not tell whether a name exists', async () => {
    const known = await quickest(async () => {
      const { userId, username } = await server.addUser();
      const passwordHash = await hashPassword(secret, dear, random);
      await server.deps.db.update(users).set({ passwordHash }).where(eq(users.id, userId));
      return username;
    });
    let ghosts = 0;
    const unknown = await quickest(async () => `ghost-${ghosts++}`);
    expect(unknown).toBeGreaterThan(known / 3);
  });
});
