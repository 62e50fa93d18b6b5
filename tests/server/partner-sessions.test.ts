import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { createOpsApp } from '../../src/server/http/ops-app.ts';
import { decisionLog, users } from '../../src/server/schema.ts';
import { password, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const opsKey = 'the-key-of-the-operator-0001';
const sessionKey = 'the-key-of-the-partner-00001';

describe('a partner’s back end that knows the merchant by its own sign-in', () => {
  const server = useServer('postgres');
  let user: TestUser;
  let post: (
    name: string,
    input: object,
    key?: string,
  ) => Promise<{ code: number; msg: string; data: Answered }>;
  interface Answered {
    token: string;
    expiresAt: string;
    ended: number;
  }
  /** Adds a merchant that the partner opened under the partner's id. */
  const addOpened = async (ref: string): Promise<TestUser> => {
    const added = await server.addUser();
    await server.deps.db
      .update(users)
      .set({ partnerRef: ref, termsVersion: '1', termsAt: server.clock.now() })
      .where(eq(users.id, added.userId));
    return added;
  };
  const open = async (named: string) => (await post('session-open', { user: named })).data.token;
  const me = (token: string) => server.call<{ id: string }>('GET /v1/me', {}, { token });

  beforeAll(async () => {
    user = await addOpened('rana');
    const app = createOpsApp({ ...server.deps, config: { ...server.deps.config, opsKey, sessionKey } });
    post = async (name, input, key = sessionKey) => {
      const headers = { 'x-ops-key': key };
      const answer = await app.request(`/${name}`, { method: 'POST', headers, body: JSON.stringify(input) });
      return answer.json();
    };
  });

  it('opens a session without the password, as long as one of a sign-in', async () => {
    const { code, data } = await post('session-open', { user: 'rana' });
    expect(code).toBe(codes.ok);
    expect((await me(data.token)).data.id).toBe(user.userId);
    const signedIn = await server.call<Answered>('POST /login', { username: user.username, password });
    expect(data.expiresAt).toBe(signedIn.data.expiresAt);
  });

  it('is in the log of decisions, and the token is not', async () => {
    const token = await open('rana');
    const opened = and(eq(decisionLog.name, 'session-open'), eq(decisionLog.actor, 'operator:partner'));
    const rows = await server.deps.db.select().from(decisionLog).where(opened);
    expect(rows.at(-1)).toMatchObject({ input: { user: 'rana' } });
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('decides nothing else by its key', async () => {
    for (const name of ['recharge-book', 'login-password'])
      expect(await post(name, { amount: '5' })).toMatchObject({
        code: codes.insufficientPermissions,
        data: { field: 'x-ops-key', reason: 'role' },
      });
    for (const name of ['nothing-like-it', 'toString'])
      expect((await post(name, {})).code).toBe(codes.recordNotFound);
    expect((await post('tick', {}, opsKey)).code).toBe(codes.ok);
    expect((await post('session-open', { user: 'rana' }, opsKey)).code).toBe(codes.ok);
    expect((await post('session-open', { user: 'rana' }, `${sessionKey}x`)).code).toBe(codes.unauthorized);
  });

  it('gets the merchant of exactly that id, the partner’s or Souk’s, and none by a username', async () => {
    const registered = await server.addUser({ username: 'dalia' });
    for (const named of ['Rana', 'RANA', 'ｒａｎａ', 'ran_', '%', 'dalia', registered.userId])
      expect(await post('session-open', { user: named })).toMatchObject({
        code: codes.recordNotFound,
        data: { field: 'user' },
      });
    expect((await me(await open(user.userId))).data.id).toBe(user.userId);
  });

  it('ends every session of the merchant, and no other', async () => {
    const other = await addOpened('salma');
    const tokens = [await open('salma'), await open('salma'), other.token];
    expect((await post('session-end', { user: 'salma' })).data.ended).toBe(tokens.length);
    for (const token of tokens) expect((await me(token)).code).toBe(codes.illegalRequest);
    expect((await me(user.token)).code).toBe(codes.ok);
    expect((await post('session-end', { user: 'salma' })).data.ended).toBe(0);
  });

  it('ends no session of a merchant who registered with Souk under a name that the partner may use', async () => {
    const registered = await server.addUser({ username: 'yara' });
    for (const named of ['yara', registered.userId])
      expect(await post('session-end', { user: named })).toMatchObject({
        code: codes.recordNotFound,
        data: { field: 'user', reason: 'not_opened_by_partner' },
      });
    expect((await me(registered.token)).code).toBe(codes.ok);
    expect((await post('session-end', { user: 'yara' }, opsKey)).data.ended).toBe(1);
  });

  it('ends the sessions of the partner’s merchant, where the operator has to choose one of two', async () => {
    const opened = await addOpened('mariam');
    const named = await server.addUser({ username: 'mariam' });
    const refused = await post('session-end', { user: 'mariam' }, opsKey);
    expect(refused).toMatchObject({
      code: codes.invalidParameter,
      msg: expect.stringMatching(`own id of ${opened.userId}, and the name of ${named.userId}`),
      data: { field: 'user', reason: 'ambiguous' },
    });
    for (const { token } of [opened, named]) expect((await me(token)).code).toBe(codes.ok);
    expect((await post('session-end', { user: 'mariam' })).data.ended).toBe(1);
    expect((await me(opened.token)).code).toBe(codes.illegalRequest);
    expect((await post('session-end', { user: named.userId }, opsKey)).data.ended).toBe(1);
    expect((await me(named.token)).code).toBe(codes.illegalRequest);
  });

  it('lets a blocked merchant reach the appeal, and nothing else', async () => {
    const blocked = await addOpened('nadia');
    const why = { shop: blocked.shopId, kind: 'account_disabled', facts: 'A report.', rule: 'Terms 7.' };
    const { id } = await server.decide<{ id: string }>('restrict', why);
    const token = await open('nadia');
    expect((await server.call('POST /v1/order/list', {}, { token })).code).toBe(codes.accountDisabled);
    expect((await server.call('POST /v1/shop/statements', {}, { token })).code).toBe(codes.ok);
    await server.decide('restriction-lift', { restriction: id, reason: 'It was a mistake.' });
    expect((await me(token)).code).toBe(codes.tokenExpired);
    expect((await me(await open('nadia'))).code).toBe(codes.ok);
  });

  it('opens none for an account that is closed, or that is only prepared', async () => {
    await server.decide('account-prepare', { user: 'huda', password });
    expect((await post('session-open', { user: 'huda' })).code).toBe(codes.recordNotFound);
    const gone = await addOpened('layla');
    await server.deps.db.update(users).set({ status: 'closed' }).where(eq(users.id, gone.userId));
    expect((await post('session-open', { user: 'layla' })).code).toBe(codes.invalidAccount);
  });

  it('lets the merchant of a closed shop reach the appeal, agreed to the terms or not, and nothing else', async () => {
    const gone = await addOpened('amal');
    const why = { shop: gone.shopId, kind: 'listing', facts: 'A report.', rule: 'Terms 7.' };
    const { statementId } = await server.decide<{ statementId: string }>('restrict', why);
    await server.deps.db
      .update(users)
      .set({ status: 'closed', termsVersion: null, termsAt: null })
      .where(eq(users.id, gone.userId));
    const token = await open('amal');
    expect((await me(token)).code).toBe(codes.invalidAccount);
    expect((await me(gone.token)).code).toBe(codes.invalidAccount);
    const appeal = { ref: statementId, text: 'It was another shop.' };
    expect((await server.call('POST /v1/shop/appeal', appeal, { token })).code).toBe(codes.ok);
  });
});
