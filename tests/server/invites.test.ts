import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { day, hour, minute } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { shops } from '../../src/server/schema.ts';
import { type Kind, kinds } from '../harness/database.ts';
import { startTestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const base = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' });

describe.each(kinds)('inviting friends on %s', (kind: Kind) => {
  const server = useServer(kind);
  let user: TestUser;
  /** Signed in again, since days pass. */
  const signedIn = async () => {
    const login = { username: user.username, password: 'correct-horse-1' };
    const { data } = await server.call<{ token: string }>('POST /login', login);
    user = { ...user, token: data.token };
  };
  const add = (input: object = {}, key: string = randomUUID(), as = user) =>
    server.call('POST /v1/user/invite/add', input, { token: as.token, key });
  const list = async (input: object = {}, as = user) =>
    (await server.call('POST /v1/user/invite/list', input, { token: as.token })).data;
  const liveIn = (timeZone: string) =>
    server.deps.db.update(shops).set({ timeZone }).where(eq(shops.id, user.shopId));

  beforeEach(async () => {
    server.clock.set('2025-03-03T09:00:00.000Z');
    user = await server.addUser();
  });

  it('gives a code that works once, a link with it, and what is left of today', async () => {
    const { code, data } = await add();
    expect(code).toBe(codes.ok);
    expect(data.inviteCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(data).toMatchObject({
      link: `/invite?invite=${data.inviteCode}`,
      expiresAt: '2025-03-17T09:00:00.000Z',
      today: { used: 1, limit: 2, resetsAt: '2025-03-04T00:00:00.000Z', timeZone: 'UTC' },
    });
    const { list: friends, today } = await list();
    expect(friends).toMatchObject([
      { usernameMasked: '', status: 'invited', invitedAt: '2025-03-03T09:00:00.000Z' },
    ]);
    expect(today).toEqual(data.today);
    const me = await server.call<{ invite: string }>('GET /v1/me', {}, { token: user.token });
    expect(me.data.invite).toBe(data.inviteCode);
  });

  it('shows each open invitation with its code, its link and its end, and no more of one that was used or has ended', async () => {
    const [first, second] = [(await add()).data, (await add()).data];
    const rows = (await list()).list;
    expect(rows.map(({ inviteCode, link, expiresAt }) => ({ inviteCode, link, expiresAt })).sort()).toEqual(
      expect.arrayContaining(
        [first, second].map(({ inviteCode, link, expiresAt }) => ({ inviteCode, link, expiresAt })),
      ),
    );
    server.clock.advance(15 * day);
    await signedIn();
    expect((await list()).list).toMatchObject([
      { status: 'expired', inviteCode: null, link: null, expiresAt: null },
      { status: 'expired', inviteCode: null, link: null, expiresAt: null },
    ]);
  });

  it('has two a day; the third is 454 and says when there are new ones', async () => {
    await add();
    await add();
    const refused = {
      code: codes.friendSupportMaximum,
      data: { params: { used: 2, limit: 2, resetsAt: '2025-03-04T00:00:00.000Z' } },
    };
    expect(await add()).toMatchObject(refused);
    expect(await add()).toMatchObject(refused);
    expect((await list()).list).toHaveLength(2);
    server.clock.set('2025-03-03T23:59:59.999Z');
    expect((await add()).code).toBe(codes.friendSupportMaximum);
    server.clock.set('2025-03-04T00:00:00.000Z');
    expect((await add()).data.today.used).toBe(1);
  });

  it('counts a repeated key once, and refuses its other body', async () => {
    const key = randomUUID();
    const [first, second, third] = [await add({}, key), await add({}, key), await add({}, key)];
    expect(second.text).toBe(first.text);
    expect(third.text).toBe(first.text);
    expect((await list()).today.used).toBe(1);
    expect(await add({ friendId: 'frd_other' }, key)).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'key_reused' },
    });
  });

  // Days of 23 and 25 hours, a midnight that does not exist, and a zone that is not a whole number of hours off.
  it.each([
    ['America/New_York', '2025-03-09T05:00:00.000Z', '2025-03-10T04:00:00.000Z', 23],
    ['America/New_York', '2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z', 25],
    ['Africa/Cairo', '2025-04-24T22:00:00.000Z', '2025-04-25T21:00:00.000Z', 23],
    ['Africa/Cairo', '2025-10-29T21:00:00.000Z', '2025-10-30T22:00:00.000Z', 25],
    ['Asia/Kathmandu', '2025-05-05T18:15:00.000Z', '2025-05-06T18:15:00.000Z', 24],
  ])('counts the shop’s own day in %s from %s', async (timeZone, from, until, hours) => {
    expect(Date.parse(until) - Date.parse(from)).toBe(hours * hour);
    await liveIn(timeZone);
    server.clock.set(new Date(Date.parse(from) - minute));
    await signedIn();
    expect((await add()).data.today).toMatchObject({ used: 1, resetsAt: from, timeZone });
    server.clock.set(from);
    expect((await add()).data.today).toMatchObject({ used: 1, resetsAt: until });
    server.clock.set(new Date(Date.parse(until) - 1));
    await signedIn();
    expect((await add()).data.today).toMatchObject({ used: 2, resetsAt: until });
    expect((await add()).code).toBe(codes.friendSupportMaximum);
    server.clock.set(until);
    expect((await add()).data.today.used).toBe(1);
  });

  it('lets two of ten invitations at once through', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add()));
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(2);
    expect(answers.filter(({ code }) => code === codes.friendSupportMaximum)).toHaveLength(8);
    expect((await list()).today.used).toBe(2);
  });

  it('invites a friend again once the last invitation has run out: before that it is 453', async () => {
    const first = (await add()).data;
    const friendId = (await list()).list[0]?.friendId;
    expect(await add({ friendId })).toMatchObject({
      code: codes.userActivityAdded,
      data: { field: 'friendId', reason: 'invited' },
    });
    server.clock.advance(14 * day);
    await signedIn();
    expect((await list()).list).toMatchObject([{ friendId, status: 'expired' }]);
    const again = (await add({ friendId })).data;
    expect(again.inviteCode).not.toBe(first.inviteCode);
    expect((await list()).list).toMatchObject([{ friendId, status: 'invited' }]);
  });

  it('refuses more than twenty that are not used yet: 442', async () => {
    const config = { limits: { ...base.limits, invitationsPerDay: 30 } };
    const generous = await startTestServer(kind, { config });
    const { token } = await generous.addUser();
    const invite = () => generous.call('POST /v1/user/invite/add', {}, { token, key: randomUUID() });
    for (let n = 0; n < 20; n++) expect((await invite()).code).toBe(codes.ok);
    expect(await invite()).toMatchObject({
      code: codes.addFailed,
      data: { reason: 'too_many_open', params: { max: 20 } },
    });
    await generous.close();
  });

  it('makes links as the operator wants them', async () => {
    const inviteLink = 'https://super.example/open?mini=souk#invite={code}';
    const own = await startTestServer(kind, { config: { signIn: { ...base.signIn, inviteLink } } });
    const { token } = await own.addUser();
    const { data } = await own.call('POST /v1/user/invite/add', {}, { token });
    expect(data.link).toBe(`https://super.example/open?mini=souk#invite=${data.inviteCode}`);
    await own.close();
  });

  it('has pages, the latest first', async () => {
    await add();
    server.clock.advance(minute);
    await add();
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.nextCursor });
    expect(first.list[0]?.invitedAt).toBe('2025-03-03T09:01:00.000Z');
    expect(second.list[0]?.invitedAt).toBe('2025-03-03T09:00:00.000Z');
    expect(second.nextCursor).toBeNull();
  });

  it('ends a code by the operator’s decision, and the friend reads that it has run out', async () => {
    const { inviteCode } = (await add()).data;
    await server.decide('invite-end', { code: inviteCode.toLowerCase(), reason: 'Lost phone' }, 'ann');
    expect((await list()).list).toMatchObject([{ status: 'expired' }]);
    expect((await server.call('POST /invite_code', { action: 'check', inviteCode })).code).toBe(
      codes.inviteCodeInvalid,
    );
  });
});
