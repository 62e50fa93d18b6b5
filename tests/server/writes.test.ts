import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { reads } from '../../src/conform/reads.ts';
import { isKeyed } from '../../src/contract/call-spec.ts';
import { callNames, specOf } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { minute } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { seedHelp } from '../../src/server/services/help/seed-help.ts';
import { usableAccount } from '../harness/bank.ts';
import { dumpDatabase } from '../harness/dump-database.ts';
import { operator } from '../harness/recharging.ts';
import { type Answer, payPassword } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { ask, openDesk, send } from './writes/write.ts';
import { openReader, readAll, writes } from './writes/writes.ts';

it('each call is in the table of writes or among the reads', () => {
  const listed = [...writes.map(({ call }) => call), ...Object.keys(reads)].sort();
  expect(listed).toEqual([...callNames].sort());
  const keyed = callNames.filter((name) => isKeyed(specOf(name)));
  expect(writes.filter(({ call, again }) => keyed.includes(call) !== (again !== undefined))).toEqual([]);
});

const { signIn } = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' });

describe('a write', () => {
  const server = useServer('postgres', {
    config: { operator, signIn: { ...signIn, verify: 'after-failures' } },
  });
  beforeAll(() => seedHelp(server.deps));

  it.each(writes.map((write) => [write.call, write.read.says, write] as const))(
    'a write by %s is read as %s, and made once without a key',
    async (_, __, { call, read, was, becomes, again, input, keep }) => {
      const own = await openDesk(server);
      const sent = await input(own);
      expect(await read.of(own)).toEqual(was);
      const first = await send(own, call, sent);
      expect([call, first.code, first.msg]).toEqual([call, codes.ok, 'ok']);
      keep?.(own, first.data as Record<string, string>);
      expect(await read.of(own)).toEqual(becomes);
      if (again === undefined) return;
      const second = await send(own, call, sent);
      const hasNewValue = typeof again === 'object';
      expect([call, second.code]).toEqual([call, hasNewValue ? codes.ok : again]);
      expect(await read.of(own)).toEqual(hasNewValue ? again.next : becomes);
    },
  );

  it.each(writes.filter(({ again }) => again !== undefined).map((write) => [write.call, write] as const))(
    'a write by %s is made once for three sends of one key, which a mistyped payment password leaves free',
    async (call, { read, becomes, input, keep }) => {
      const own = await openDesk(server);
      const sent = await input(own);
      const key = randomUUID();
      if ('payPassword' in sent)
        expect(await send(own, call, { ...sent, payPassword: '111222' }, key)).toMatchObject({
          code: codes.payPasswordWrong,
          data: { params: { attemptsLeft: 4 } },
        });
      const answers: Answer[] = [];
      for (let sends = 0; sends < 3; sends++) answers.push(await send(own, call, sent, key));
      expect([answers[0]?.code, new Set(answers.map(({ text }) => text)).size]).toEqual([codes.ok, 1]);
      keep?.(own, answers[0]?.data as Record<string, string>);
      expect(await read.of(own)).toEqual(becomes);
    },
  );

  it('is made once by two that come at once without a key, and again by the same a minute later', async () => {
    const own = await openDesk(server);
    const { id: accountId } = await usableAccount(server, own.user);
    const withdraw = () =>
      send(own, 'POST /v1/user/withdraw/add', { amount: '20.00', accountId, payPassword });
    const frozen = async () =>
      (await ask<{ frozenAmount: string }>(own, 'POST /v1/user/wallet')).data.frozenAmount;
    const both = await Promise.all([withdraw(), withdraw()]);
    expect(both.map(({ code }) => code)).toContain(codes.ok);
    // The later of the two either got the answer of the first, or the code that it is under way.
    for (const { code } of both) expect([codes.ok, codes.operationBusy]).toContain(code);
    expect(await frozen()).toBe('20.00');
    server.clock.advance(minute);
    expect((await withdraw()).code).toBe(codes.ok);
    expect(await frozen()).toBe('40.00');
  });

  // A price that is quoted binds the server, and changes nothing.
  it('is never made by the calls that read', async () => {
    const own = await openDesk(server);
    // The first of all may make a key for links, the next has it.
    await openReader(own);
    const all = async () =>
      (await dumpDatabase(server.deps.db)).filter((line) => !line.startsWith('quotes\t'));
    const before = await all();
    await readAll(own);
    expect(await all()).toEqual(before);
  });
});
