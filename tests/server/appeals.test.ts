import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { textOf } from '../../src/server/platform/texts/texts.ts';
import { appealsDue } from '../../src/server/services/appeals/appeals.ts';
import { appealPeriod, statementKinds } from '../../src/server/shops/restrictions/statements.ts';
import { kinds } from '../harness/database.ts';
import { asFile, sendForm } from '../harness/form.ts';
import { addListed, place } from '../harness/market.ts';
import { png } from '../harness/sample-files.ts';
import { password, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const why = { facts: 'Two buyers reported the same parcel.', rule: 'Terms 9.1' };
const text = 'The carrier has confirmed that both were delivered.';

describe.each(kinds)('statements and appeals on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  const signIn = async () => {
    const input = { username: user.username, password };
    const { data } = await server.call<{ token: string }>('POST /login', input);
    user = { ...user, token: data.token };
  };
  const appeal = (ref: string, more: object = {}) =>
    user.call('POST /v1/shop/appeal', { ref, text, ...more });
  const statements = async (input: object = {}) => (await user.call('POST /v1/shop/statements', input)).data;
  const ops = (name: string, flags: object) =>
    server.decide<{
      id: string;
      statementId: string;
    }>(name, { shop: user.shopId, ...flags });
  /** Returns an order of which the merchant has let the time to pay pass, which lowers the score. */
  const letOrderLapse = async () => {
    const order = await place(server, user, (await addListed(server, user)).id);
    server.clock.advance(49 * hour);
    await server.decide('tick');
    await signIn();
    return order;
  };
  const answer = (no: string, outcome: string, reason = 'We looked at it again.') =>
    server.decide('appeal-decide', { appeal: no, outcome, reason });
  const fetchFile = async (url: string, lang = 'en') => {
    const response = await server.app.request(url, { headers: { 'accept-language': lang } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 100n * UNITS);
  });

  it('are listed with their reasons and dates, the newest first, page by page', async () => {
    await ops('hold', { amount: '30.00', code: 'risk', ...why });
    server.clock.advance(1);
    const restricted = await ops('restrict', { kind: 'wallet_frozen', days: '7', ...why });
    const first = await statements({ limit: 1 });
    const at = server.clock.now();
    expect(first.list).toMatchObject([
      {
        id: restricted.statementId,
        kind: 'wallet_frozen',
        ...why,
        issuedAt: at.toISOString(),
        reviewBy: new Date(at.getTime() + 7 * day).toISOString(),
        appeal: `/appeal?ref=${restricted.statementId}`,
      },
    ]);
    const second = await statements({ cursor: first.nextCursor });
    expect(second).toMatchObject({ list: [{ kind: 'hold_risk' }], nextCursor: null });
    expect(
      (await server.call('POST /v1/shop/statements', {}, { token: (await server.addUser()).token })).data
        .list,
    ).toEqual([]);
  });

  describe('tell when what they explain has ended', () => {
    const ends = async () =>
      (await statements()).list.map(({ endedAt, endReason }) => [endedAt, endReason] as const);
    const now = () => server.clock.now().toISOString();

    it('where a restriction was lifted or a hold released, with the operator’s reason', async () => {
      const { id: hold } = await ops('hold', { amount: '30.00', code: 'risk', ...why });
      server.clock.advance(1);
      const { id: restriction } = await ops('restrict', { kind: 'wallet_frozen', days: '7', ...why });
      expect(await ends()).toEqual([
        [null, null],
        [null, null],
      ]);
      server.clock.advance(hour);
      const lifted = now();
      const reason = 'The papers were right.';
      await server.decide('restriction-lift', { restriction, reason });
      server.clock.advance(hour);
      await server.decide('hold-release', { hold });
      expect(await ends()).toEqual([
        [lifted, reason],
        [now(), 'Released: the review is closed'],
      ]);
      const [freeze] = (await statements()).list;
      expect(freeze?.operatorTexts).toContain(reason);
    });

    it('by their date, before the due work and after it, without a reason', async () => {
      await ops('restrict', { kind: 'wallet_frozen', days: '1', ...why });
      const [freeze] = (await statements()).list;
      server.clock.advance(2 * day);
      await signIn();
      const ended = [[freeze?.until, null]];
      expect(await ends()).toEqual(ended);
      await server.decide('tick');
      expect(await ends()).toEqual(ended);
    });

    it('only with the last period of what was renewed', async () => {
      const { id } = await ops('restrict', { kind: 'wallet_frozen', days: '2', ...why });
      server.clock.advance(day);
      const renewal = { restriction: id, days: '7', ...why };
      await server.decide('restriction-renew', renewal);
      server.clock.advance(2 * day);
      await signIn();
      expect(await ends()).toEqual([
        [null, null],
        [null, null],
      ]);
      await server.decide('restriction-lift', { restriction: id, reason: 'Closed.' });
      expect(await ends()).toEqual([
        [now(), 'Closed.'],
        [now(), 'Closed.'],
      ]);
    });

    it('where the appeal against a restriction was right, without a reason beside its answer', async () => {
      const { id } = await ops('restrict', { kind: 'listing', days: '7', ...why });
      const { no } = (await appeal(id)).data.appeal;
      await answer(no, 'reversed');
      expect(await ends()).toEqual([[now(), null]]);
    });
  });

  it('say our own reasons in the reader’s language', async () => {
    await ops('score-change', { points: '50', ...why });
    const order = await letOrderLapse();
    const [lapse] = (await statements()).list;
    expect(lapse).toMatchObject({
      kind: 'score',
      facts: expect.stringContaining(order.no),
      operatorTexts: [],
    });
    const file = await fetchFile(lapse?.fileUrl ?? '', 'ar');
    expect(file.text).toContain(`لم تُدفع تكلفة شراء الطلب ${order.no}`);
    expect(file.text).toContain('بيان الأسباب');
  });

  it('name what an operator wrote, in a statement, a restriction, a hold and the log of the score', async () => {
    await ops('score-change', { points: '50', ...why });
    await ops('hold', { amount: '30.00', code: 'risk', ...why });
    await ops('restrict', { kind: 'wallet_frozen', ...why });
    const written = [why.facts, why.rule].sort((one, other) => other.length - one.length);
    for (const { operatorTexts } of (await statements()).list) expect(operatorTexts).toEqual(written);
    const { data: wallet } = await user.call('POST /v1/user/wallet');
    expect(wallet.restrictions[0]?.operatorTexts).toEqual(written);
    expect(wallet.holds[0]).toMatchObject({
      text: why.facts,
      reason: 'Security check',
      operatorTexts: [why.facts],
    });
    const { data: shop } = await user.call('GET /v1/shop/info');
    expect(shop.creditLog[0]).toMatchObject({
      reason: `Changed by the platform. ${why.facts}`,
      operatorTexts: [why.facts],
    });
  });

  it('are files to keep, by a link and no longer than it lasts', async () => {
    const { statementId } = await ops('restrict', { kind: 'listing', ...why });
    const url = (await statements()).list[0]?.fileUrl ?? '';
    const file = await fetchFile(url);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${statementId}.txt"`);
    for (const text of [
      statementId,
      why.facts,
      why.rule,
      'You can’t list new products',
      `/appeal?ref=${statementId}`,
    ])
      expect(file.text).toContain(text);
    expect((await fetchFile(url)).text).toBe(file.text);
    const other = (await ops('restrict', { kind: 'wallet_frozen', ...why })).statementId;
    expect((await fetchFile(url.replace(statementId, other))).text).toContain('"code":404');
    server.clock.advance(31 * 60_000);
    expect((await fetchFile(url)).text).toContain('"code":404');
  });

  it('leave a blocked account its appeal, its statements, and a file of everything', async () => {
    const order = await place(server, user, (await addListed(server, user)).id);
    const { statementId } = await ops('restrict', { kind: 'account_disabled', ...why });
    const { code, data } = await user.call<{ exports: Record<string, string> }>('GET /v1/me');
    expect(code).toBe(codes.accountDisabled);
    const wallet = await fetchFile(data.exports.wallet ?? '');
    expect(wallet.text).toContain('Top-up');
    expect(wallet.text).toContain('100.00');
    expect((await fetchFile(data.exports.orders ?? '')).text).toContain(order.no);
    expect((await fetchFile(data.exports.statements ?? '')).text).toContain(why.facts);
    expect((await statements()).list).toHaveLength(1);
    expect((await appeal(statementId)).code).toBe(codes.ok);
  });

  it('are all in the file of a blocked account, each once and in order, however many there are', async () => {
    await ops('restrict', { kind: 'account_disabled', ...why });
    const { data } = await user.call<{ exports: Record<string, string> }>('GET /v1/me');
    const at = server.clock.now().toISOString();
    // Three at each moment, across pages of 500.
    await server.deps.db.execute(sql`
      insert into statements (id, shop_id, kind, facts, rule, appeal, actor, at)
      select 'stm_' || ${user.shopId} || lpad(n::text, 4, '0'), ${user.shopId}, 'score', 'Fact ' || n || '.', 'Terms', '', 'rosa',
        ${at}::timestamptz + n / 3 * interval '1 ms' from generate_series(3, 1202) n`);
    const { text } = await fetchFile(data.exports.statements ?? '');
    const facts = [...text.matchAll(/Fact (\d+)\./g)].map(([, n]) => Number(n));
    expect(facts).toEqual(Array.from({ length: 1_200 }, (_, index) => index + 3));
    expect(text.split('\r\n---\r\n')).toHaveLength(1_201);
  });

  it('leave files that name their columns in the reader’s language, or by stable keys', async () => {
    await ops('restrict', { kind: 'account_disabled', ...why });
    const { data } = await user.call<{ exports: Record<string, string> }>('GET /v1/me');
    const headerOf = async (url = '') => (await fetchFile(url)).text.replace('\ufeff', '').split('\r\n')[0];
    const keys = {
      orders:
        'no,created_at,status,goods,amount,cost,fee,refunded,funding,currency,buyer,destination,carrier,tracking_no,note,seq,hash',
      wallet: 'at,kind,reference,account,in,out,balance_after,currency,reason,seq,hash',
    };
    for (const name of ['orders', 'wallet'] as const) {
      const url = `${data.exports[name]}&lang=zh-TW`;
      expect(await headerOf(`${url}&columns=keys`)).toBe(keys[name]);
      const labels = keys[name].split(',').map((key) => textOf('column', key, 'zh-TW'));
      expect(await headerOf(url)).toBe(labels.join());
    }
  });

  it('are named in every language', () => {
    const unnamed = statementKinds.flatMap((kind) =>
      server.deps.config.langs
        .filter((lang) => !textOf('reasons', kind, lang))
        .map((lang) => `${kind} ${lang}`),
    );
    expect(unnamed).toEqual([]);
  });

  describe('an appeal', () => {
    it('has a number and a date by which it is answered', async () => {
      const { statementId } = await ops('restrict', { kind: 'listing', ...why });
      const key = randomUUID();
      const first = await user.call('POST /v1/shop/appeal', { ref: statementId, text }, key);
      expect(first.data.appeal).toMatchObject({ ref: statementId, status: 'received', answer: null });
      expect(Date.parse(first.data.appeal.decideBy) - server.clock.now().getTime()).toBe(14 * day);
      for (let again = 0; again < 2; again++)
        expect((await user.call('POST /v1/shop/appeal', { ref: statementId, text }, key)).text).toBe(
          first.text,
        );
      expect(await appeal(statementId)).toMatchObject({ data: { reason: 'appealed_already' } });
    });

    it('is shown beside its statement, from its number to its answer', async () => {
      const stated = async () => (await statements()).list[0]?.objection;
      const { statementId } = await ops('restrict', { kind: 'listing', ...why });
      expect(await stated()).toBeNull();
      const { data } = await appeal(statementId);
      expect(await stated()).toEqual(data.appeal);
      expect(data.appeal).toMatchObject({
        status: 'received',
        text,
        files: [],
        answer: null,
        decidedAt: null,
      });
      server.clock.advance(hour);
      await answer(data.appeal.no, 'upheld', 'The scans show the same door.');
      const decidedAt = server.clock.now().toISOString();
      expect(await stated()).toEqual({
        ...data.appeal,
        status: 'upheld',
        answer: 'The scans show the same door.',
        decidedAt,
      });
    });

    it('accepts each document once, and only from its shop', async () => {
      const { data } = await sendForm<{ fileId: string }>(
        server,
        '/v1/upload/certificate',
        { file: asFile(png()) },
        { token: user.token },
      );
      const first = (await ops('restrict', { kind: 'listing', ...why })).statementId;
      const second = (await ops('restrict', { kind: 'wallet_frozen', ...why })).statementId;
      expect((await appeal(first, { fileIds: [data.fileId] })).code).toBe(codes.ok);
      expect((await appeal(second, { fileIds: [data.fileId] })).code).toBe(codes.invalidOperation);
      expect(await appeal(second, { fileIds: ['fil_nothing'] })).toMatchObject({
        code: codes.recordNotFound,
        data: { field: 'fileIds', params: { positions: '0' } },
      });
    });

    it('is listed to the operator until it is answered, the most urgent first, with what it is about', async () => {
      const waiting = async () => {
        const { list } = (await server.read('appeals', { limit: 200 })) as {
          list: { no: string; shopId: string; files: string[] }[];
        };
        return list.filter(({ shopId }) => shopId === user.shopId);
      };
      const { data } = await sendForm<{ fileId: string }>(
        server,
        '/v1/upload/certificate',
        { file: asFile(png()) },
        { token: user.token },
      );
      const { id, statementId } = await ops('restrict', { kind: 'withdrawal_prohibited', ...why });
      const first = (await appeal(id, { fileIds: [data.fileId] })).data.appeal;
      server.clock.advance(hour);
      await ops('score-change', { points: '50', ...why });
      const order = await letOrderLapse();
      const [lapse] = (await statements()).list;
      const second = (await appeal(lapse?.id ?? '')).data.appeal;
      const found = await waiting();
      expect(found).toEqual([
        {
          no: first.no,
          shopId: user.shopId,
          kind: 'withdrawal_prohibited',
          about: id,
          statementId,
          ...why,
          text,
          files: [expect.stringContaining('/private/')],
          receivedAt: first.receivedAt,
          decideBy: first.decideBy,
        },
        expect.objectContaining({
          no: second.no,
          kind: 'score',
          about: order.no,
          facts: expect.stringContaining(`cost of order ${order.no} wasn’t paid`),
          files: [],
          decideBy: second.decideBy,
        }),
      ]);
      expect((await fetchFile(found[0]?.files[0] ?? '')).status).toBe(200);
      await answer(first.no, 'upheld');
      expect((await waiting()).map(({ no }) => no)).toEqual([second.no]);
    });

    it('is refused to a statement of another shop, and after half a year', async () => {
      const { id, statementId } = await ops('restrict', { kind: 'listing', ...why });
      const stranger = await server.addUser();
      for (const ref of [id, statementId, 'sta_of_nobody'])
        expect(
          (await server.call('POST /v1/shop/appeal', { ref, text }, { token: stranger.token })).code,
        ).toBe(codes.recordNotFound);
      server.clock.advance(appealPeriod + 1);
      await signIn();
      expect(await appeal(statementId)).toMatchObject({
        code: codes.addFailed,
        data: { reason: 'too_late' },
      });
    });

    it.each([
      ['', 'nonempty'],
      ['no', 'short'],
      ['x'.repeat(2001), 'long'],
    ])('is refused without a text: %#', async (words) => {
      const { statementId } = await ops('restrict', { kind: 'listing', ...why });
      const { code, data } = await user.call<{ field: string }>('POST /v1/shop/appeal', {
        ref: statementId,
        text: words,
      });
      expect([codes.parameterMissing, codes.invalidParameter]).toContain(code);
      expect(data.field).toBe('text');
    });

    it('changes nothing but its answer where it is upheld', async () => {
      const { id } = await ops('restrict', { kind: 'wallet_frozen', ...why });
      const { no } = (await appeal(id)).data.appeal;
      expect(await answer(no, 'upheld')).toMatchObject({
        status: 'upheld',
        answer: 'We looked at it again.',
      });
      expect((await user.call('GET /v1/me')).data.restrictions).toMatchObject([{ id }]);
      await expect(answer(no, 'reversed')).rejects.toMatchObject({ detail: { reason: 'decided_already' } });
    });

    it.each<[what: string, make: () => Promise<string>, isUndone: () => Promise<unknown>, undone: unknown]>([
      [
        'a restriction',
        async () => (await ops('restrict', { kind: 'wallet_frozen', ...why })).id,
        async () => (await user.call('GET /v1/me')).data.restrictions,
        [],
      ],
      [
        'a hold, also by a later statement of it',
        async () => {
          const hold = await ops('hold', { amount: '30.00', code: 'risk', days: '3', ...why });
          const again = { hold: hold.id, ...why };
          await server.decide('hold-renew', again);
          return hold.id;
        },
        async () => (await user.call('POST /v1/user/wallet')).data.balance,
        '100.00',
      ],
      [
        'a lower score',
        async () => {
          await ops('score-change', { points: '50', ...why });
          server.clock.advance(1);
          const { id } = await ops('score-change', { points: '-7', ...why });
          server.clock.advance(1);
          return id;
        },
        async () => (await user.call('GET /v1/shop/info')).data.credit,
        50,
      ],
      [
        'goods that were taken off',
        async () =>
          (await ops('goods-delist', { goods: (await addListed(server, user)).id, ...why })).statementId,
        async () => {
          const { list } = (await user.call('POST /v1/showcase/list')).data;
          return list.map(({ status, unlistReason }) => [status, unlistReason]);
        },
        [['listed', null]],
      ],
    ])('undoes %s where it succeeds', async (_, make, state, undone) => {
      const ref = await make();
      expect(await state()).not.toEqual(undone);
      const { no } = (await appeal(ref)).data.appeal;
      expect(await state()).not.toEqual(undone);
      await answer(no, 'reversed');
      expect(await state()).toEqual(undone);
    });

    it('is late where it is not answered by its date, and says so once', async () => {
      const { no } = (await appeal((await ops('restrict', { kind: 'listing', ...why })).id)).data.appeal;
      const late = async () =>
        (await user.call('POST /v1/notify/list')).data.list.filter(({ title }) => title.includes('late'));
      server.clock.advance(14 * day - 1);
      await signIn();
      await server.decide('tick');
      expect(await late()).toEqual([]);
      server.clock.advance(1);
      await Promise.all([appealsDue.run(server.deps), appealsDue.run(server.deps)]);
      await server.decide('tick');
      expect((await late()).map(({ title }) => title.replace(/[\u2066-\u2069]/g, ''))).toEqual([
        `The answer to appeal ${no} is late`,
      ]);
      expect(await answer(no, 'upheld')).toMatchObject({ status: 'upheld' });
    });

    it('still gets its answer where it succeeds after its measure has ended by itself', async () => {
      const { id } = await ops('restrict', { kind: 'wallet_frozen', days: '1', ...why });
      const { no } = (await appeal(id)).data.appeal;
      server.clock.advance(2 * day);
      await server.decide('tick');
      expect(await answer(no, 'reversed')).toMatchObject({ status: 'reversed' });
    });
  });
});
