import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type CallName, callNames, specOf } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { createOpsApp } from '../../src/server/http/ops-app.ts';
import { hour } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { shops, users } from '../../src/server/schema.ts';
import { payPassword, startTestServer, type TestServer } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const sessionKey = 'the-key-of-the-partner-00001';

interface Opened {
  id: string;
  user: string;
  opened: boolean;
  token: string;
}
interface Me {
  id: string;
  agreement: { termsVersion: string; termsLink: string } | null;
  passwordSet: boolean;
  payPasswordSet: boolean;
}

describe('a merchant in an account that a partner opens', () => {
  const server = useServer('postgres');
  const post = async <T = Opened>(
    name: string,
    input: object,
    key = crypto.randomUUID(),
    config: Partial<TestServer['deps']['config']> = {},
  ) => {
    const app = createOpsApp({ ...server.deps, config: { ...server.deps.config, sessionKey, ...config } });
    const headers = { 'x-ops-key': sessionKey, 'idempotency-key': key };
    const answer = await app.request(`/${name}`, { method: 'POST', headers, body: JSON.stringify(input) });
    return (await answer.json()) as { code: number; msg: string; data: T };
  };
  const open = async (user: string) => (await post('merchant-open', { user })).data;
  const me = async (token: string) => (await server.call<Me>('GET /v1/me', {}, { token })).data;
  const agree = (token: string, termsVersion = '1') =>
    server.call<{ reason?: string; agreedAt: string }>('POST /v1/user/terms', { termsVersion }, { token });

  it('has a shop and a session by one decision, and the same shop by every later one', async () => {
    const first = await open('customer-1');
    // Not the partner's id, which its merchant does not know.
    expect(first).toMatchObject({ user: expect.stringMatching(/^merchant-/), opened: true });
    const again = await open('customer-1');
    expect(again).toMatchObject({ id: first.id, opened: false });
    expect(again.token).not.toBe(first.token);
    expect((await me(again.token)).id).toBe(first.id);
    expect((await post('session-open', { user: 'customer-1' })).code).toBe(codes.ok);
  });

  it('has one shop where four requests with different keys open it at once', async () => {
    const before = (await server.deps.db.select().from(shops)).length;
    const all = await Promise.all([1, 2, 3, 4].map(() => open('customer-4')));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all.filter(({ opened }) => opened).length).toBe(1);
    expect((await server.deps.db.select().from(shops)).length).toBe(before + 1);
  });

  it('has a name with letters more where another user of the partner is given the wanted one at once', async () => {
    const users = ['twin-1', 'twin-2', 'twin-3', 'twin-4'];
    const all = await Promise.all(users.map((user) => post('merchant-open', { user, name: 'Olive Twin' })));
    expect(all.map(({ code }) => code)).toEqual(users.map(() => codes.ok));
    const names = all.map(({ data }) => data.user).sort();
    expect(new Set(names).size).toBe(users.length);
    expect(names[0]).toBe('Olive Twin');
  });

  it('is never a user who registered under the name that the partner uses', async () => {
    const stranger = await server.addUser({ username: 'customer-7' });
    for (const user of ['customer-7', stranger.userId])
      expect(await post('session-open', { user })).toMatchObject({
        code: codes.recordNotFound,
        data: { field: 'user', reason: 'not_opened_by_partner' },
      });
    const { data: opened } = await post('merchant-open', { user: 'customer-7', name: 'customer-7' });
    expect(opened.id).not.toBe(stranger.userId);
    expect(opened.user).toMatch(/^customer-7-/);
    const session = await post<{ token: string }>('session-open', { user: 'customer-7' });
    expect((await me(session.data.token)).id).toBe(opened.id);
    const byId = await post<{ token: string }>('session-open', { user: opened.id });
    expect((await me(byId.data.token)).id).toBe(opened.id);
    expect((await post('session-open', { user: opened.user })).code).toBe(codes.recordNotFound);
  });

  it('is not opened under an id that begins as those of Souk do', async () => {
    expect(await post('merchant-open', { user: 'usr_0123456789' })).toMatchObject({
      code: codes.invalidParameter,
      data: { field: 'user' },
    });
  });

  it('has the name that the partner gives, or one of letters where that would not do for one', async () => {
    expect((await post('merchant-open', { user: '7', name: '7' })).data.user).toMatch(/^merchant-/);
    const named = await post('merchant-open', { user: 'a/b:c', name: 'Olive & Oak' });
    expect(named.data.user).toBe('Olive & Oak');
  });

  it('agrees to the terms before anything else is answered', async () => {
    const { token } = await open('customer-8');
    expect((await me(token)).agreement).toEqual({ termsVersion: '1', termsLink: '' });
    const answered: CallName[] = [];
    for (const name of callNames.filter((call) => specOf(call).auth === 'user')) {
      if (specOf(name).beforeAgreement) continue;
      const path = name.replace('{type}', 'certificate');
      const { code, data } = await server.call<{ reason?: string } | null>(path, {}, { token });
      if (code !== codes.insufficientPermissions || data?.reason !== 'terms') answered.push(name);
    }
    expect(answered).toEqual([]);
    expect(callNames.filter((name) => specOf(name).beforeAgreement)).toEqual([
      'GET /v1/me',
      'POST /v1/user/terms',
      'POST /logout',
      'POST /v1/user/lang',
    ]);
    expect((await agree(token, '0')).data).toMatchObject({ reason: 'terms_changed' });
    const { code, data } = await agree(token);
    expect(code).toBe(codes.ok);
    expect((await me(token)).agreement).toBeNull();
    expect((await server.call('POST /v1/order/list', {}, { token })).code).toBe(codes.ok);
    expect((await agree(token, 'another')).data.agreedAt).toBe(data.agreedAt);
    const [row] = await server.deps.db.select().from(users).where(eq(users.partnerRef, 'customer-8'));
    expect(row).toMatchObject({ termsVersion: '1' });
  });

  it('chooses the first payment password by the session, and changes it by the old one only', async () => {
    const { token } = await open('customer-9');
    await agree(token);
    expect(await me(token)).toMatchObject({ passwordSet: false, payPasswordSet: false });
    const set = (newPassword: string, more: object = {}) =>
      server.call(
        'POST /v1/user/update_pay_password',
        { newPassword, confirmPassword: newPassword, ...more },
        { token, key: crypto.randomUUID() },
      );
    expect((await set(payPassword)).code).toBe(codes.ok);
    expect((await me(token)).payPasswordSet).toBe(true);
    expect(await set('864209')).toMatchObject({
      code: codes.parameterMissing,
      data: { field: 'oldPassword' },
    });
    expect((await set('864209', { oldPassword: payPassword })).code).toBe(codes.ok);
  });

  it('withdraws by a first payment password only after the wait, as the session alone has set it', async () => {
    const { token } = await open('customer-13');
    await agree(token);
    const chosen = { newPassword: payPassword, confirmPassword: payPassword };
    const { data } = await server.call<{ withdrawUsableFrom: string }>(
      'POST /v1/user/update_pay_password',
      chosen,
      { token, key: crypto.randomUUID() },
    );
    const wait = server.deps.config.limits.payPasswordUsableAfterHours * hour;
    expect(Date.parse(data.withdrawUsableFrom)).toBe(server.clock.now().getTime() + wait);
  });

  it('signs in by no password at all', async () => {
    const { user } = await open('customer-10');
    for (const password of ['correct-horse-1', '        '])
      expect((await server.call('POST /login', { username: user, password })).code).toBe(
        codes.wrongCredentials,
      );
  });

  it('is opened by no partner while registration is closed, but one that is there still comes in', async () => {
    await open('customer-11');
    const { signIn } = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0', SOUK_REGISTRATION: 'closed' });
    const closed = (user: string) => post('merchant-open', { user }, crypto.randomUUID(), { signIn });
    expect((await closed('customer-11')).code).toBe(codes.ok);
    const { code, msg } = await closed('customer-12');
    expect(code).toBe(codes.inviteRegistrationClosed);
    expect(msg).toContain('SOUK_REGISTRATION');
  });
});

it('a merchant who registered without a partner owes no agreement and has a password', async () => {
  const server = await startTestServer('postgres');
  const { token } = await server.addUser();
  const { data } = await server.call<Me>('GET /v1/me', {}, { token });
  expect(data).toMatchObject({ agreement: null, passwordSet: true });
  await server.close();
});
