// What a shop front reports of a shop: visitors, clicks and stars.
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { forDevelopers } from '../../src/server/operators/ops-refusals.ts';
import { hour } from '../../src/server/platform/clock.ts';
import type { Refusal } from '../../src/server/platform/refuse.ts';
import { goods as goodsTable, shops, trafficReports } from '../../src/server/schema.ts';
import { kinds } from '../harness/database.ts';
import { addGoods, addListed, drive, type GoodsRow, place } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

// 23:30 of the third of March in Auckland, and the morning of that day in UTC.
const now = '2025-03-03T10:30:00.000Z';
/** Returns the sentence that the sender of a decision reads. */
const sentenceOf = (name: string, refusal: object) =>
  forDevelopers(refusal as Refusal, name, {}).detail.message;

const today = '2025-03-03';
const yesterday = '2025-03-02';

describe.each(kinds)('what a shop front reports on %s', (kind) => {
  const server = useServer(kind, { start: '2025-02-20T00:00:00.000Z' });
  let user: TestUser;
  let goods: GoodsRow;

  beforeEach(async () => {
    server.clock.set('2025-02-20T00:00:00.000Z');
    user = await server.addUser();
    await server.deps.db.update(shops).set({ timeZone: 'Pacific/Auckland' }).where(eq(shops.id, user.shopId));
    goods = await addListed(server, user);
    server.clock.set(now);
    user.token = await server.signIn(user);
  });

  const seen = () => ({
    shop: user.shopId,
    day: today,
    visitors: 40,
    clicks: [{ goods: goods.code, count: 12 }],
    reference: 'FRONT-1',
  });
  const report = (changes: object = {}) => server.decide('traffic-report', { ...seen(), ...changes });
  const refused = (changes: object) => server.refused('traffic-report', { ...seen(), ...changes });
  const stat = async () => (await user.call('POST /v1/home/stat', {})).data;
  const line = async (range: 'today' | 'week') =>
    (await user.call('POST /v1/home/stat_line', { metric: 'clicks', range })).data;
  const store = async () => (await user.call('POST /v1/store/info', {})).data;
  const clicks = async () => (await user.call('POST /v1/showcase/list', {})).data.list[0]?.clicks;
  const rows = () =>
    server.deps.db.select().from(trafficReports).where(eq(trafficReports.shopId, user.shopId));

  it('is not known before the first report, and is none where none is reported', async () => {
    expect([(await stat()).month.clicks, await clicks(), (await line('week')).total]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await store()).toMatchObject({ visitors: null, visitorsSince: null, star: null, starCount: 0 });
    await report({ visitors: 0, clicks: [] });
    expect([(await stat()).today.clicks, (await stat()).today.previous.clicks, await clicks()]).toEqual([
      0,
      null,
      0,
    ]);
    expect(await store()).toMatchObject({ visitors: 0, visitorsSince: '2025-03-02T11:00:00.000Z' });
  });

  it('adds up on the day of the shop, by article and in all', async () => {
    const other = await addListed(server, user);
    expect(await report()).toEqual({
      shopId: user.shopId,
      day: today,
      hour: null,
      visitors: 40,
      clicks: 12,
    });
    const both = [
      { goods: goods.id, count: 3 },
      { goods: other.no, count: 0 },
    ];
    await report({ day: yesterday, hour: 9, clicks: both, reference: 'FRONT-2' });
    const { today: counted, week, month } = await stat();
    expect([counted.clicks, counted.previous.clicks, week.clicks, month.clicks]).toEqual([12, 3, 12, 15]);
    expect((await store()).visitors).toBe(80);
    const { list } = (await user.call('POST /v1/showcase/list', { sort: 'clicks' })).data;
    expect(list.map((row) => [row.goodsId, row.clicks])).toEqual([
      [goods.id, 15],
      [other.id, 0],
    ]);
  });

  it('counts a code for its own goods, where other goods have it as their number', async () => {
    const other = await addListed(server, user);
    const name = `of-${user.shopId}`;
    const rename = (set: object, { id }: GoodsRow) =>
      server.deps.db.update(goodsTable).set(set).where(eq(goodsTable.id, id));
    await rename({ code: name }, goods);
    await rename({ no: name }, other);
    await report({ clicks: [{ goods: name, count: 12 }] });
    const { list } = (await user.call('POST /v1/showcase/list', { sort: 'clicks' })).data;
    expect(list.map((row) => [row.goodsId, row.clicks])).toEqual([
      [goods.id, 12],
      [other.id, 0],
    ]);
  });

  it('draws the hours of a day where hours were reported, and none of a day that was reported as a whole', async () => {
    await report({ day: yesterday, reference: 'whole' });
    for (const [at, count] of [
      [9, 4],
      [23, 5],
    ] as const)
      await report({ hour: at, clicks: [{ goods: goods.code, count }], reference: `hour ${at}` });
    const hours = await line('today');
    const values = hours.points.map(({ value }) => value);
    expect([values.length, values[8], values[9], values[23], hours.total]).toEqual([24, null, '4', '5', '9']);
    await server.deps.db
      .update(shops)
      .set({ createdAt: new Date('2025-01-01') })
      .where(eq(shops.id, user.shopId));
    const { previous, change } = await line('today');
    expect([previous.length, new Set(previous.map(({ value }) => value)), change]).toEqual([
      24,
      new Set([null]),
      null,
    ]);
  });

  it('counts once, however often it is sent, also at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => report()));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect([(await rows()).length, (await stat()).today.clicks, (await store()).visitors]).toEqual([
      1, 12, 40,
    ]);
  });

  it.each([
    ['visitors', { visitors: 41 }, 'visitors 40 then and 41 now'],
    ['visitors that it left out', { visitors: undefined }, 'visitors 40 then and nothing now'],
    ['a day', { day: yesterday }, `day ${today} then and ${yesterday} now`],
    ['an hour', { hour: 3 }, 'hour nothing then and 3 now'],
    ['no clicks', { clicks: undefined }, 'clicks then and none now'],
    ['fewer clicks', { clicks: [] }, /12 clicks on goods \S+ then and 0 now/],
  ])('is refused with the reference of another report: %s', async (_, changes, difference) => {
    await report();
    const { code, detail } = await refused(changes);
    expect([code, detail.field, detail.reason]).toEqual([
      codes.invalidOperation,
      'reference',
      'reference_used',
    ]);
    expect(detail.message).toMatch(difference);
    expect(detail.message).toMatch('with another reference');
    expect([(await rows()).length, (await stat()).today.clicks]).toEqual([1, 12]);
  });

  it('has references of its own in each shop', async () => {
    await report();
    const other = await server.addUser();
    await server.decide('traffic-report', { ...seen(), shop: other.shopId, clicks: undefined, visitors: 7 });
    expect((await store()).visitors).toBe(40);
  });

  it.each<[what: string, changes: object, code: number, field: string, words: RegExp]>([
    ['a day that has not begun', { day: '2025-03-04' }, 405, 'day', /it is 2025-03-03 in .*Auckland/],
    ['a day before the shop was opened', { day: '2025-02-19' }, 405, 'day', /opened on 2025-02-20/],
    ['a day that is none', { day: '2025-02-30' }, 405, 'day', /a date, like "2026-03-01"/],
    ['an hour that is none', { hour: 24 }, 405, 'hour', /at most 23/],
    ['fewer visitors than none', { visitors: -1 }, 405, 'visitors', /at least 0/],
    ['nothing', { visitors: undefined, clicks: undefined }, 403, 'visitors', /visitors, clicks, or both/],
    ['no reference', { reference: ' ' }, 405, 'reference', /not empty/],
    ['an unknown shop', { shop: 'none' }, 404, 'shop', /by its id, its number/],
  ])('is refused: %s', async (_, changes, code, field, words) => {
    const refusal = await refused(changes);
    expect([refusal.code, refusal.detail.field]).toEqual([code, field]);
    expect(sentenceOf('traffic-report', refusal)).toMatch(words);
    expect(await rows()).toEqual([]);
  });

  it('is refused whole where one of its articles is named twice, counts less than none, or is not of the shop', async () => {
    const foreign = await addGoods(server);
    for (const [bad, code, field, words] of [
      [{ goods: foreign.code, count: 1 }, 404, 'clicks', /has never listed goods/],
      [{ goods: 'no-such', count: 1 }, 404, 'clicks', /has never listed goods "no-such"/],
      [{ goods: goods.id, count: 1 }, 405, 'clicks', /named twice/],
      [{ goods: goods.id, count: -1 }, 405, 'clicks.1.count', /at least 0/],
    ] as const) {
      const refusal = await refused({ clicks: [...seen().clicks, bad] });
      expect([refusal.code, refusal.detail.field]).toEqual([code, field]);
      expect(refusal.detail.message).toMatch(words);
    }
    expect([await rows(), (await stat()).month.clicks]).toEqual([[], null]);
  });

  it('counts clicks on goods that the shop has taken off its showcase since', async () => {
    const { list } = (await user.call('POST /v1/showcase/list', {})).data;
    await user.call('POST /v1/showcase/del', { ids: list.map(({ id }) => id) });
    await report();
    expect((await stat()).today.clicks).toBe(12);
  });

  it('is refused with an hour that has not begun, of a day that has', async () => {
    server.clock.set(new Date(Date.parse(now) - 2 * hour).toISOString());
    const { code, detail } = await refused({ hour: 22 });
    expect([code, detail.field, detail.reason]).toEqual([codes.invalidParameter, 'hour', 'in_future']);
    expect(await report({ hour: 21 })).toMatchObject({ hour: 21 });
  });

  describe('of a buyer', () => {
    const accepted = async () => drive(server, await place(server, user, goods.id), 'accepted');
    const comment = (flags: object) => server.decide<{ id: string; rating: number }>('comment', flags);

    it('rates the shop and its goods once by its reference, however often it is sent', async () => {
      const { no } = await accepted();
      const stars = { order: no, stars: 4, text: 'A good lamp.', reference: 'REVIEW-1' };
      const answers = await Promise.all([comment(stars), comment(stars), comment(stars)]);
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect(await store()).toMatchObject({ star: 4, starCount: 1 });
      const { summary } = (await user.call('GET /v1/order-comment', { goodsId: goods.id })).data;
      expect([summary.average, summary.count]).toEqual([4, 1]);
      expect(await user.notices('comment_received')).toHaveLength(1);
    });

    it.each([
      ['other stars', { stars: 1 }, 'stars "4" then and "1" now'],
      ['other words', { text: 'Bent.' }, 'text "A good lamp." then and "Bent." now'],
      ['no stars', { stars: undefined }, 'stars "4" then and none now'],
    ])('is refused with the reference of another comment: %s', async (_, changes, difference) => {
      const { no } = await accepted();
      const stars = { order: no, stars: 4, text: 'A good lamp.', reference: 'REVIEW-1' };
      await comment(stars);
      const { detail } = await server.refused('comment', { ...stars, ...changes });
      expect([detail.field, detail.reason]).toEqual(['reference', 'reference_used']);
      expect(detail.message).toMatch(difference);
      const other = await accepted();
      const elsewhere = await server.refused('comment', { ...stars, order: other.no });
      expect(elsewhere.detail.message).toMatch(`another order than ${other.no}`);
      expect(await store()).toMatchObject({ star: 4, starCount: 1 });
    });

    it.each([
      ['six stars', { stars: 6 }, 'stars', /at most 5/],
      ['no star', { stars: 0 }, 'stars', /at least 1/],
      ['an unknown order', { order: 'SK-none' }, 'order', /by its id or its number/],
      ['no reference', { reference: undefined }, 'reference', /needs "reference"/],
    ])('is refused: %s', async (_, changes, field, words) => {
      const { no } = await accepted();
      const sent = { order: no, stars: 4, reference: 'R-1', ...changes };
      const refusal = await server.refused('comment', sent);
      expect(refusal.detail.field).toBe(field);
      expect(sentenceOf('comment', refusal)).toMatch(words);
    });

    it('is refused before its buyer has accepted the order, and for a second rating', async () => {
      const early = await drive(server, await place(server, user, goods.id), 'shipped');
      const refusal = await server.refused('comment', { order: early.no, stars: 4, reference: 'R-1' });
      expect([refusal.detail.field, refusal.detail.reason]).toEqual(['order', 'status']);
      expect(refusal.detail.message).toMatch('once it is accepted');
      const { no } = await accepted();
      await comment({ order: no, stars: 4, reference: 'R-2' });
      const { detail } = await server.refused('comment', { order: no, stars: 5, reference: 'R-3' });
      expect([detail.field, detail.reason]).toEqual(['stars', 'already_rated']);
      expect(detail.message).toMatch(`${no} has 4 stars already, by the comment "R-2"`);
      expect(await store()).toMatchObject({ star: 4, starCount: 1 });
    });
  });
});
