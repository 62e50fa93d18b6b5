import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { minute } from '../../src/server/platform/clock.ts';
import { hashPassword } from '../../src/server/platform/passwords.ts';
import { users } from '../../src/server/schema.ts';
import { kinds } from '../harness/database.ts';
import { payingHandlers } from '../harness/paying.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useUnauditedServer } from '../harness/use-server.ts';

describe.each(kinds)('the payment password on %s', (kind) => {
  const server = useUnauditedServer(kind, { handlers: payingHandlers });
  let user: TestUser;

  const pay = (secret = payPassword, as = user) =>
    server.call(
      'POST /v1/order/pay',
      { orderIds: ['order_1'], payPassword: secret },
      { token: as.token, key: randomUUID() },
    );

  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 10n * UNITS);
  });

  it('counts down the tries, although each refused call is rolled back', async () => {
    for (const attemptsLeft of [4, 3, 2, 1]) {
      expect(await pay('000000')).toMatchObject({
        code: codes.payPasswordWrong,
        data: { params: { attemptsLeft } },
      });
    }
    const lockedUntil = new Date(server.clock.now().getTime() + 30 * minute).toISOString();
    const locked = {
      code: codes.payPasswordWrong,
      data: { reason: 'locked', params: { attemptsLeft: 0, lockedUntil } },
    };
    expect(await pay('000000')).toMatchObject(locked);
    expect(await pay()).toMatchObject(locked);
    expect(await balanceOf(server.deps.db, `M.available:${user.shopId}`)).toBe(10n * UNITS);
  });

  it('opens again after 30 minutes, with all its tries', async () => {
    for (let tries = 0; tries < 5; tries++) await pay('000000');
    server.clock.advance(30 * minute);
    expect(await pay('000000')).toMatchObject({ data: { params: { attemptsLeft: 4 } } });
    expect((await pay()).code).toBe(codes.ok);
  });

  it('forgets failures after a right one', async () => {
    for (let tries = 0; tries < 4; tries++) await pay('000000');
    expect((await pay()).code).toBe(codes.ok);
    expect(await pay('000000')).toMatchObject({ data: { params: { attemptsLeft: 4 } } });
  });

  it('does not let a right guess through once wrong ones sent with it have locked it', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, n) => pay(String(n).padStart(6, '0'))));
    expect(await pay()).toMatchObject({ code: codes.payPasswordWrong, data: { reason: 'locked' } });
  });

  it('lets no right guess through that was sent with the wrong ones and looked at after them', async () => {
    const { db, random } = server.deps;
    const payPasswordHash = await hashPassword(payPassword, 2 ** 13, random);
    await db.update(users).set({ payPasswordHash }).where(eq(users.id, user.userId));
    const wrong = Array.from({ length: 30 }, (_, n) => pay(String(n).padStart(6, '0')));
    expect(await pay()).toMatchObject({ code: codes.payPasswordWrong, data: { reason: 'locked' } });
    await Promise.all(wrong);
    expect(await balanceOf(server.deps.db, `M.available:${user.shopId}`)).toBe(10n * UNITS);
  });

  it('is asked for without a key too', async () => {
    const input = { orderIds: ['order_1'], payPassword: '000000' };
    const { code } = await server.call('POST /v1/order/pay', input, { token: user.token });
    expect(code).toBe(codes.payPasswordWrong);
    expect(await balanceOf(server.deps.db, `M.available:${user.shopId}`)).toBe(10n * UNITS);
  });

  it('has to be set first: 445', async () => {
    const fresh = await server.addUser({ withoutPayPassword: true });
    expect((await pay(payPassword, fresh)).code).toBe(codes.payPasswordNotSet);
  });
});
