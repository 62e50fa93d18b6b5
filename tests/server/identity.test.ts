import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { bytesPerMb } from '../../src/contract/screen-limits.ts';
import { day, hour, second } from '../../src/server/platform/clock.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { Refusal } from '../../src/server/platform/refuse.ts';
import { decisionLog } from '../../src/server/schema/decisions.ts';
import { fileBodies, files } from '../../src/server/schema/files.ts';
import { identities, identityEvents } from '../../src/server/schema/identity.ts';
import { workingDaysAfter } from '../../src/server/services/identity/apply.ts';
import { requireVerified } from '../../src/server/services/identity/identity.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { kinds } from '../harness/database.ts';
import { asFile } from '../harness/form.ts';
import { apply, idNumber, sides, typed, verify } from '../harness/identity.ts';
import { jpeg, pdfOf, png, webp } from '../harness/sample-files.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

describe('two working days', () => {
  it.each([
    ['Monday to Wednesday', 'UTC', '2025-03-03T10:00:00Z', '2025-03-05T10:00:00.000Z'],
    ['Thursday to Monday', 'UTC', '2025-03-06T23:59:59Z', '2025-03-10T23:59:59.000Z'],
    ['Friday to Tuesday', 'UTC', '2025-03-07T08:30:00Z', '2025-03-11T08:30:00.000Z'],
    ['Saturday as Monday morning', 'UTC', '2025-03-08T12:00:00Z', '2025-03-12T00:00:00.000Z'],
    ['Sunday as Monday morning', 'UTC', '2025-03-09T23:00:00Z', '2025-03-12T00:00:00.000Z'],
    [
      'a Friday there that is Thursday here',
      'Asia/Shanghai',
      '2025-03-06T20:00:00Z',
      '2025-03-10T20:00:00.000Z',
    ],
    [
      'a Monday there that is Sunday here',
      'Asia/Shanghai',
      '2025-03-09T17:00:00Z',
      '2025-03-11T17:00:00.000Z',
    ],
    ['over a change of clocks', 'Europe/Berlin', '2025-03-28T09:00:00Z', '2025-04-01T08:00:00.000Z'],
  ])('are %s', (_, timeZone, at, expected) => {
    expect(workingDaysAfter(timeZone, new Date(at), 2).toISOString()).toBe(expected);
  });
});

describe.each(kinds)('identity on %s', (kind) => {
  const server = useServer(kind, { start: '2025-03-03T10:00:00Z' });
  beforeAll(async () => {
    server.deps.config.session.idle = 1000 * day;
    server.deps.config.session.absolute = 1000 * day;
  });

  const info = async (user: TestUser, lang = 'en') =>
    (await server.call('POST /v1/per/info', {}, { token: user.token, headers: { 'accept-language': lang } }))
      .data;
  const ops = (name: string, user: TestUser, input: object = {}) =>
    server.decide(name, { shop: user.shopId, ...input }, 'rania');
  it('needs one page of a passport, and keeps no back that came along', async () => {
    const user = await server.addUser();
    const { front, back } = sides();
    const passport = { ...typed, idType: 'passport', front };
    expect((await apply(server, user, { ...typed, front })).code).toBe(codes.parameterMissing);
    expect((await apply(server, user, { ...passport, back })).code).toBe(codes.ok);
    const [row] = await server.deps.db
      .select({ front: identities.frontFileId, back: identities.backFileId })
      .from(identities)
      .where(eq(identities.shopId, user.shopId));
    expect(row).toEqual({ front: expect.any(String), back: null });
    const other = await server.addUser();
    expect((await apply(server, other, passport)).code).toBe(codes.ok);
    await ops('identity-reject', other, { reasons: 'idType:wrong_paper', reason: 'Another document.' });
    const card = { idType: 'id_card', consentVersion: '2025-01' };
    expect((await apply(server, other, card)).code).toBe(codes.parameterMissing);
    expect((await apply(server, other, { ...card, ...sides() })).code).toBe(codes.ok);
  });

  const withdraw = (user: TestUser, key: string = randomUUID()) =>
    server.call('POST /v1/per/withdraw', {}, { token: user.token, key });
  const keptFiles = (user: TestUser) =>
    server.deps.db
      .select({ id: files.id })
      .from(files)
      .innerJoin(fileBodies, eq(fileBodies.fileId, files.id))
      .where(and(eq(files.shopId, user.shopId), isNull(files.removedAt)));
  const steps = async (user: TestUser) =>
    (
      await server.deps.db
        .select({ kind: identityEvents.kind })
        .from(identityEvents)
        .where(eq(identityEvents.shopId, user.shopId))
        .orderBy(identityEvents.seq)
    ).map((step) => step.kind);
  const noticesOf = async (user: TestUser) => (await user.notices()).map(({ kind }) => kind);
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) =>
        error instanceof Refusal ? { code: error.code, ...error.detail } : Promise.reject(error),
    );

  it('begins unverified, with nothing known', async () => {
    expect(await info(await server.addUser())).toEqual({
      status: 'unverified',
      nameMasked: null,
      idNoMasked: null,
      submittedAt: null,
      reviewBy: null,
      expiresAt: null,
      reasons: [],
      note: null,
      appeal: null,
      attemptsLeft: 5,
    });
  });

  it('is applied for, reviewed and verified', async () => {
    const user = await server.addUser();
    const sent = await apply(server, user);
    const submittedAt = server.deps.clock.now().toISOString();
    const reviewBy = workingDaysAfter('UTC', server.deps.clock.now(), 2).toISOString();
    expect([sent.code, sent.data]).toEqual([codes.ok, { status: 'applying', submittedAt, reviewBy }]);
    expect(await info(user)).toMatchObject({
      status: 'applying',
      nameMasked: 'A••• I•••',
      idNoMasked: '•••• 7081',
      submittedAt,
      reviewBy,
      attemptsLeft: 4,
    });
    const waiting = (await server.read('identities')) as { list: { shopId: string }[] };
    expect(waiting.list.map(({ shopId }) => shopId)).toContain(user.shopId);

    const opened = (await ops('identity-open', user)) as { front: string; back: string; realName: string };
    expect(opened.realName).toBe('Amina Idris');
    const [front, back] = await Promise.all([
      server.app.request(opened.front),
      server.app.request(opened.back),
    ]);
    expect([front.headers.get('content-type'), back.headers.get('content-type')]).toEqual([
      'image/jpeg',
      'image/png',
    ]);

    // The number is read in another way than it was typed, and it is the same number.
    await ops('identity-approve', user, { idNumber: ' 3040 5060 7081 ' });
    expect(await info(user)).toMatchObject({
      status: 'verified',
      reviewBy: null,
      reasons: [],
      expiresAt: null,
    });
    expect(await steps(user)).toEqual(['submitted', 'opened', 'approved']);
    expect(await noticesOf(user)).toEqual(['identity_verified']);
  });

  it('sends one notice for each application with a late review', async () => {
    const user = await server.addUser();
    const late = async () => {
      await runDue(server.deps);
      return (await user.notices('identity_overdue')).map(({ seq }) => seq);
    };
    const { data } = await apply(server, user);
    server.clock.set(data.reviewBy);
    expect(await late()).toEqual([]);
    server.clock.advance(second);
    const first = await late();
    expect(first).toHaveLength(1);
    expect(await late()).toEqual(first);
    const { data: list } = await server.call('POST /v1/notify/list', {}, { token: user.token });
    expect(list.list[0]).toMatchObject({ type: 'shop', link: '/service' });
    expect(list.list[0]?.body).toContain('Customer service');
    await withdraw(user);
    await apply(server, user);
    expect(await late()).toEqual([]);
    server.clock.advance(7 * day);
    expect(await late()).toHaveLength(1);
    const verified = await server.addUser();
    await verify(server, verified);
    server.clock.advance(7 * day);
    await runDue(server.deps);
    expect(await verified.notices('identity_overdue')).toEqual([]);
  });

  it('shows in the shop’s details', async () => {
    const user = await server.addUser();
    const shop = async () => (await server.call('GET /v1/shop/info', {}, { token: user.token })).data;
    expect(await shop()).toMatchObject({ idPhotoSet: false, idNumberMasked: '' });
    await apply(server, user);
    expect(await shop()).toMatchObject({ idPhotoSet: true, idNumberMasked: '•••• 7081' });
    await withdraw(user);
    expect(await shop()).toMatchObject({ idPhotoSet: false, idNumberMasked: '' });
  });

  it('keeps the number nowhere: not in the database, not in an answer, not in a log', async () => {
    const user = await server.addUser();
    const number = 'QX7719926604';
    const sent = await apply(server, user, { ...typed, idNumber: number, ...sides() });
    const answers = [
      sent.text,
      JSON.stringify(await info(user)),
      JSON.stringify(await ops('identity-open', user)),
    ];
    await ops('identity-approve', user, { idNumber: number });
    const tables = await queryRows<{ name: string }>(
      server.deps.db,
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const found = await queryRows(
        server.deps.db,
        sql`select 1 from ${sql.identifier(name)} as t where t::text ilike ${`%${number}%`}`,
      );
      expect([name, found]).toEqual([name, []]);
    }
    for (const answer of answers) expect(answer).not.toContain(number);
    const logged = await server.deps.db
      .select()
      .from(decisionLog)
      .where(eq(decisionLog.name, 'identity-approve'));
    expect(logged.at(-1)?.input).toMatchObject({ idNumber: '•••' });
  });

  it('is not approved with another number than was typed', async () => {
    const user = await server.addUser();
    await apply(server, user);
    expect(await refusalOf(ops('identity-approve', user, { idNumber: '304050607082' }))).toEqual({
      code: codes.invalidParameter,
      field: 'idNumber',
      reason: 'differs',
    });
    expect((await info(user)).status).toBe('applying');
  });

  it('tells a reviewer that another shop has the same number, and not which', async () => {
    const [one, other] = [await server.addUser(), await server.addUser()];
    const mine = { ...typed, idNumber: '99-88-77-66-55', ...sides() };
    await apply(server, one, mine);
    expect(await ops('identity-open', one)).toMatchObject({ othersWithThisNumber: 0 });
    await apply(server, other, { ...mine, ...sides(), idNumber: '9988776655' });
    expect(await ops('identity-open', one)).toMatchObject({ othersWithThisNumber: 1 });
  });

  describe('the first application', () => {
    it.each(['realName', 'idType', 'idNumber', 'front', 'back'])('needs the part %s', async (part) => {
      const user = await server.addUser();
      const { [part]: _, ...rest } = { ...typed, ...sides() } as Record<string, string | File>;
      const { code, data } = await apply(server, user, rest);
      expect([code, data]).toEqual([codes.parameterMissing, { field: part, params: { kind: 'required' } }]);
      expect([(await info(user)).status, await keptFiles(user)]).toEqual(['unverified', []]);
    });

    it('needs the consent', async () => {
      const user = await server.addUser();
      const { consentVersion: _, ...rest } = typed;
      expect(await apply(server, user, { ...rest, ...sides() })).toMatchObject({
        code: codes.parameterMissing,
        data: { field: 'consentVersion' },
      });
    });
  });

  it.each<[string, () => Buffer, object]>([
    ['is no picture', () => Buffer.from('<html>'), { field: 'back', reason: 'file_kind' }],
    ['is a document', () => pdfOf(2000), { field: 'back', reason: 'file_kind' }],
    ['is too large', () => pdfOf(5 * bytesPerMb + 1), { field: 'back', params: { maxMb: 5 } }],
  ])('takes nothing at all where one side %s', async (_, bytes, data) => {
    const user = await server.addUser();
    const sent = await apply(server, user, { ...typed, front: asFile(jpeg()), back: asFile(bytes()) });
    expect([sent.code, sent.data]).toEqual([codes.invalidParameter, expect.objectContaining(data)]);
    expect(await keptFiles(user)).toEqual([]);
    expect(await info(user)).toMatchObject({ status: 'unverified', attemptsLeft: 5 });
  });

  it('asks again for what was refused, and for nothing else', async () => {
    const user = await server.addUser();
    await apply(server, user);
    const before = await keptFiles(user);
    await ops('identity-reject', user, { reasons: 'front:blurry', reason: 'The name cannot be read.' });
    expect(await info(user)).toMatchObject({
      status: 'rejected',
      reviewBy: null,
      reasons: [{ field: 'front', code: 'blurry', text: expect.stringMatching(/^The photo is blurred/) }],
      note: 'The name cannot be read.',
    });
    expect((await info(user, 'ar')).reasons[0]?.text).toMatch(/[\u0600-\u06ff]/);

    const { consentVersion } = typed;
    const surplus = await apply(server, user, {
      consentVersion,
      front: asFile(webp()),
      back: asFile(webp()),
    });
    expect(surplus).toMatchObject({
      code: codes.invalidParameter,
      data: { field: 'back', reason: 'not_asked', params: { asked: 'front' } },
    });
    const none = await apply(server, user, { consentVersion });
    expect(none).toMatchObject({ code: codes.parameterMissing, data: { field: 'front' } });

    const again = await apply(server, user, { consentVersion, front: asFile(webp()) });
    expect(again).toMatchObject({ code: codes.ok, data: { status: 'applying' } });
    expect(await info(user)).toMatchObject({
      status: 'applying',
      reasons: [],
      note: null,
      nameMasked: 'A••• I•••',
    });
    const after = await keptFiles(user);
    expect([after.length, after.filter(({ id }) => before.some((one) => one.id === id)).length]).toEqual([
      2, 1,
    ]);
    const opened = (await ops('identity-open', user)) as { front: string; back: string };
    expect((await server.app.request(opened.front)).headers.get('content-type')).toBe('image/webp');
    expect((await server.app.request(opened.back)).headers.get('content-type')).toBe('image/png');
    await ops('identity-approve', user, { idNumber });
    expect((await info(user)).status).toBe('verified');
  });

  it('asks for a name and a number again without the pictures', async () => {
    const user = await server.addUser();
    await apply(server, user);
    const before = await keptFiles(user);
    await ops('identity-reject', user, {
      reasons: 'realName:differs, idNumber:differs',
      reason: 'See the passport.',
    });
    const { consentVersion } = typed;
    await apply(server, user, { consentVersion, realName: '王小明', idNumber: '١٢٣٤٥٦٧٨٩٠' });
    expect(await info(user)).toMatchObject({
      nameMasked: '王•••',
      idNoMasked: '•••• 7890',
      status: 'applying',
    });
    expect(await keptFiles(user)).toEqual(before);
    await ops('identity-approve', user, { idNumber: '1234567890' });
  });

  it('takes no second application while one is under review or approved', async () => {
    const user = await server.addUser();
    await apply(server, user);
    expect(await apply(server, user)).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'identity_applying' },
    });
    await ops('identity-approve', user);
    expect(await apply(server, user)).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'identity_verified' },
    });
    expect(await withdraw(user)).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'identity_not_applying' },
    });
    expect(await keptFiles(user)).toHaveLength(2);
  });

  it('takes five applications in 24 hours', async () => {
    const user = await server.addUser();
    for (let left = 4; left >= 0; left--) {
      expect((await apply(server, user)).code).toBe(codes.ok);
      expect((await info(user)).attemptsLeft).toBe(left);
      expect((await withdraw(user)).code).toBe(codes.ok);
      server.clock.advance(hour);
    }
    const sixth = await apply(server, user);
    expect([sixth.code, sixth.data]).toEqual([
      codes.invalidOperation,
      { reason: 'identity_attempts', params: { limit: 5 }, retryAfter: (19 * hour) / second },
    ]);
    server.clock.advance(19 * hour);
    expect((await info(user)).attemptsLeft).toBe(1);
    expect((await apply(server, user)).code).toBe(codes.ok);
  });

  it('can be taken back while it is under review, and leaves no document behind', async () => {
    const user = await server.addUser();
    await apply(server, user);
    const opened = (await ops('identity-open', user)) as { front: string };
    expect((await withdraw(user)).data).toEqual({ status: 'unverified' });
    expect(await info(user)).toMatchObject({ status: 'unverified', nameMasked: null, idNoMasked: null });
    expect(await keptFiles(user)).toEqual([]);
    expect((await server.app.request(opened.front)).status).toBe(404);
    expect(await refusalOf(ops('identity-approve', user))).toMatchObject({ code: codes.invalidOperation });
    expect((await apply(server, user)).code).toBe(codes.ok);
    expect(await noticesOf(user)).toEqual(['identity_applying']);
  });

  describe('a verification', () => {
    const dayAt = (ms: number) => new Date(server.deps.clock.now().getTime() + ms).toISOString().slice(0, 10);
    const due = () => runDue(server.deps);

    it('ends with its document, 30 days after the merchant was notified', async () => {
      const user = await server.addUser();
      await apply(server, user);
      await ops('identity-approve', user, { validUntil: dayAt(100 * day) });
      const { expiresAt } = await info(user);
      expect(expiresAt).toBe(`${dayAt(101 * day)}T00:00:00.000Z`);
      server.clock.advance(
        Date.parse(expiresAt ?? '') - 30 * day - second - server.deps.clock.now().getTime(),
      );
      await due();
      expect(await noticesOf(user)).toEqual(['identity_verified']);
      server.clock.advance(second);
      await due();
      await due();
      expect(await noticesOf(user)).toEqual(['identity_expiring']);
      server.clock.advance(30 * day - second);
      await due();
      expect((await info(user)).status).toBe('verified');
      server.clock.advance(second);
      await due();
      expect(await info(user)).toMatchObject({
        status: 'unverified',
        expiresAt: null,
        reasons: [{ field: 'front', code: 'out_of_date', text: expect.stringContaining('has expired') }],
      });
      expect(await noticesOf(user)).toEqual(['identity_expired']);
      // A new application is a whole one.
      expect((await apply(server, user, { consentVersion: 'x', front: asFile(png()) })).code).toBe(
        codes.parameterMissing,
      );
      expect((await apply(server, user)).code).toBe(codes.ok);
      expect(await keptFiles(user)).toHaveLength(2);
    });

    it('ends no sooner than 30 days from now, whatever the document says', async () => {
      const user = await server.addUser();
      await verify(server, user);
      await ops('identity-expire', user, { validUntil: dayAt(3 * day) });
      const expected = new Date(server.deps.clock.now().getTime() + 30 * day).toISOString();
      expect((await info(user)).expiresAt).toBe(expected);
      await due();
      expect((await noticesOf(user)).at(-1)).toBe('identity_expiring');
      server.clock.advance(29 * day);
      await due();
      expect((await info(user)).status).toBe('verified');
      server.clock.advance(day);
      await due();
      expect((await info(user)).status).toBe('unverified');
    });

    it('ends later where no server ran to tell the merchant in time', async () => {
      const user = await server.addUser();
      await apply(server, user);
      await ops('identity-approve', user, { validUntil: dayAt(60 * day) });
      server.clock.advance(90 * day);
      await due();
      const expected = new Date(server.deps.clock.now().getTime() + 30 * day).toISOString();
      expect(await info(user)).toMatchObject({ status: 'verified', expiresAt: expected });
    });

    it('ends at once for confirmed fraud, with a statement of reasons', async () => {
      const user = await server.addUser();
      await verify(server, user);
      await ops('identity-revoke', user, { facts: 'The document was reported stolen.', rule: 'Terms, 3.2' });
      const { status, appeal, reasons } = await info(user);
      expect([status, reasons[0]?.code]).toEqual(['unverified', 'fraud']);
      expect(appeal).toMatch(/^\/appeal\?ref=sta_\w+$/);
      const statements = await server.call('POST /v1/shop/statements', {}, { token: user.token });
      expect(statements.data.list[0]).toMatchObject({
        facts: 'The document was reported stolen.',
        rule: 'Terms, 3.2',
      });
    });

    it('ends only where there is one', async () => {
      const user = await server.addUser();
      for (const [name, input] of [
        ['identity-expire', { validUntil: '2026-01-01' }],
        ['identity-revoke', { facts: 'f', rule: 'r' }],
        ['identity-approve', {}],
        ['identity-open', {}],
        ['identity-reject', { reasons: 'front:blurry', reason: 'r' }],
      ] as const)
        expect(await refusalOf(ops(name, user, input))).toMatchObject({
          code: codes.invalidOperation,
          reason: 'identity_unverified',
        });
    });
  });

  it.each([
    ['a field that is none', 'nose:blurry'],
    ['a reason that is none', 'front:ugly'],
    ['the same field twice', 'front:blurry,front:altered'],
    ['no reason', 'front'],
    ['nothing', ''],
  ])('is not rejected for %s', async (_, reasons) => {
    const user = await server.addUser();
    await apply(server, user);
    expect(await refusalOf(ops('identity-reject', user, { reasons, reason: 'r' }))).toMatchObject({
      code: codes.invalidParameter,
      field: expect.stringMatching(/^reasons/),
    });
  });

  it('is asked for by 409 where it is needed', async () => {
    const user = await server.addUser();
    const ask = () => refusalOf(requireVerified(server.deps.db, user.shopId));
    const refused = (status: string) => ({
      code: codes.insufficientPermissions,
      reason: 'identity',
      params: { status },
    });
    expect(await ask()).toEqual(refused('unverified'));
    await apply(server, user);
    expect(await ask()).toEqual(refused('applying'));
    await ops('identity-reject', user, { reasons: 'back:cut_off', reason: 'r' });
    expect(await ask()).toEqual(refused('rejected'));
    await apply(server, user, { consentVersion: 'x', back: asFile(png()) });
    await ops('identity-approve', user);
    expect(await ask()).toBeNull();
  });

  it('is one application of several sent at once with different keys', async () => {
    const user = await server.addUser();
    const sent = [
      await apply(server, user),
      ...(await Promise.all([apply(server, user), apply(server, user)])),
    ];
    expect(sent.map(({ code }) => code).sort()).toEqual([200, 203, 203]);
    expect((await keptFiles(user)).length).toBe(2);
  });
});
