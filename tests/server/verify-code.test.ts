import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { hour, minute, second } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { type Log, silentLog } from '../../src/server/platform/log.ts';
import { demoMessenger, type Message, webMessenger } from '../../src/server/platform/messenger.ts';
import { verifyCodes } from '../../src/server/schema.ts';
import { deleteOldCodes } from '../../src/server/shops/verify-codes/verify-code.ts';
import { kinds } from '../harness/database.ts';
import { password, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const withVerify = (verify: 'after-failures' | 'always') => ({
  trustProxy: true,
  signIn: { ...readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' }).signIn, verify },
});

describe.each(kinds)('verification codes on %s', (kind) => {
  const server = useServer(kind, { config: withVerify('after-failures') });
  let user: TestUser;
  let address: string;
  let addresses = 0;
  const elsewhere = () => `198.51.100.${++addresses}`;
  const from = (where: string) => ({ headers: { 'x-forwarded-for': where } });
  const signIn = (input: object = {}, username = user.username, where = address) =>
    server.call('POST /login', { username, password, ...input }, from(where));
  const ask = (username = user.username, where = address) =>
    server.call<{ expiresAt: string }>('POST /verify_code', { username }, from(where));
  /** Fails three times, with the waits in between. */
  const fail = async (username = user.username, where = address) => {
    for (let tries = 0; tries < 3; tries++) await signIn({ password: 'wrong-password' }, username, where);
    server.clock.advance(2 * second);
  };

  beforeEach(async () => {
    user = await server.addUser();
    address = elsewhere();
  });

  it('are asked for after three failures, and admit a user who has one', async () => {
    await fail();
    expect(await signIn()).toMatchObject({ code: codes.codeRequired, data: { field: 'verifyCode' } });
    const { code, data } = await ask();
    expect(code).toBe(codes.ok);
    expect(Date.parse(data.expiresAt)).toBe(server.clock.now().getTime() + 10 * minute);
    expect(server.sent[0]).toMatchObject({
      purpose: 'sign_in',
      userId: user.userId,
      username: user.username,
      phone: null,
      lang: 'en',
      expiresAt: data.expiresAt,
    });
    expect(await signIn({ verifyCode: server.sent[0]?.code })).toMatchObject({ code: codes.ok });
    // After a sign-in no code is asked for any more.
    expect((await signIn()).code).toBe(codes.ok);
  });

  it('are asked for after failures from anywhere, and of no other user', async () => {
    for (let tries = 0; tries < 3; tries++)
      await signIn({ password: 'wrong-password' }, user.username.toUpperCase(), elsewhere());
    expect((await signIn()).code).toBe(codes.codeRequired);
    const other = await server.addUser();
    expect((await signIn({}, other.username)).code).toBe(codes.ok);
  });

  it('are no longer asked for a day after the last failure', async () => {
    await fail();
    server.clock.advance(24 * hour + second);
    expect((await signIn()).code).toBe(codes.ok);
  });

  it('are 414 before one was sent, after ten minutes, and once used', async () => {
    await fail();
    expect((await signIn({ verifyCode: '123456' })).code).toBe(codes.invalidVerificationCode);
    await ask();
    const verifyCode = server.sent[0]?.code;
    server.clock.advance(10 * minute);
    expect((await signIn({ verifyCode })).code).toBe(codes.invalidVerificationCode);
    await ask();
    expect((await signIn({ verifyCode: server.sent[0]?.code })).code).toBe(codes.ok);
    await fail();
    expect((await signIn({ verifyCode: server.sent[0]?.code })).code).toBe(codes.invalidVerificationCode);
  });

  it('are 415 where they differ, and have five tries', async () => {
    await fail();
    await ask();
    const verifyCode = server.sent[0]?.code;
    const other = verifyCode === '111111' ? '222222' : '111111';
    const answers = [];
    for (let tries = 0; tries < 5; tries++) answers.push((await signIn({ verifyCode: other })).code);
    expect(answers).toEqual(Array(5).fill(codes.incorrectCode));
    expect((await signIn({ verifyCode })).code).toBe(codes.invalidVerificationCode);
  });

  it('have five tries together where guesses are sent at once', async () => {
    await fail();
    await ask();
    const guesses = Array.from({ length: 8 }, (_, n) => String(100_000 + n));
    const right = server.sent[0]?.code ?? '';
    const answers = await Promise.all(
      guesses.filter((guess) => guess !== right).map((verifyCode) => signIn({ verifyCode })),
    );
    expect(answers.filter(({ code }) => code === codes.incorrectCode)).toHaveLength(5);
    expect((await signIn({ verifyCode: right })).code).toBe(codes.invalidVerificationCode);
  });

  it('do not stand in for a password, and a wrong one uses a try', async () => {
    await fail();
    await ask();
    const verifyCode = server.sent[0]?.code;
    for (let tries = 0; tries < 5; tries++) {
      expect((await signIn({ verifyCode, password: 'wrong-password' })).code).toBe(codes.wrongCredentials);
      server.clock.advance(minute);
    }
    expect((await signIn({ verifyCode })).code).toBe(codes.invalidVerificationCode);
  });

  it('are one a minute, and a request from elsewhere neither replaces nor uses one up', async () => {
    await fail();
    await ask();
    const mine = server.sent[0]?.code;
    server.clock.advance(20 * second);
    expect(await ask()).toMatchObject({
      code: codes.systemBusy,
      data: { reason: 'sent_already', retryAfter: 40 },
    });
    const stranger = elsewhere();
    expect((await ask(user.username, stranger)).code).toBe(codes.ok);
    for (let tries = 0; tries < 5; tries++) await signIn({ verifyCode: '000000' }, user.username, stranger);
    expect((await signIn({ verifyCode: server.sent[0]?.code })).code).toBe(codes.incorrectCode);
    expect((await signIn({ verifyCode: mine })).code).toBe(codes.ok);
  });

  it('cost an address more and more time, for whatever names it has them sent', async () => {
    const answers = [];
    for (let n = 0; n < 12; n++) answers.push((await ask(`somebody-${n}-${user.userId}`)).code);
    expect(answers).toEqual([...Array(10).fill(codes.ok), codes.systemBusy, codes.systemBusy]);
  });

  it('are slowed down for one name, however many networks have them sent: its owner has one at once where they have been before, elsewhere in ten seconds', async () => {
    await signIn();
    const sentBefore = server.sent.length;
    const end = server.clock.now().getTime() + 10 * minute;
    let network = 0;
    while (server.clock.now().getTime() < end) {
      server.clock.advance(5 * second);
      await ask(user.username, `2001:db8:${(++network).toString(16)}::1`);
      await ask(user.username, `2001:db8:${(++network).toString(16)}::1`);
    }
    // Twenty, then after 2, 4 and 8 seconds, and then one in ten.
    expect(server.sent.length - sentBefore).toBeLessThan(20 + 3 + 60);
    expect(await ask(user.username, '2001:db8:ffff::1')).toMatchObject({
      code: codes.systemBusy,
      data: { reason: 'too_many_attempts', retryAfter: expect.any(Number) },
    });
    expect((await ask()).code).toBe(codes.ok);
    expect((await ask((await server.addUser()).username, '2001:db8:ffff::1')).code).toBe(codes.ok);
    server.clock.advance(10 * second);
    expect((await ask(user.username, '2001:db8:ffff::1')).code).toBe(codes.ok);
  });

  it('are as few for strangers after one was used on a network that its owner is known on: it was not counted by the name', async () => {
    await signIn();
    let network = 0;
    const askFromNew = async () => (await ask(user.username, `2001:db8:c${++network}::1`)).code;
    const answers = [];
    for (let n = 0; n < 20; n++) answers.push(await askFromNew());
    expect(answers).toEqual(Array(20).fill(codes.ok));
    expect(await askFromNew()).toBe(codes.systemBusy);
    expect((await ask()).code).toBe(codes.ok);
    expect((await signIn({ verifyCode: server.sent[0]?.code })).code).toBe(codes.ok);
    expect(await askFromNew()).toBe(codes.systemBusy);
  });

  it('are a hundred for the names of one /48 together, from however many of its networks', async () => {
    const asked = async (n: number) =>
      (await ask(`of-48-${n}-${user.userId}`, `2001:db8:aaaa:${(n << 8).toString(16)}::1`)).code;
    const answers = [];
    for (let n = 0; n < 110; n++) answers.push(await asked(n));
    expect(answers).toEqual([...Array(100).fill(codes.ok), ...Array(10).fill(codes.systemBusy)]);
    expect((await ask(user.username, '2001:db8:bbbb::1')).code).toBe(codes.ok);
  });

  it('are answered alike for unknown names, step by step', async () => {
    const ghost = `ghost-${user.userId}`;
    const steps = async (username: string, where: string) => {
      const texts: string[] = [];
      for (let tries = 0; tries < 3; tries++)
        texts.push((await signIn({ password: 'wrong-password' }, username, where)).text);
      texts.push((await signIn({ password: 'wrong-password' }, username, where)).text);
      texts.push((await signIn({ verifyCode: '12345678' }, username, where)).text);
      texts.push((await ask(username, where)).text);
      texts.push((await ask(username, where)).text);
      for (let tries = 0; tries < 6; tries++)
        texts.push((await signIn({ verifyCode: '12345678' }, username, where)).text);
      return texts;
    };
    const before = server.sent.length;
    const unknown = await steps(ghost, elsewhere());
    expect(server.sent).toHaveLength(before);
    expect(await steps(user.username, elsewhere())).toEqual(unknown);
    expect(server.sent).toHaveLength(before + 1);
    expect(unknown.map((text) => JSON.parse(text).code)).toEqual([
      413, 413, 413, 416, 414, 200, 201, 415, 415, 415, 415, 415, 414,
    ]);
  });

  it('are not stored, only their hash, and go when their time is over', async () => {
    await ask();
    const stored = JSON.stringify(await server.deps.db.select().from(verifyCodes));
    expect(stored).not.toContain(server.sent[0]?.code);
    expect(stored).not.toContain(user.username);
    server.clock.advance(11 * minute);
    await deleteOldCodes(server.deps.db, server.clock.now());
    expect(await server.deps.db.select().from(verifyCodes)).toEqual([]);
  });

  it('need a name: 412', async () => {
    expect(await server.call('POST /verify_code', {})).toMatchObject({
      code: codes.credentialsRequired,
      data: { field: 'username' },
    });
  });

  it('are named among the features where they are on', async () => {
    const me = (on: TestServer, token: string) =>
      on.call<{ features: string[] }>('GET /v1/me', {}, { token });
    expect((await me(server, user.token)).data.features).toContain('verifyCode');
  });
});

describe('codes for every sign-in', () => {
  it('are asked for from the first time', async () => {
    const server = await startTestServer('postgres', { config: withVerify('always') });
    const user = await server.addUser();
    const login = { username: user.username, password };
    expect((await server.call('POST /login', login)).code).toBe(codes.codeRequired);
    await server.call('POST /verify_code', { username: user.username });
    const verifyCode = server.sent[0]?.code;
    expect((await server.call('POST /login', { ...login, verifyCode })).code).toBe(codes.ok);
    await server.close();
  });

  it('codes for every sign-in do not slow down who uses them, however often and from ever new networks', async () => {
    const server = await startTestServer('postgres', { config: withVerify('always') });
    const { username } = await server.addUser();
    for (let n = 1; n <= 40; n++) {
      const from = { headers: { 'x-forwarded-for': `203.0.113.${n}` } };
      expect((await server.call('POST /verify_code', { username }, from)).code).toBe(codes.ok);
      const login = { username, password, verifyCode: server.sent[0]?.code };
      expect((await server.call('POST /login', login, from)).code).toBe(codes.ok);
      server.clock.advance(minute);
    }
    await server.close();
  });

  it('are refused where they could not be received, and not offered', async () => {
    const server = await startTestServer('postgres');
    const user = await server.addUser();
    expect(await server.call('POST /verify_code', { username: user.username })).toMatchObject({
      code: codes.operationFailed,
      data: { reason: 'no_verification' },
    });
    const me = await server.call<{ features: string[] }>('GET /v1/me', {}, { token: user.token });
    expect(me.data.features).not.toContain('verifyCode');
    expect(server.sent).toEqual([]);
    await server.close();
  });
});

describe('the operator’s service', () => {
  const message: Message = {
    kind: 'verify_code',
    purpose: 'sign_in',
    username: 'amina',
    userId: 'usr_1',
    phone: null,
    lang: 'ar',
    code: '012345',
    expiresAt: '2025-03-03T09:10:00.000Z',
  };
  /** A service that answers with these statuses, one after another, and 200 from then on. */
  const service = async (...statuses: number[]) => {
    const got: { authorization: string | undefined; body: unknown }[] = [];
    const http = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        got.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
        response.writeHead(statuses[got.length - 1] ?? 200).end();
      });
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/souk`;
    return { got, url, close: () => new Promise((resolve) => http.close(resolve)) };
  };
  const key = 'k'.repeat(24);

  it('gets each code with its key, again where it was unreachable for a moment', async () => {
    const { got, url, close } = await service(503);
    const messenger = webMessenger({ url, key }, silentLog, [1, 1]);
    expect(messenger.send(message)).toBeUndefined();
    await messenger.idle();
    expect(got).toEqual(Array(2).fill({ authorization: `Bearer ${key}`, body: message }));
    expect(messenger.shown()).toEqual([]);
    await close();
  });

  it('the operator’s service that stays unreachable is given up after three tries, and the log says so without the code', async () => {
    const { got, url, close } = await service(500, 500, 500);
    const lines: string[] = [];
    const log: Log = {
      info() {},
      error: (...args) => void lines.push(JSON.stringify(args), String(args[1])),
    };
    const messenger = webMessenger({ url, key }, log, [1, 1]);
    messenger.send(message);
    await messenger.idle();
    expect(got).toHaveLength(3);
    expect(lines.join()).toContain('the operator’s service answered 500'.replace('’', "'"));
    expect(lines.join()).not.toContain(message.code);
    await close();
  });

  it('is played in the demo by the log and by what the host’s page shows', () => {
    const lines: unknown[] = [];
    const messenger = demoMessenger({ info: (...args) => void lines.push(args), error() {} });
    for (let n = 0; n < 7; n++) messenger.send({ ...message, code: `00000${n}` });
    expect(messenger.shown().map(({ code }) => code)).toEqual([
      '000006',
      '000005',
      '000004',
      '000003',
      '000002',
    ]);
    expect(JSON.stringify(lines[6])).toContain('000006');
  });
});
