import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { parcelStatuses } from '../../src/contract/status.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { isTrackingUrl, trackingLink } from '../../src/server/trade/logistics/carriers.ts';
import type { OrderRow } from '../../src/server/trade/model/order-row.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { passTime } from '../harness/pass-time.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

describe('the tracking of a parcel', () => {
  const server = useServer('postgres');
  let user: TestUser;
  let goodsId: string;
  const ask = (orderId: string, as = user) =>
    server.call('POST /v1/order/logistics', { orderId }, { token: as.token });
  const say = (name: string, flags: object) => server.decide(name, flags);
  const order = async (status: OrderRow['status']) =>
    drive(server, await place(server, user, goodsId), status);
  const sent = async (flags: object = {}) => {
    const row = await order('to_be_shipped');
    const parcel = { carrier: 'Meridian Post', tracking: 'MP1', place: 'Ningbo', timeZone: 'Asia/Shanghai' };
    await say('ship', { order: row.id, ...parcel, ...flags });
    return row;
  };

  beforeEach(async () => {
    user = await server.addUser();
    goodsId = (await addListed(server, user)).id;
  });

  it('shows each scan, with its place and its own time zone', async () => {
    const row = await sent({ carrier: 'Overland', tracking: 'OV 1' });
    server.clock.advance(hour);
    await say('scan', { order: row.id, text: 'Left the hub', place: 'Dubai', timeZone: 'Asia/Dubai' });
    const at = server.clock.now().toISOString();
    const { data } = await ask(row.id);
    expect(data).toMatchObject({
      carrier: 'Overland',
      trackingNo: 'OV 1',
      trackingUrl: null,
      status: 'in_transit',
      stale: false,
      checkpoints: [
        {
          place: 'Ningbo',
          placeCode: null,
          tz: 'Asia/Shanghai',
          text: 'Picked up by the carrier',
          code: 'picked_up',
        },
        { at, place: 'Dubai', placeCode: null, tz: 'Asia/Dubai', text: 'Left the hub', code: null },
      ],
      lastScanAt: at,
    });
  });

  it('has one of nine states', async () => {
    const found = new Set<string>();
    for (const status of parcelStatuses.filter((one) => one !== 'delivered')) {
      const row = await sent();
      await say('scan', { order: row.id, status });
      found.add((await ask(row.id)).data.status);
    }
    const row = await sent();
    await say('deliver', { order: row.id });
    found.add((await ask(row.id)).data.status);
    expect([...found].sort()).toEqual([...parcelStatuses].sort());
    const twice = say('scan', { order: row.id, status: 'in_transit' });
    await expect(twice).rejects.toMatchObject({ code: codes.invalidOperation });
    await expect(say('scan', { order: (await sent()).id, status: 'delivered' })).rejects.toMatchObject({
      code: codes.invalidParameter,
    });
  });

  it('keeps scans in the order of their times, also of those that come late', async () => {
    const row = await sent();
    server.clock.advance(3 * hour);
    await say('scan', { order: row.id, text: 'second' });
    const at = new Date(server.clock.now().getTime() - hour).toISOString();
    await say('scan', { order: row.id, text: 'first', at });
    const texts = (await ask(row.id)).data.checkpoints.map(({ text }) => text);
    expect(texts).toEqual(['Picked up by the carrier', 'first', 'second']);
    for (const wrong of [
      new Date(server.clock.now().getTime() + 1).toISOString(),
      '2020-01-01T00:00:00.000Z',
    ]) {
      await expect(say('scan', { order: row.id, at: wrong })).rejects.toMatchObject({
        code: codes.invalidParameter,
      });
    }
    await expect(say('scan', { order: row.id, timeZone: 'Mars/Base' })).rejects.toMatchObject({
      code: codes.invalidParameter,
    });
  });

  it('says codes of scans and places in the reader’s language, and keeps them as codes', async () => {
    const row = await sent({ place: 'CNNGB' });
    await say('scan', { order: row.id, code: 'customs_held' });
    await say('scan', { order: row.id, code: 'customs_cleared', place: 'FRLIO' });
    const call = server.call(
      'POST /v1/order/logistics',
      { orderId: row.id },
      { token: user.token, headers: { 'accept-language': 'ja' } },
    );
    const { status, checkpoints } = (await call).data;
    expect(status).toBe('in_transit');
    expect(checkpoints.map(({ text, code, place, placeCode }) => [text, code, place, placeCode])).toEqual([
      ['集荷済み', 'picked_up', '寧波', 'CNNGB'],
      ['税関で留め置き', 'customs_held', '仕分けセンター', 'sorting_centre'],
      ['通関完了', 'customs_cleared', 'リヨン', 'FRLIO'],
    ]);
  });

  it('takes a code or the carrier’s own text for a scan, and not both', async () => {
    const row = await sent();
    const both = say('scan', { order: row.id, code: 'arrived', text: 'At the hub' });
    await expect(both).rejects.toMatchObject({ code: codes.invalidParameter, detail: { field: 'code' } });
    await expect(say('exception', { order: row.id, code: 'arrived' })).rejects.toMatchObject({
      code: codes.invalidParameter,
    });
  });

  it('suggests asking after five days without a scan, and gives up after thirty', async () => {
    const row = await sent();
    await passTime(server, user, 5 * day);
    expect((await ask(row.id)).data.stale).toBe(false);
    await passTime(server, user, 1);
    expect((await ask(row.id)).data).toMatchObject({ stale: true, status: 'in_transit' });
    await passTime(server, user, 25 * day);
    expect((await ask(row.id)).data).toMatchObject({ stale: true, status: 'expired' });
    await say('scan', { order: row.id });
    expect((await ask(row.id)).data).toMatchObject({ stale: false, status: 'in_transit' });
  });

  it('is 404 where there is no parcel, and for another shop', async () => {
    for (const status of ['pending_payment', 'to_be_shipped', 'cancelled', 'refunded'] as const) {
      const { code, text } = await ask((await order(status)).id);
      expect([code, text.includes('no_parcel')], status).toEqual([codes.recordNotFound, true]);
    }
    const row = await sent();
    expect((await ask(row.id, await server.addUser())).code).toBe(codes.recordNotFound);
  });

  it('is 435 where the carrier is not configured', async () => {
    const row = await sent({ carrier: 'Slow Boat' });
    expect((await ask(row.id)).code).toBe(codes.ok);
    await say('carrier-withdraw', { name: 'Slow Boat' });
    expect((await ask(row.id)).code).toBe(codes.logisticsNotConfigured);
    const next = await order('to_be_shipped');
    const refused = say('ship', { order: next.id, carrier: 'Slow Boat', tracking: 'SB2' });
    await expect(refused).rejects.toMatchObject({ code: codes.logisticsNotConfigured });
    await say('carrier-publish', { name: 'Slow Boat' });
    expect((await ask(row.id)).code).toBe(codes.ok);
    // A letter without tracking has left, and its place is unknown.
    expect((await ask((await order('shipped')).id)).code).toBe(codes.logisticsNotConfigured);
  });

  it('has a carrier once in whatever case it is spelled', async () => {
    await say('carrier-publish', { name: 'Meridian' });
    for (const name of ['meridian', 'MERIDIAN'])
      await expect(say('carrier-publish', { name })).rejects.toMatchObject({ code: codes.logisticsExists });
    const row = await sent({ carrier: 'mERIDIAN', tracking: 'M 1' });
    expect((await ask(row.id)).data.carrier).toBe('Meridian');
  });

  it('has each carrier once, with its own link', async () => {
    const url = 'https://track.blueheron.example/?p={no}';
    await say('carrier-publish', { name: 'Blue Heron', url });
    await expect(say('carrier-publish', { name: 'Grey Heron', url })).rejects.toMatchObject({
      code: codes.logisticsDuplicated,
    });
    await expect(say('carrier-withdraw', { name: 'Nobody' })).rejects.toMatchObject({
      code: codes.recordNotFound,
    });
    const row = await sent({ carrier: 'Blue Heron', tracking: 'A/1&x=#"' });
    expect((await ask(row.id)).data.trackingUrl).toBe(
      'https://track.blueheron.example/?p=A%2F1%26x%3D%23%22',
    );
    await say('carrier-publish', { name: 'Blue Heron' });
    expect((await ask(row.id)).data.trackingUrl).toBeNull();
  });

  it('notifies the merchant of trouble', async () => {
    const row = await sent();
    await say('exception', { order: row.id, text: 'Held by customs', place: 'Rotterdam' });
    expect(await user.notices('parcel_exception')).toMatchObject([
      { params: { what: 'Held by customs' }, link: `/logistics?id=${row.id}` },
    ]);
    expect((await ask(row.id)).data.status).toBe('exception');
  });

  it('notifies the merchant of a problem with a code in the reader’s language', async () => {
    const row = await sent();
    await say('scan', { order: row.id, code: 'customs_held' });
    const { data } = await server.call(
      'POST /v1/notify/list',
      { type: 'order' },
      { token: user.token, headers: { 'accept-language': 'fr' } },
    );
    expect(data.list[0]?.body).toContain('Retenu en douane');
  });

  it('refunds a lost parcel at the supplier’s cost', async () => {
    await server.fund(user.shopId, 50n * UNITS);
    const row = await drive(
      server,
      await place(server, user, goodsId, { wallet: 'held_until_delivery' }),
      'to_be_shipped',
    );
    await expect(say('lost', { order: row.id, reason: 'x' })).rejects.toMatchObject({
      code: codes.invalidOperation,
    });
    await say('ship', { order: row.id, carrier: 'Meridian Post', tracking: 'MP1' });
    await say('lost', { order: row.id, reason: 'The ship sank.' });
    expect(await balanceOf(server.deps.db, `M.available:${user.shopId}`)).toBe(50n * UNITS);
    const { data } = await server.call('POST /v1/order/list', { id: row.id }, { token: user.token });
    expect(data.list[0]).toMatchObject({ status: 'refunded', endReason: 'lost' });
    expect((await ask(row.id)).data).toMatchObject({ status: 'exception', stale: false });
  });
});

describe('the link to a carrier’s page', () => {
  it.each([
    'http://track.example/{no}',
    'javascript:alert({no})',
    'data:text/html,{no}',
    'https://user:pass@track.example/{no}',
    'https://track.example/',
    'https://track.example/{no}/{no}',
    '//track.example/{no}',
    'https:{no}',
    ' {no}',
    'https://{no}.track.example/',
    'https://track.example:8{no}/',
  ])('is none for %s', (template) => {
    expect(isTrackingUrl(template)).toBe(false);
    expect(trackingLink(template, '1')).toBeNull();
  });

  it('cannot be led astray by a number', () => {
    const link = trackingLink('https://track.example/{no}', '../../@evil.example/?a#b\u202e"><script>') ?? '';
    expect(new URL(link).origin).toBe('https://track.example');
    expect(new URL(link).pathname.startsWith('/..%2F..%2F%40evil.example')).toBe(true);
  });
});
