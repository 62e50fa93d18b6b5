import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { deleteOldKeys, operationHandlers } from '../../src/server/ledger/idempotency/idempotency.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { hour } from '../../src/server/platform/clock.ts';
import { bothKinds } from '../harness/database.ts';
import { payingHandlers } from '../harness/paying.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useUnauditedServer } from '../harness/use-server.ts';

interface Paid {
  results: { no: string }[];
}

interface Operation {
  state: string;
  code: number | null;
  data: unknown;
}

describe.each(bothKinds)('a keyed call on %s', (kind) => {
  const server = useUnauditedServer(kind, { handlers: { ...payingHandlers, ...operationHandlers } });
  let user: TestUser;
  let key: string;

  const pay = (options: { body?: object; key?: string | undefined; as?: TestUser } = {}) => {
    const { token } = options.as ?? user;
    const input = { orderIds: ['order_1'], payPassword, ...options.body };
    return server.call<Paid>('POST /v1/order/pay', input, {
      token,
      ...('key' in options ? (options.key ? { key: options.key } : {}) : { key }),
    });
  };
  const ask = (asked: string) =>
    server.call<Operation>('POST /v1/operation', { key: asked }, { token: user.token });
  const balance = (of = user) => balanceOf(server.deps.db, `M.available:${of.shopId}`);

  beforeEach(async () => {
    user = await server.addUser();
    key = randomUUID();
    await server.fund(user.shopId, 10n * UNITS);
  });

  it('moves money once for one key and repeats its reply byte for byte', async () => {
    const replies = [await pay(), await pay(), await pay()];
    expect(replies[0]?.code).toBe(codes.ok);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await balance()).toBe(9n * UNITS);
  });

  it('moves money once when one key is in flight many times', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => pay()));
    expect(await balance()).toBe(9n * UNITS);
    for (const { code } of replies) expect([codes.ok, codes.operationBusy]).toContain(code);
    expect(new Set(replies.filter(({ code }) => code === codes.ok).map(({ text }) => text)).size).toBe(1);
  });

  it('refuses the key with another body', async () => {
    await pay();
    const other = await pay({ body: { orderIds: ['order_2'] } });
    expect(other).toMatchObject({ code: codes.invalidOperation, data: { reason: 'key_reused' } });
    expect(await balance()).toBe(9n * UNITS);
  });

  it('does not count the password as part of the body', async () => {
    const first = await pay();
    expect((await pay({ body: { payPassword: '000000' } })).text).toBe(first.text);
  });

  it('leaves the key free after a mistyped payment password', async () => {
    expect(await pay({ body: { payPassword: '000000' } })).toMatchObject({ code: codes.payPasswordWrong });
    expect(await ask(key)).toMatchObject({ data: { state: 'unknown' } });
    expect(await pay()).toMatchObject({ code: codes.ok });
    expect(await balance()).toBe(9n * UNITS);
  });

  it('leaves the key free after a refusal, which changes nothing', async () => {
    const poor = await server.addUser();
    expect(await pay({ as: poor })).toMatchObject({ code: codes.insufficientBalance });
    await server.fund(poor.shopId, UNITS);
    expect(await pay({ as: poor })).toMatchObject({ code: codes.ok });
    expect(await balance(poor)).toBe(0n);
  });

  it('keeps the keys of two shops apart', async () => {
    const other = await server.addUser();
    await server.fund(other.shopId, UNITS);
    const [mine, foreign] = [await pay(), await pay({ as: other })];
    expect(mine.data.results[0]?.no).not.toBe(foreign.data.results[0]?.no);
    expect(await balance(other)).toBe(0n);
  });

  it('works without a key, once each time', async () => {
    await pay({ key: undefined });
    await pay({ key: undefined });
    expect(await balance()).toBe(8n * UNITS);
  });

  it('takes a key for the same in capital letters', async () => {
    const first = await pay({ key: key.toUpperCase() });
    expect((await pay()).text).toBe(first.text);
    expect((await ask(key.toUpperCase())).data).toMatchObject({ state: 'done' });
    expect(await balance()).toBe(9n * UNITS);
  });

  it('refuses a key that is no UUID, or more than one', async () => {
    for (const other of ['again', `${key}0`, `0${key}`, key.replaceAll('-', '')])
      expect(await pay({ key: other })).toMatchObject({
        code: codes.invalidParameter,
        data: { field: 'Idempotency-Key' },
      });
    expect(await balance()).toBe(10n * UNITS);
  });

  it('answers after a key without sending the call again', async () => {
    expect(await ask(key)).toMatchObject({
      code: codes.ok,
      data: { state: 'unknown', code: null, data: null },
    });
    const paid = await pay();
    expect((await ask(key)).data).toEqual({ state: 'done', code: codes.ok, data: paid.data });
    expect(await balance()).toBe(9n * UNITS);
  });

  it('does not tell one shop about the keys of another', async () => {
    await pay();
    const other = await server.addUser();
    const asked = await server.call('POST /v1/operation', { key }, { token: other.token });
    expect(asked.data).toMatchObject({ state: 'unknown' });
  });

  it('keeps a key for a day at the least', async () => {
    await pay();
    server.clock.advance(24 * hour - 1);
    await deleteOldKeys(server.deps.db, server.clock.now());
    expect((await ask(key)).code).toBe(codes.ok);
    const again = await pay({ as: user });
    expect(again.code).toBe(codes.ok);
    expect(await balance()).toBe(9n * UNITS);
  });
});
