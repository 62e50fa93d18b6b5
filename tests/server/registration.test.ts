import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { day, minute, second } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { accounts, creditLog, invitations, shops, users } from '../../src/server/schema.ts';
import { type Kind, kinds } from '../harness/database.ts';
import { startTestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Checked = Extract<Output<'POST /invite_code'>, { action: 'check' }>;
type Entered = Extract<Output<'POST /invite_code'>, { action: 'register' }>;

const base = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' });
const password = 'a-new-merchant-1';
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');

describe.each(kinds)('registration on %s', (kind: Kind) => {
  const server = useServer(kind, { config: { trustProxy: true } });
  let inviter: TestUser;
  let address: string;
  let count = 0;
  const from = (where = address) => ({ headers: { 'x-forwarded-for': where } });
  const newName = () => `Salma.${randomUUID().slice(0, 8)}`;
  const invite = async () => {
    const options = { token: inviter.token, key: randomUUID() };
    const { data } = await server.call('POST /v1/user/invite/add', {}, options);
    return data.inviteCode;
  };
  const check = (inviteCode: string, where = address) =>
    server.call<Checked>('POST /invite_code', { action: 'check', inviteCode }, from(where));
  const ticketOf = async (inviteCode: string) => (await check(inviteCode)).data.ticket;
  const register = (input: object, where = address) =>
    server.call<Entered>(
      'POST /invite_code',
      { action: 'register', password, termsVersion: '1', ...input },
      from(where),
    );
  const publishTerms = (link: string) => {
    server.deps.config.signIn.terms.link = link;
  };
  const usersNamed = (username: string) =>
    server.deps.db.select().from(users).where(eq(users.username, username));

  beforeEach(async () => {
    inviter = await server.addUser({ username: `Nadia ${++count} ${kind}` });
    address = `198.51.100.${count}`;
  });

  it('records no agreement to terms that are published nowhere', async () => {
    publishTerms('');
    const inviteCode = await invite();
    const username = newName();
    const { code } = await register({ inviteCode, ticket: await ticketOf(inviteCode), username });
    expect([code, (await usersNamed(username))[0]]).toMatchObject([
      codes.ok,
      { termsVersion: null, termsAt: null, status: 'active' },
    ]);
  });

  it('shows who invites and what is agreed to, then opens a shop that owns and owes nothing', async () => {
    publishTerms('https://operator.example/terms');
    const inviteCode = await invite();
    const { data: checked } = await check(inviteCode);
    expect(checked).toEqual({
      action: 'check',
      valid: true,
      registrationOpen: true,
      inviterMasked: expect.stringMatching(/^N•••/),
      ticket: expect.any(String),
      termsVersion: '1',
      termsLink: 'https://operator.example/terms',
    });
    const username = newName();
    const { code, data } = await register({ inviteCode, ticket: checked.ticket, username });
    expect(code).toBe(codes.ok);
    expect(Date.parse(data.expiresAt)).toBe(server.clock.now().getTime() + 7 * day);

    const me = await server.call('GET /v1/me', {}, { token: data.token });
    expect(me.data).toMatchObject({
      username,
      timeZone: 'UTC',
      currency: 'USD',
      permissions: [],
      payPasswordSet: false,
      demo: false,
      restrictions: [],
      lang: 'en',
    });
    const wallet = await server.call('POST /v1/user/wallet', {}, { token: data.token });
    expect(wallet.data).toMatchObject({
      balance: '0.00',
      frozenAmount: '0.00',
      shopBalance: '0.00',
      depositMargin: '0.00',
      holds: [],
    });
    const { shopId } = me.data;
    const { db } = server.deps;
    expect(await db.select().from(accounts).where(eq(accounts.shopId, shopId))).toEqual([]);
    expect(await db.select().from(creditLog).where(eq(creditLog.shopId, shopId))).toMatchObject([
      { code: 'opened', change: 90 },
    ]);
    const shop = await server.call('GET /v1/shop/info', {}, { token: data.token });
    expect(shop.data).toMatchObject({ name: username, level: 'shop', credit: 90 });
    expect((await usersNamed(username))[0]).toMatchObject({
      termsVersion: '1',
      termsAt: server.clock.now(),
      status: 'active',
    });
    const listed = await server.call('POST /v1/notify/list', {}, { token: data.token });
    expect(listed.data.list.map(({ type, title }) => [type, plain(title)])).toEqual([
      ['system', `Welcome, ${username}`],
    ]);
    expect((await server.call('POST /login', { username, password })).code).toBe(codes.ok);
  });

  it('notifies the inviter by a masked name, and answers 453 for a friend who is registered', async () => {
    const inviteCode = await invite();
    const username = newName();
    await register({ inviteCode, ticket: await ticketOf(inviteCode), username });
    const options = { token: inviter.token };
    const invited = await server.call('POST /v1/user/invite/list', {}, options);
    expect(invited.data.list).toMatchObject([{ usernameMasked: 'S•••', status: 'registered' }]);
    expect(invited.text).not.toContain(username);
    const listed = await server.call('POST /v1/notify/list', {}, options);
    expect(listed.data.list.map(({ title }) => plain(title))).toEqual(['S••• has opened a shop']);
    const { friendId } = invited.data.list[0] ?? {};
    expect(await server.call('POST /v1/user/invite/add', { friendId }, options)).toMatchObject({
      code: codes.userActivityAdded,
      data: { reason: 'registered' },
    });
  });

  it('takes a code as people type it: small letters, full-width ones, other digits, with spaces', async () => {
    const { db } = server.deps;
    await server.decide('invite', { codes: `QA${count}7NINE` }, 'ann');
    const typed = [...`qa${count}7nine`].map((letter) =>
      String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
    );
    for (const inviteCode of [` ${typed.join('')} `, `qa${count}٧nine`]) {
      const { code, data } = await check(inviteCode);
      expect([code, data.inviterMasked]).toEqual([codes.ok, null]);
      expect(data.ticket).not.toBeNull();
    }
    expect((await db.select().from(invitations).where(eq(invitations.actor, 'operator:ann'))).length).toBe(1);
  });

  it('lets a code in once, also when five come with it at the same moment', async () => {
    const inviteCode = await invite();
    const ticket = await ticketOf(inviteCode);
    const names = Array.from({ length: 5 }, newName);
    const answers = await Promise.all(
      names.map((username, n) => register({ inviteCode, ticket, username }, `203.0.113.${n}`)),
    );
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === codes.inviteCodeInvalid)).toHaveLength(4);
    const made = (await Promise.all(names.map(usersNamed))).flat();
    expect(made).toHaveLength(1);
    const opened = await server.deps.db
      .select()
      .from(shops)
      .where(eq(shops.name, made[0]?.username ?? ''));
    expect(opened).toHaveLength(1);
    expect((await check(inviteCode)).code).toBe(codes.inviteCodeInvalid);
  });

  it('gives one name once, also when it is wanted twice at the same moment', async () => {
    const [one, other] = [await invite(), await invite()];
    const tickets = [await ticketOf(one), await ticketOf(other)];
    const username = newName();
    const answers = await Promise.all([
      register({ inviteCode: one, ticket: tickets[0], username }, '203.0.113.50'),
      register({ inviteCode: other, ticket: tickets[1], username: username.toUpperCase() }, '203.0.113.51'),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([codes.ok, codes.usernameDuplicated]);
    // The code that came to nothing is still good.
    const lost = answers[0]?.code === codes.ok ? other : one;
    expect((await check(lost)).code).toBe(codes.ok);
  });

  it.each([
    ['the same', (name: string) => name, codes.usernameExists],
    ['in other case', (name: string) => name.toUpperCase(), codes.usernameDuplicated],
    [
      'full-width',
      (name: string) =>
        name.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
      codes.usernameDuplicated,
    ],
  ])('refuses a name that is taken: %s', async (_, spell, code) => {
    const inviteCode = await invite();
    const answer = await register({
      inviteCode,
      ticket: await ticketOf(inviteCode),
      username: spell(inviter.username),
    });
    expect(answer).toMatchObject({ code, data: { field: 'username' } });
    expect((await check(inviteCode)).code).toBe(codes.ok);
  });

  it.each([
    ['no code', { inviteCode: undefined }, codes.inviteCodeRequired, 'inviteCode'],
    ['no name', { username: undefined }, codes.credentialsRequired, 'username'],
    ['no password', { password: '' }, codes.credentialsRequired, 'password'],
    ['a short password', { password: 'short' }, codes.invalidParameter, 'password'],
    ['a name with an invisible character', { username: 'sal\u200bma' }, codes.invalidParameter, 'username'],
    ['a name with blank letters', { username: 'salma\u3164' }, codes.invalidParameter, 'username'],
    [
      'a name with a mark that is not drawn',
      { username: 'salma\u{e0100}' },
      codes.invalidParameter,
      'username',
    ],
    ['a name with letters of two scripts', { username: 's\u0430lma' }, codes.invalidParameter, 'username'],
    ['a name like a shop’s number', { username: 'SH-20250301-7H2K9QXM' }, codes.invalidParameter, 'username'],
    ['a made-up ticket', { ticket: '99999999999999.abc' }, codes.inviteCodeInvalid, 'inviteCode'],
    ['other terms', { termsVersion: '0' }, codes.invalidParameter, 'termsVersion'],
  ])('says what is wrong: %s', async (_, change, code, field) => {
    const inviteCode = await invite();
    const ticket = await ticketOf(inviteCode);
    const answer = await register({ inviteCode, ticket, username: newName(), ...change });
    expect(answer).toMatchObject({ code, data: { field } });
  });

  it('needs a ticket of this code that is not older than ten minutes', async () => {
    const [one, other] = [await invite(), await invite()];
    const ticket = await ticketOf(one);
    const username = newName();
    expect(await register({ inviteCode: other, ticket, username })).toMatchObject({
      code: codes.inviteCodeInvalid,
      data: { reason: 'ticket' },
    });
    server.clock.advance(10 * minute);
    expect((await register({ inviteCode: one, ticket, username })).code).toBe(codes.inviteCodeInvalid);
    expect((await register({ inviteCode: one, ticket: await ticketOf(one), username })).code).toBe(codes.ok);
  });

  it('refuses a password that is in every list of guesses beside its field, and leaves the code good', async () => {
    const inviteCode = await invite();
    const ticket = await ticketOf(inviteCode);
    const username = newName();
    expect(await register({ inviteCode, ticket, username, password: 'football1' })).toMatchObject({
      code: codes.invalidParameter,
      data: { field: 'password', params: { kind: 'common_password' } },
    });
    expect((await register({ inviteCode, ticket, username })).code).toBe(codes.ok);
  });

  it('slows down guesses of codes, not good codes', async () => {
    const inviteCode = await invite();
    const guesses = [];
    for (let n = 0; n < 8; n++) guesses.push((await check(`GUESS${n}`)).code);
    expect(guesses).toEqual([...Array(5).fill(codes.inviteCodeInvalid), ...Array(3).fill(codes.systemBusy)]);
    expect(await check(inviteCode)).toMatchObject({
      code: codes.systemBusy,
      data: { reason: 'too_many_attempts', retryAfter: 2 },
    });
    expect((await check(inviteCode, '203.0.113.99')).code).toBe(codes.ok);
    server.clock.advance(2 * second);
    for (let n = 0; n < 8; n++) expect((await check(inviteCode)).code).toBe(codes.ok);
  });

  it('slows down tries of names with a good code', async () => {
    const inviteCode = await invite();
    const ticket = await ticketOf(inviteCode);
    const tried = [];
    for (let n = 0; n < 7; n++)
      tried.push((await register({ inviteCode, ticket, username: inviter.username })).code);
    expect(tried).toEqual([...Array(5).fill(codes.usernameExists), codes.systemBusy, codes.systemBusy]);
  });

  it('answers every code that is not good alike: made up, used, or run out', async () => {
    const [used, old] = [await invite(), await invite()];
    await register({ inviteCode: used, ticket: await ticketOf(used), username: newName() });
    server.clock.advance(14 * day);
    const answers = await Promise.all(
      ['MADEUP1', used, old].map((inviteCode, n) => check(inviteCode, `192.0.2.${count * 3 + n}`)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.code).toBe(codes.inviteCodeInvalid);
  });

  it('opens an account that was prepared by its own password and a code; without one it is 436', async () => {
    const username = newName();
    await server.decide('account-prepare', { user: username, password }, 'ann');
    expect((await server.call('POST /login', { username, password })).code).toBe(codes.inviteCodeRequired);
    expect((await server.call('POST /login', { username, password: 'wrong-password' })).code).toBe(
      codes.wrongCredentials,
    );
    const inviteCode = await invite();
    const ticket = await ticketOf(inviteCode);
    const wrong = { inviteCode, ticket, username, password: 'not-the-password' };
    expect((await register(wrong)).code).toBe(codes.usernameExists);
    expect((await register({ inviteCode, ticket, username })).code).toBe(codes.ok);
    expect((await server.call('POST /login', { username, password })).code).toBe(codes.ok);
    expect(await usersNamed(username)).toHaveLength(1);
  });
});

describe('a closed registration', () => {
  it('still answers whether a code is good, and admits no user: 439', async () => {
    const database = { signIn: { ...base.signIn, registration: false } };
    const server = await startTestServer('postgres', { config: database });
    await server.decide('invite', { codes: 'WELCOME1' }, 'ann');
    const { data } = await server.call<Checked>('POST /invite_code', {
      action: 'check',
      inviteCode: 'welcome1',
    });
    expect(data).toMatchObject({ valid: true, registrationOpen: false, ticket: null });
    const input = { action: 'register', inviteCode: 'WELCOME1', ticket: 'x', termsVersion: '1' };
    expect((await server.call('POST /invite_code', { ...input, username: 'salma', password })).code).toBe(
      codes.inviteRegistrationClosed,
    );
    await server.close();
  });
});

describe('a registration where every entry needs a code', () => {
  it('is 416 without one, 414 or 415 with another, and sends it only to the holder of an invitation', async () => {
    const server = await startTestServer('postgres', {
      config: { signIn: { ...base.signIn, verify: 'always' } },
    });
    await server.decide('invite', { codes: 'WELCOME1' }, 'ann');
    const inviteCode = 'WELCOME1';
    const checked = await server.call<Checked>('POST /invite_code', { action: 'check', inviteCode });
    const invitation = { inviteCode, ticket: checked.data.ticket };
    const register = (more: object = {}) =>
      server.call('POST /invite_code', {
        action: 'register',
        ...invitation,
        username: 'Salma',
        password,
        termsVersion: '1',
        ...more,
      });
    expect((await register()).code).toBe(codes.codeRequired);
    expect((await register({ verifyCode: '123456' })).code).toBe(codes.invalidVerificationCode);
    await server.call('POST /verify_code', { username: 'Salma' });
    expect(server.sent).toEqual([]);
    server.clock.advance(minute);
    await server.call('POST /verify_code', { username: 'salma', invitation });
    expect(server.sent[0]).toMatchObject({ purpose: 'register', username: 'salma', userId: null });
    const verifyCode = server.sent[0]?.code;
    const other = verifyCode === '111111' ? '222222' : '111111';
    expect((await register({ verifyCode: other })).code).toBe(codes.incorrectCode);
    expect((await register({ verifyCode })).code).toBe(codes.ok);
    await server.close();
  });
});

describe('an operator’s decision on registration', () => {
  const server = useServer('postgres');
  const refused = (name: string, input: object) =>
    server.decide(name, input, 'ann').then(
      () => null,
      (error: { code: number }) => error.code,
    );

  it('gives out codes; one that is there is 422, one named twice 423', async () => {
    expect(await server.decide('invite', { count: '3' }, 'ann')).toMatchObject({
      codes: [expect.stringMatching(/^\w{10}$/), expect.any(String), expect.any(String)],
    });
    expect(await server.decide('invite', { codes: 'fair2025, souk2025' }, 'ann')).toMatchObject({
      codes: ['FAIR2025', 'SOUK2025'],
    });
    expect(await refused('invite', { codes: 'NEW2025,souk2025' })).toBe(codes.invitationCodeExists);
    expect(await refused('invite', { codes: 'NEW2025,new2025' })).toBe(codes.invitationCodeDuplicated);
    expect(await refused('invite-end', { code: 'NOBODY', reason: 'r' })).toBe(codes.recordNotFound);
  });

  it('changes a sign-in password with the old one only: else 421; all sessions end', async () => {
    const user = await server.addUser();
    const change = { user: user.username, oldPassword: 'not-the-old-one', newPassword: password };
    expect(await refused('login-password', change)).toBe(codes.oldPasswordIncorrect);
    await server.decide('login-password', { ...change, oldPassword: 'correct-horse-1' }, 'ann');
    expect((await server.call('GET /v1/me', {}, { token: user.token })).code).toBe(codes.illegalRequest);
    const login = { username: user.username, password };
    expect((await server.call('POST /login', login)).code).toBe(codes.ok);
  });

  it('sets no password that is in every list of guesses', async () => {
    const { username } = await server.addUser();
    const change = { user: username, oldPassword: 'correct-horse-1', newPassword: 'football1' };
    expect(await refused('login-password', change)).toBe(codes.invalidParameter);
    expect(await refused('account-prepare', { user: 'rania77', password: 'football1' })).toBe(
      codes.invalidParameter,
    );
  });

  it('prepares no account under a name that is taken', async () => {
    const { username } = await server.addUser({ username: 'Karim' });
    expect(await refused('account-prepare', { user: username, password })).toBe(codes.usernameExists);
    expect(await refused('account-prepare', { user: 'KARIM', password })).toBe(codes.usernameDuplicated);
  });

  it('gives a permission and takes it back, and the next call knows', async () => {
    const user = await server.addUser();
    const permit = { user: user.username, permission: 'product_support' };
    const now = async () => (await server.call('GET /v1/me', {}, { token: user.token })).data.permissions;
    await server.decide('permit', permit, 'ann');
    await server.decide('permit', permit, 'ann');
    expect(await now()).toEqual(['product_support']);
    await server.decide('permit', { ...permit, take: true }, 'ann');
    expect(await now()).toEqual([]);
    expect(await refused('permit', { ...permit, permission: 'everything' })).toBe(codes.invalidParameter);
  });
});
