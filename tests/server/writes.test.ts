import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reads } from '../../src/conform/reads.ts';
import { isKeyed } from '../../src/contract/call-spec.ts';
import { type CallName, callNames, specOf } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { minute } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { loginAttempts } from '../../src/server/schema.ts';
import { seedHelp } from '../../src/server/services/help/seed-help.ts';
import { usableAccount } from '../harness/bank.ts';
import { driveCase, request } from '../harness/cases.ts';
import { dumpDatabase } from '../harness/dump-database.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { operator } from '../harness/recharging.ts';
import { payPassword, startTestServer, type TestServer } from '../harness/server.ts';
import { moneyWrites } from './writes/money-writes.ts';
import { orderWrites } from './writes/order-writes.ts';
import { personWrites } from './writes/person-writes.ts';
import { shopWrites } from './writes/shop-writes.ts';
import { ask, type Desk, sendPlainly } from './writes/write.ts';

const writes = [...personWrites, ...shopWrites, ...orderWrites, ...moneyWrites];

it('each call is in the table of writes or among the reads', () => {
  const listed = [...writes.map(({ call }) => call), ...Object.keys(reads)].sort();
  expect(listed).toEqual([...callNames].sort());
  const keyed = callNames.filter((name) => isKeyed(specOf(name)));
  expect(writes.filter(({ call, again }) => keyed.includes(call) !== (again !== undefined))).toEqual([]);
});

describe('a write', () => {
  let server: TestServer;
  const desk = async (): Promise<Desk> => {
    const user = await server.addUser();
    await server.fund(user.shopId, 500n * UNITS);
    await server.deps.db.delete(loginAttempts);
    return { server, user, known: {} };
  };
  beforeAll(async () => {
    const { signIn } = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' });
    server = await startTestServer('postgres', {
      config: { operator, signIn: { ...signIn, verify: 'after-failures' } },
    });
    await seedHelp(server.deps);
  });
  afterAll(async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  });

  it.each(writes.map((write) => [write.call, write.read.says, write] as const))(
    'a write by %s is read as %s, and made once without a key',
    async (_, __, { call, read, was, becomes, again, input, keep }) => {
      const own = await desk();
      const sent = await input(own);
      expect(await read.of(own)).toEqual(was);
      const first = await sendPlainly(own, call, sent);
      expect([call, first.code, first.msg]).toEqual([call, codes.ok, 'ok']);
      keep?.(own, first.data as Record<string, string>);
      expect(await read.of(own)).toEqual(becomes);
      if (again === undefined) return;
      const second = await sendPlainly(own, call, sent);
      const hasNewValue = typeof again === 'object';
      expect([call, second.code]).toEqual([call, hasNewValue ? codes.ok : again]);
      expect(await read.of(own)).toEqual(hasNewValue ? again.next : becomes);
    },
  );

  it('is made once by two that come at once without a key, and again by the same a minute later', async () => {
    const own = await desk();
    const { id: accountId } = await usableAccount(server, own.user);
    const send = () =>
      sendPlainly(own, 'POST /v1/user/withdraw/add', { amount: '20.00', accountId, payPassword });
    const frozen = async () =>
      (await ask<{ frozenAmount: string }>(own, 'POST /v1/user/wallet')).data.frozenAmount;
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ code }) => code)).toContain(codes.ok);
    // The later of the two either got the answer of the first, or the code that it is under way.
    for (const { code } of both) expect([codes.ok, codes.operationBusy]).toContain(code);
    expect(await frozen()).toBe('20.00');
    server.clock.advance(minute);
    expect((await send()).code).toBe(codes.ok);
    expect(await frozen()).toBe('40.00');
  });

  // A price that is quoted binds the server, and changes nothing.
  it('is never made by the calls that read', async () => {
    const own = await desk();
    const { user } = own;
    const { id: goodsId } = await addListed(server, user);
    const order = async (to: Parameters<typeof drive>[2]) =>
      drive(server, await place(server, user, goodsId), to);
    await order('pending_payment');
    const complained = await order('to_be_accepted');
    await driveCase(server, await request(server, complained.id), 'merchant_due');
    // The newest, and so the first of those with a parcel.
    server.clock.advance(minute);
    await decide(server.deps, 'ship', { order: (await order('to_be_shipped')).id }, 'test');
    const askAll = async () => {
      const lists = new Map<CallName, readonly Record<string, unknown>[]>();
      for (const [name, inputFrom] of Object.entries(reads)) {
        const input = inputFrom(lists);
        const { code, data } = await ask<{ list?: Record<string, unknown>[] }>(own, name, input);
        expect([name, input !== undefined, code]).toEqual([name, true, codes.ok]);
        lists.set(name as CallName, data.list ?? []);
      }
    };
    // The first of all may make a key for links, the next has it.
    await askAll();
    const all = async () =>
      (await dumpDatabase(server.deps.db)).filter((line) => !line.startsWith('quotes\t'));
    const before = await all();
    await askAll();
    expect(await all()).toEqual(before);
  });
});
