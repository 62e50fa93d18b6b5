import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { hour, minute } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { addAccount, card, usableAccount } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import { addListed, place } from '../harness/market.ts';
import { password, payPassword, startTestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { withdraw } from '../harness/withdrawing.ts';

type Set_ = Output<'POST /v1/user/update_pay_password'>;
// Codes are sent: otherwise there is none to bring.
const signIn = {
  ...readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' }).signIn,
  verify: 'after-failures' as const,
};
const next = '864209';
const pair = (secret: string) => ({ newPassword: secret, confirmPassword: secret });

describe.each(kinds)('the payment password on %s', (kind) => {
  const server = useServer(kind, { config: { signIn, trustProxy: true } });
  let user: TestUser;
  const call = <T>(name: string, input: object, key: string = randomUUID()) =>
    server.call<T>(name, input, { token: user.token, key });
  const update = (input: object, key?: string) => call<Set_>('POST /v1/user/update_pay_password', input, key);
  const reset = (input: object) => call<Set_>('POST /v1/user/reset_pay_password', input);
  const isSet = async () => (await call<Output<'GET /v1/me'>>('GET /v1/me', {})).data.payPasswordSet;
  let opened = 0;
  // A wrong one is answered before anything else; a right one is used for something, whatever comes of that.
  const opens = async (secret: string) => {
    opened += 1;
    const cardNo = `62220000${opened}`;
    const { code: answered } = await addAccount(server, user, { ...card, cardNo, payPassword: secret });
    return answered !== codes.payPasswordWrong;
  };
  const code = async () => {
    server.clock.advance(2 * minute);
    await server.call('POST /verify_code', { username: user.username });
    return server.sent[0]?.code ?? '';
  };

  beforeEach(async () => {
    user = await server.addUser();
  });

  describe('the first payment password', () => {
    beforeEach(async () => {
      user = await server.addUser({ withoutPayPassword: true });
    });

    it('is set by the login password, pays at once, and withdraws at once', async () => {
      expect(await isSet()).toBe(false);
      const { code: answered, data } = await update({ ...pair(next), loginPassword: password });
      expect([answered, data]).toEqual([
        codes.ok,
        { payPasswordSet: true, withdrawUsableFrom: server.clock.now().toISOString() },
      ]);
      expect(await isSet()).toBe(true);
    });

    it('pays by a quote from before it was set', async () => {
      await server.fund(user.shopId, 100n * UNITS);
      const { id: goodsId } = await addListed(server, user);
      const order = await place(server, user, goodsId, { wallet: 'held_until_delivery' });
      const orderIds = [order.id];
      const { data } = await call<Output<'GET /v1/order/pay/amount'>>('POST /v1/quote', {
        kind: 'order',
        orderIds,
      });
      const key = randomUUID();
      const paying = { orderIds, quoteId: data.quoteId, payPassword: next };
      expect((await call('POST /v1/order/pay', paying, key)).code).toBe(codes.payPasswordNotSet);
      await update({ ...pair(next), loginPassword: password });
      expect((await call('POST /v1/order/pay', paying, key)).code).toBe(codes.ok);
    });

    it.each([
      ['with an old one only', { oldPassword: payPassword }, codes.parameterMissing, 'loginPassword'],
      [
        'with a wrong login password',
        { loginPassword: 'wrong-horse-1' },
        codes.wrongCredentials,
        'loginPassword',
      ],
      ['with nothing to prove it', {}, codes.parameterMissing, 'loginPassword'],
    ])('is not set %s', async (_, proof, answered, field) => {
      expect(await update({ ...pair(next), ...proof })).toMatchObject({ code: answered, data: { field } });
      expect(await isSet()).toBe(false);
    });

    it.each([
      [
        'two inputs that differ',
        { ...pair(next), confirmPassword: '864208' },
        'confirmPassword',
        'inconsistent',
      ],
      ['one digit repeated', pair('111111'), 'newPassword', 'easy_to_guess'],
      ['digits in order', pair('123456'), 'newPassword', 'easy_to_guess'],
      ['digits in order, down', pair('987654'), 'newPassword', 'easy_to_guess'],
      ['five digits', pair('86420'), 'newPassword', 'six_digits'],
    ])('is not %s', async (_, input, field, problem) => {
      expect(await update({ ...input, loginPassword: password })).toMatchObject({
        code: codes.invalidParameter,
        data: { field, params: { kind: problem } },
      });
      expect(await isSet()).toBe(false);
    });

    it('is one, however many are set at once', async () => {
      const secrets = ['864201', '864202', '864203', '864204'];
      const answers = await Promise.all(
        secrets.map((one) => update({ ...pair(one), loginPassword: password })),
      );
      const won = answers.findIndex((answer) => answer.code === codes.ok);
      expect(answers.filter((answer) => answer.code === codes.ok)).toHaveLength(1);
      expect(await opens(secrets[won] ?? '')).toBe(true);
    });
  });

  it('is changed by the old one, pays at once, and withdraws after a day', async () => {
    await server.fund(user.shopId, 100n * UNITS);
    const { id: accountId } = await usableAccount(server, user);
    const { data } = await update({ ...pair(next), oldPassword: payPassword });
    expect(Date.parse(data.withdrawUsableFrom) - server.clock.now().getTime()).toBe(24 * hour);
    expect([await opens(payPassword), await opens(next)]).toEqual([false, true]);
    expect(await withdraw(server, user, { amount: '50.00', accountId, payPassword: next })).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'pay_password_new', params: { usableFrom: data.withdrawUsableFrom } },
    });
  });

  it('is not changed by the login password, nor into itself', async () => {
    expect(await update({ ...pair(next), loginPassword: password })).toMatchObject({
      code: codes.parameterMissing,
      data: { field: 'oldPassword' },
    });
    expect(await update({ ...pair(payPassword), oldPassword: payPassword })).toMatchObject({
      code: codes.operationFailed,
      data: { field: 'newPassword', reason: 'unchanged' },
    });
    expect(await opens(payPassword)).toBe(true);
  });

  it('counts wrong old ones with wrong payments, and locks for all of them', async () => {
    for (const attemptsLeft of [4, 3])
      expect(await update({ ...pair(next), oldPassword: '000111' })).toMatchObject({
        code: codes.oldPasswordWrong,
        data: { params: { attemptsLeft } },
      });
    for (const _ of [2, 1]) await opens('000111');
    const lockedUntil = new Date(server.clock.now().getTime() + 30 * minute).toISOString();
    const locked = { data: { reason: 'locked', params: { attemptsLeft: 0, lockedUntil } } };
    expect(await update({ ...pair(next), oldPassword: '000111' })).toMatchObject(locked);
    expect(await update({ ...pair(next), oldPassword: payPassword })).toMatchObject({
      code: codes.oldPasswordWrong,
      ...locked,
    });
    expect(await opens(payPassword)).toBe(false);
    server.clock.advance(30 * minute);
    expect((await update({ ...pair(next), oldPassword: payPassword })).code).toBe(codes.ok);
  });

  it('has its tries in the database, so that another process has no more of them', async () => {
    const other = await startTestServer(kind, {
      config: { signIn },
      database: server.database,
      start: server.clock.now().toISOString(),
    });
    const elsewhere = (oldPassword: string) =>
      other.call(
        'POST /v1/user/update_pay_password',
        { ...pair(next), oldPassword },
        { token: user.token, key: randomUUID() },
      );
    for (let tries = 0; tries < 3; tries++) await opens('000111');
    expect(await elsewhere('000111')).toMatchObject({ data: { params: { attemptsLeft: 1 } } });
    await opens('000111');
    expect(await elsewhere(payPassword)).toMatchObject({ data: { reason: 'locked' } });
    await other.close();
  });

  it('leaves nothing in the table of keys that is faster to guess than itself', async () => {
    await update({ ...pair('864211'), oldPassword: payPassword });
    const stored = await queryRows<{ hash: string }>(
      server.deps.db,
      sql`select body_hash as hash from idempotency_keys where operation = 'POST /v1/user/update_pay_password'`,
    );
    const plain = ['{"newPassword":"864211"}', '{"confirmPassword":"864211","newPassword":"864211"}'].map(
      (text) => createHash('sha256').update(text).digest('hex'),
    );
    expect(stored.length).toBeGreaterThan(0);
    for (const { hash } of stored) expect(plain).not.toContain(hash);
  });

  describe('a forgotten payment password', () => {
    it('is replaced by login password and code, with all its tries, and withdraws after a day', async () => {
      for (let tries = 0; tries < 5; tries++) await opens('000111');
      expect(await opens(payPassword)).toBe(false);
      const { code: answered, data } = await reset({
        ...pair(next),
        loginPassword: password,
        verifyCode: await code(),
      });
      expect(answered).toBe(codes.ok);
      expect(Date.parse(data.withdrawUsableFrom) - server.clock.now().getTime()).toBe(24 * hour);
      expect(await opens(next)).toBe(true);
    });

    it('takes a code once', async () => {
      const verifyCode = await code();
      const proof = { loginPassword: password, verifyCode };
      expect((await reset({ ...pair(next), ...proof })).code).toBe(codes.ok);
      expect((await reset({ ...pair('975310'), ...proof })).code).toBe(codes.invalidVerificationCode);
      expect(await opens(next)).toBe(true);
    });

    it('is not replaced without either, and each is answered with its own code', async () => {
      const verifyCode = await code();
      const other = verifyCode === '000000' ? '000001' : '000000';
      const refused: [object, number, string][] = [
        [{ loginPassword: password }, codes.codeRequired, 'verifyCode'],
        [{ loginPassword: password, verifyCode: other }, codes.incorrectCode, 'verifyCode'],
        [{ loginPassword: 'wrong-horse-1', verifyCode }, codes.wrongCredentials, 'loginPassword'],
        [
          { loginPassword: password, verifyCode, confirmPassword: '864208' },
          codes.invalidParameter,
          'confirmPassword',
        ],
      ];
      for (const [proof, answered, field] of refused)
        expect(await reset({ ...pair(next), ...proof })).toMatchObject({ code: answered, data: { field } });
      expect(await opens(payPassword)).toBe(true);
      server.clock.advance(11 * minute);
      expect(await reset({ ...pair(next), loginPassword: password, verifyCode })).toMatchObject({
        code: codes.invalidVerificationCode,
      });
    });

    it('is not guessed by codes that many addresses have sent: ten are looked at, then few', async () => {
      const answers: number[] = [];
      for (let n = 0; n < 30; n++) {
        const headers = { 'x-forwarded-for': `192.0.2.${n}` };
        await server.call('POST /verify_code', { username: user.username }, { headers });
        const verifyCode = server.sent[0]?.code === '000000' ? '000001' : '000000';
        const input = { ...pair(next), loginPassword: password, verifyCode };
        const asked = { token: user.token, key: randomUUID(), headers };
        answers.push((await server.call('POST /v1/user/reset_pay_password', input, asked)).code);
      }
      expect(answers.slice(0, 10)).toEqual(Array(10).fill(codes.incorrectCode));
      expect(answers.slice(10)).toEqual(Array(20).fill(codes.systemBusy));
      // No user is locked out for good.
      server.clock.advance(hour);
      const proof = { loginPassword: password, verifyCode: await code() };
      expect((await reset({ ...pair(next), ...proof })).code).toBe(codes.ok);
    });

    it('is removed by the operator who made sure of its owner, and the next one waits to withdraw', async () => {
      await server.decide('pay-password-clear', { user: user.username, reason: 'Called back.' });
      expect(await isSet()).toBe(false);
      const { data } = await update({ ...pair(next), loginPassword: password });
      expect(Date.parse(data.withdrawUsableFrom) - server.clock.now().getTime()).toBe(24 * hour);
    });
  });

  it('is removed from the user of that id, not from one who has it for a name', async () => {
    const { userId } = await server.addUser({ username: 'huda' });
    user = await server.addUser({ username: userId });
    await server.decide('pay-password-clear', { user: userId, reason: 'Called back.' });
    expect(await isSet()).toBe(true);
  });

  it('cannot be guessed by the login password: each further try waits', async () => {
    user = await server.addUser({ withoutPayPassword: true });
    const answers = [];
    for (let tries = 0; tries < 6; tries++)
      answers.push((await update({ ...pair(next), loginPassword: `wrong-horse-${tries}` })).code);
    expect(answers).toContain(codes.systemBusy);
    server.clock.advance(10 * minute);
    expect((await update({ ...pair(next), loginPassword: password })).code).toBe(codes.ok);
  });

  it('is reported to its owner', async () => {
    await update({ ...pair(next), oldPassword: payPassword });
    const { data } = await call<Output<'POST /v1/notify/list'>>('POST /v1/notify/list', { type: 'money' });
    expect(data.list[0]?.title).toMatch(/payment password was changed/i);
  });
});
