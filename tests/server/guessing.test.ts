import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { second, systemClock } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { hashPassword } from '../../src/server/platform/passwords.ts';
import { users } from '../../src/server/schema.ts';
import { type Kind, kinds, openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type BuiltServer, buildServer, type ServerProcess } from '../harness/processes.ts';
import { password, startTestServer } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const tries = 1_000;
const guess = (username: string, n: number) => ({ username, password: `wrong-password-${n}` });
const countOf = (list: number[], code: number) => list.filter((one) => one === code).length;

describe.each(kinds)('a thousand guesses on %s', (kind: Kind) => {
  const server = useServer(kind, { config: { trustProxy: true } });
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

  it.each([
    ['at a known name', () => server.addUser().then((user) => user.username)],
    ['at an unknown name', async () => `ghost-${randomUUID()}`],
  ])('a thousand guesses %s, one a second: twelve are looked at', async (_, nameOf) => {
    const username = await nameOf();
    const answers: number[] = [];
    for (let n = 0; n < tries; n++) {
      answers.push((await server.call('POST /login', guess(username, n))).code);
      server.clock.advance(second);
    }
    // Three, then after 2, 4, 8 … 256 seconds, and then every five minutes.
    expect(countOf(answers, codes.wrongCredentials)).toBe(12);
    expect(countOf(answers, codes.systemBusy)).toBe(tries - 12);
  });

  it('a thousand guesses at a thousand names from one address, one a second: twenty are looked at, and then ever fewer', async () => {
    const answers: number[] = [];
    for (let n = 0; n < tries; n++) {
      answers.push((await server.call('POST /login', guess(`name-${n}`, n), from('198.51.100.7'))).code);
      server.clock.advance(second);
    }
    // After 2, 4, 8 … 256 seconds, and then every five minutes.
    expect(countOf(answers, codes.wrongCredentials)).toBe(29);
    expect(countOf(answers, codes.systemBusy)).toBe(tries - 29);
  });

  it('a thousand guesses at a thousand names from a thousand lines of one /48: two hundred are looked at', async () => {
    const line = (n: number) => from(`2001:db8:7:${((n % 256) << 8).toString(16)}::1`);
    const answers: number[] = [];
    for (let n = 0; n < tries; n++)
      answers.push((await server.call('POST /login', guess(`line-${n}`, n), line(n))).code);
    expect(countOf(answers, codes.wrongCredentials)).toBe(200);
  });

  it('a thousand guesses at one name from everywhere: its owner is let in at once where they have been before, elsewhere in ten seconds', async () => {
    const { username } = await server.addUser();
    const signIn = async (address: string) =>
      (await server.call('POST /login', { username, password }, from(address))).code;
    expect(await signIn('192.0.2.200')).toBe(codes.ok);
    const answers: number[] = [];
    for (let n = 0; n < 300; n++)
      answers.push((await server.call('POST /login', guess(username, n), from(`10.1.${n}.1`))).code);
    expect(countOf(answers, codes.wrongCredentials)).toBe(100);
    expect(await signIn('192.0.2.200')).toBe(codes.ok);
    expect(await signIn('192.0.2.201')).toBe(codes.systemBusy);
    server.clock.advance(10 * second);
    expect(await signIn('192.0.2.201')).toBe(codes.ok);
  });

  it('a thousand guesses of a network that has used up its twenty do not keep a name out that has signed in from there', async () => {
    const [known, stranger] = [await server.addUser(), await server.addUser()];
    const here = from('192.0.2.77');
    const signIn = async ({ username }: typeof known) =>
      (await server.call('POST /login', { username, password }, here)).code;
    expect(await signIn(known)).toBe(codes.ok);
    for (let n = 0; n < 30; n++) await server.call('POST /login', guess(`${known.userId}-${n}`, n), here);
    expect(await signIn(known)).toBe(codes.ok);
    expect(await signIn(stranger)).toBe(codes.systemBusy);
  });

  it('a thousand guesses at one name from a hundred addresses: three are looked at, where a code is asked for then', async () => {
    const { signIn } = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' });
    const config = { trustProxy: true, signIn: { ...signIn, verify: 'after-failures' as const } };
    const guarded = await startTestServer(kind, { config });
    const { username } = await guarded.addUser();
    const answers: number[] = [];
    for (let n = 0; n < tries; n++) {
      const where = from(`203.0.113.${n % 100}`);
      answers.push((await guarded.call('POST /login', guess(username, n), where)).code);
    }
    expect(countOf(answers, codes.wrongCredentials)).toBe(3);
    expect(countOf(answers, codes.codeRequired)).toBe(tries - 3);
    await guarded.close();
  }, 120_000);
});

describe('two server processes on one PostgreSQL', () => {
  let built: BuiltServer;
  let database: TestDatabase;
  let processes: ServerProcess[];
  let urls: string[];
  let username: string;

  let friendly: string;

  const post = async (n: number, path: string, input: object, token = '') => {
    const answer = await fetch(`${urls[n % 2]}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
      body: JSON.stringify(input),
    });
    return (await answer.json()) as { code: number; data: { token: string } };
  };
  // After n waits 2 + 4 + … + 2^n seconds have passed.
  const waitsSince = (began: number): number =>
    Math.floor(Math.log2((systemClock.now().getTime() - began) / second / 2 + 1));
  const codesOf = async (work: Promise<{ code: number }>[]) =>
    (await Promise.all(work)).map(({ code }) => code);

  beforeAll(async () => {
    built = await buildServer();
    database = await openTestDatabase('postgres');
    const server = await startTestServer('postgres', { database });
    username = (await server.addUser()).username;
    friendly = (await server.addUser()).username;
    processes = [0, 1].map(() => built.run('main', { DATABASE_URL: database.url }));
    urls = await Promise.all(processes.map((one) => one.ready));
  });
  afterAll(async () => {
    for (const { child } of processes) child.kill('SIGTERM');
    await Promise.all(processes.map((one) => one.ended));
    await database.close();
  });

  it('look at no more guesses than one would', async () => {
    const began = systemClock.now().getTime();
    const answers: number[] = [];
    for (let n = 0; n < tries; n += 8) {
      const round = Array.from({ length: 8 }, (_, k) => post(k, '/login', guess(username, n + k)));
      answers.push(...(await codesOf(round)));
    }
    expect(countOf(answers, codes.wrongCredentials)).toBeLessThanOrEqual(3 + waitsSince(began));
    expect(countOf(answers, codes.wrongCredentials)).toBeGreaterThanOrEqual(3);
    expect(answers.length - countOf(answers, codes.wrongCredentials)).toBe(
      countOf(answers, codes.systemBusy),
    );
  }, 120_000);

  it('give two invitations a day between them, also asked for at once', async () => {
    const { data } = await post(0, '/login', { username: friendly, password });
    const asked = Array.from({ length: 10 }, (_, n) => post(n, '/v1/user/invite/add', {}, data.token));
    const answers = await codesOf(asked);
    expect(countOf(answers, codes.ok)).toBe(2);
    expect(countOf(answers, codes.friendSupportMaximum)).toBe(8);
  });

  it('look at five invitation codes of an address that has none, also sent at once', async () => {
    const began = systemClock.now().getTime();
    const asked = Array.from({ length: 40 }, (_, n) =>
      post(n, '/invite_code', { action: 'check', inviteCode: `GUESS${n}` }),
    );
    const answers = await codesOf(asked);
    const looked = countOf(answers, codes.inviteCodeInvalid);
    expect(looked).toBeGreaterThanOrEqual(5);
    expect(looked).toBeLessThanOrEqual(5 + waitsSince(began));
    expect(countOf(answers, codes.systemBusy)).toBe(40 - looked);
  });
});

const median = (list: number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;

describe('the time of an answer', () => {
  it('does not tell a known name from an unknown one', async () => {
    const server = await startTestServer('postgres', { config: { passwordCost: 2 ** 13, trustProxy: true } });
    const { username, userId } = await server.addUser();
    const { db, random, config } = server.deps;
    const passwordHash = await hashPassword(password, config.passwordCost, random);
    await db.update(users).set({ passwordHash }).where(eq(users.id, userId));
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const took = async (name: string, n: number): Promise<number> => {
      const began = performance.now();
      const where = { headers: { 'x-forwarded-for': `192.0.2.${n}` } };
      const { code } = await server.call('POST /login', guess(name, n), where);
      expect(code).toBe(codes.wrongCredentials);
      return performance.now() - began;
    };
    await took(username, 0);
    for (let n = 1; n <= 60; n++) {
      times.known.push(await took(username, n));
      times.unknown.push(await took(`ghost-${n}`, n));
    }
    const [known, unknown] = [median(times.known), median(times.unknown)];
    // Without the comparison for unknown names the one would be a tenth of the other.
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) / 3);
    await server.close();
  }, 120_000);
});
