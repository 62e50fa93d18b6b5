import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { storePicture } from '../../src/server/platform/files/pictures.ts';
import { goods } from '../../src/server/schema.ts';
import { goodsOf } from '../../src/server/shops/find-rows.ts';
import { kinds } from '../harness/database.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Types = Output<'POST /v1/goods/type_list'>;
type Goods = Output<'POST /v1/goods/list'>;
type Detail = Output<'POST /v1/goods/detail'>;

describe.each(kinds)('a warehouse that an operator fills, on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  const ask = async <T>(name: string, input: object = {}) => (await user.call<T>(name, input)).data;
  const say = (name: string, flags: object) => server.decide(name, flags);
  const refused = (name: string, flags: object) =>
    say(name, flags).then(
      () => null,
      ({ code, detail }: { code: number; detail: { field?: string } }) => [code, detail.field],
    );
  const lamp = {
    code: 'LAMP-1',
    no: '840001',
    type: 'lamps',
    name: 'A brass lamp',
    images: '/files/thing.svg,/files/lamp.svg',
    cost: '10.00',
    shipping: '2.00',
    price: '20.00',
    stock: '5',
  };

  beforeAll(async () => {
    user = await server.addUser();
    await storePicture(server.deps.db, 'lamp.svg', new Uint8Array());
  });

  it('has types, and types within them', async () => {
    await say('goods-type-add', { id: 'home', name: 'Home' });
    await say('goods-type-add', { id: 'lamps', name: 'Lamps', parent: 'home' });
    // The same name elsewhere is another thing.
    await say('goods-type-add', { id: 'lamps-top', name: 'Lamps' });
    expect(
      (await ask<Types>('POST /v1/goods/type_list')).list.map(({ id, parentId }) => [id, parentId]),
    ).toEqual([
      ['home', null],
      ['lamps', 'home'],
      ['lamps-top', null],
    ]);
    const add = (flags: object) => refused('goods-type-add', flags);
    expect(await add({ id: 'home', name: 'House' })).toEqual([codes.goodsTypeExists, 'id']);
    expect(await add({ id: 'house', name: 'Home' })).toEqual([codes.goodsTypeDuplicated, 'name']);
    expect(await add({ id: 'x', name: 'X', parent: 'none' })).toEqual([
      codes.goodsTypeNotConfigured,
      'parent',
    ]);
  });

  it('offers what is put in, as the operator described it, with a name that is one line', async () => {
    const delivery = [{ region: 'europe', days: { min: 6, max: 10 } }];
    await say('goods-add', {
      ...lamp,
      name: 'A brass\u202elamp',
      text: 'Brass, 38 cm high.',
      shipsFrom: 'TR',
      delivery: JSON.stringify(delivery),
    });
    const { list } = await ask<Goods>('POST /v1/goods/list');
    expect(list).toEqual([
      expect.objectContaining({
        goodsCode: 'LAMP-1',
        goodsNo: '840001',
        typeId: 'lamps',
        name: 'A brass lamp',
        stock: 5,
        images: ['/files/thing.svg', '/files/lamp.svg'],
        cost: '12.00',
        suggestedPrice: '20.00',
      }),
    ]);
    const id = list[0]?.id;
    expect(await ask<Detail>('POST /v1/goods/detail', { id })).toMatchObject({
      ...list[0],
      text: 'Brass, 38 cm high.',
      shipsFrom: 'TR',
      delivery,
      offered: true,
      listing: null,
      facts: null,
    });
    const add = (flags: object) => refused('goods-add', { ...lamp, ...flags });
    expect(await add({ no: '840002' })).toEqual([codes.goodsCodeExists, 'code']);
    expect(await add({ code: 'LAMP-2' })).toEqual([codes.goodsCodeExists, 'no']);
    expect(await add({ code: 'LAMP-2', type: 'none' })).toEqual([codes.goodsTypeNotConfigured, 'type']);
  });

  it('are named by their code where that is the number of others, too', async () => {
    await say('goods-add', { ...lamp, code: '840001', no: 'LAMP-1' });
    for (const goods of ['LAMP-1', '840001'])
      expect(await server.read('article', { goods })).toMatchObject({ code: goods });
    await say('goods-withdraw', { goods: '840001' });
  });

  it('offers again what was withdrawn, once each', async () => {
    await say('goods-withdraw', { goods: 'LAMP-1' });
    expect((await ask<Goods>('POST /v1/goods/list')).list).toEqual([]);
    expect(await refused('goods-restore', { goods: 'LAMP-1,LAMP-1' })).toEqual([
      codes.goodsCodeDuplicated,
      'goods',
    ]);
    expect(await refused('goods-restore', { goods: 'LAMP-1,NONE' })).toEqual([codes.recordNotFound, 'goods']);
    expect((await ask<Goods>('POST /v1/goods/list')).list).toEqual([]);
    await say('goods-restore', { goods: 'LAMP-1' });
    expect((await ask<Goods>('POST /v1/goods/list')).list).toHaveLength(1);
  });

  describe('goods that are there', () => {
    const goods = 'LAMP-1';
    const article = () => server.read<Record<string, unknown>>('article', { goods });
    const change = (flags: object) => say('goods-change', { goods, ...flags });

    it.each([
      [{ name: 'A lamp of brass' }, { name: 'A lamp of brass' }],
      [{ type: 'home' }, { type: 'home' }],
      [{ text: 'Brass, 40 cm high.' }, { text: 'Brass, 40 cm high.' }],
      [{ text: '' }, { text: '' }],
      [{ images: '/files/lamp.svg' }, { images: ['/files/lamp.svg'] }],
      [{ shipsFrom: 'PT' }, { shipsFrom: 'PT' }],
      [{ shipsFrom: '' }, { shipsFrom: null }],
      [
        { delivery: '[{"region": "PT", "days": {"min": 1, "max": 1}}]' },
        { delivery: [{ region: 'PT', days: { min: 1, max: 1 } }] },
      ],
      [{ delivery: '[]' }, { delivery: [] }],
      [{ translations: '{"ja": "ランプ", "fr": "Lampe"}' }, { translations: { ja: 'ランプ', fr: 'Lampe' } }],
      [{ translations: '{"fr": null, "es": "Lámpara"}' }, { translations: { ja: 'ランプ', es: 'Lámpara' } }],
      [{ textTranslations: '{"fr": "En laiton."}' }, { textTranslations: { fr: 'En laiton.' } }],
      [{ cost: '10.10' }, { cost: '10.10' }],
      [{ shipping: '0' }, { shipping: '0.00' }],
      [{ price: '22' }, { price: '22.00' }],
      [{ stock: '8' }, { stock: 8 }],
    ])('change by %o in that alone', async (flags, changed) => {
      const before = await article();
      await change(flags);
      expect(await article()).toEqual({ ...before, ...changed });
    });

    it('have a decision for the stock, and one for what they cost', async () => {
      const before = await article();
      await say('stock', { goods, stock: '3' });
      await say('goods-price', { goods, cost: '11', shipping: '1', price: '21' });
      const now = { stock: 3, cost: '11.00', shipping: '1.00', price: '21.00' };
      expect(await article()).toEqual({ ...before, ...now });
    });

    it.each([
      [{ name: '' }, 'name', 'not empty'],
      [{ type: 'none' }, 'type', ''],
      [{ images: '' }, 'images.0', 'not empty'],
      [{ images: 'javascript:alert(1)' }, 'images', 'Write a path like /files/lamp.webp'],
      [{ images: '/files/lamp.svg,/files/lamp.svg' }, 'images', 'name each picture once'],
      [{ images: '/files/lamp.svg,/files/none.svg' }, 'images', 'Upload it by picture-add'],
      [{ shipsFrom: 'Turkey' }, 'shipsFrom', 'by its two letters, like "TR"'],
      [{ shipsFrom: 'QQ' }, 'shipsFrom', 'by its two letters, like "TR"'],
      [{ delivery: '[{"region": "Narnia", "days": {"min": 1, "max": 2}}]' }, 'delivery.0.region', 'europe'],
      [
        { delivery: '[{"region": "TR", "days": {"min": -1, "max": 2}}]' },
        'delivery.0.days.min',
        'at least 0',
      ],
      [
        { delivery: '[{"region": "TR", "days": {"min": 9, "max": 2}}]' },
        'delivery',
        'min is the fewest days',
      ],
      [{ delivery: '[{"region": "TR", "days": {"min": 1, "max": 366}}]' }, 'delivery', 'at most 365 days'],
      [
        {
          delivery:
            '[{"region": "TR", "days": {"min": 1, "max": 2}}, {"region": "TR", "days": {"min": 1, "max": 3}}]',
        },
        'delivery',
        'name each region once',
      ],
      [{ translations: '{"ja"' }, 'translations', 'It is no JSON: close each bracket'],
      [{ translations: '{"de": "Lampe"}' }, 'translations.de', 'Souk has the languages en, ar, es'],
      [{ translations: '{"ja": ""}' }, 'translations.ja', 'not empty'],
      [{ cost: '0' }, 'cost', 'more than 0'],
      [{ cost: '-1' }, 'cost', 'an amount, like "12.50"'],
      [{ price: '9.999' }, 'price', '2 decimals; write no more'],
      [{ shipping: '0.001' }, 'shipping', '2 decimals; write no more'],
      [{ stock: '-1' }, 'stock', 'at least 0'],
      [{}, 'input', 'Send at least one field beside "goods".'],
    ])('stay as they are where a change by %o is refused', async (flags, field, words) => {
      const before = await article();
      const input = Object.keys(flags).length ? { text: 'Never seen.', ...flags } : {};
      const { detail } = await server.refused('goods-change', { goods, ...input });
      expect([detail.field, detail.message ?? '']).toEqual([field, expect.stringContaining(words)]);
      expect(await article()).toEqual(before);
    });
  });

  it('has the pieces of an order back that ends before shipment, and of no other', async () => {
    await server.fund(user.shopId, 1_000n * UNITS);
    const { id } = await addListed(server, user, { stock: 10 });
    const bought = () => place(server, user, id, { quantity: 2 });
    const left = async () => (await goodsOf(server.deps.db, id)).stock;
    await drive(server, await bought(), 'cancelled');
    expect(await left()).toBe(10);
    await drive(server, await bought(), 'refunded');
    expect(await left()).toBe(10);
    const { id: orderId } = await drive(server, await bought(), 'shipped');
    expect(await left()).toBe(8);
    await apply(server, { orderId, event: 'refund', party: 'platform' });
    expect(await left()).toBe(8);
  });

  it('counts a thousand articles, and says where there are more', async () => {
    await say('goods-type-add', { id: 'bulbs', name: 'Bulbs' });
    const addBulbs = (from: number, to: number) =>
      server.deps.db.execute(sql`
        insert into goods (id, code, no, type_id, name, images, cost, shipping, suggested_price, stock, created_at)
        select 'gds_bulb_' || n, 'BULB-' || n, 'B' || n, 'bulbs', 'A bulb', '[]', 1000000, 0, 2000000, 1, now()
        from generate_series(${from}::int, ${to}::int) n`);
    const counted = async (filter: object) => {
      const { total, atLeast } = await ask<Goods>('POST /v1/goods/list', { typeId: 'bulbs', ...filter });
      return [total, atLeast];
    };
    await addBulbs(1, 1_000);
    expect(await counted({})).toEqual([1_000, false]);
    await addBulbs(1_001, 1_001);
    expect(await counted({})).toEqual([1_000, true]);
    expect(await counted({ keyword: 'bulb-100' })).toEqual([3, false]);
    // Each page counts the whole list again, and not the rows after it.
    const { nextCursor } = await ask<Goods>('POST /v1/goods/list', { typeId: 'bulbs' });
    expect(await counted({ cursor: nextCursor })).toEqual([1_000, true]);
  });

  describe('in more than one language', () => {
    const askIn = async <T>(lang: string, name: string, input: object = {}) => {
      const headers = { 'accept-language': lang };
      return (await server.call<T>(name, input, { token: user.token, headers })).data;
    };
    const clock = { ...lamp, code: 'CLOCK-1', no: '840009', name: 'Wall clock' };
    const inJapanese = (name: string) => ({ translations: JSON.stringify({ ja: name }) });

    it('shows names as the operator translated them, and others as they are', async () => {
      await say('goods-type-add', { id: 'clocks', name: 'Clocks', ...inJapanese('時計') });
      await say('goods-add', { ...clock, type: 'clocks', ...inJapanese('壁掛け時計') });
      const nameOf = async (lang: string) => {
        const types = await askIn<Types>(lang, 'POST /v1/goods/type_list');
        const { list } = await askIn<Goods>(lang, 'POST /v1/goods/list', { typeId: 'clocks' });
        return [types.list.find(({ id }) => id === 'clocks')?.name, list[0]?.name];
      };
      expect(await nameOf('ja')).toEqual(['時計', '壁掛け時計']);
      expect(await nameOf('fr')).toEqual(['Clocks', 'Wall clock']);
      expect((await askIn<Goods>('ja', 'POST /v1/goods/list', { keyword: '壁掛け' })).list).toHaveLength(1);
      expect((await askIn<Goods>('fr', 'POST /v1/goods/list', { keyword: '壁掛け' })).list).toEqual([]);
    });

    it('keeps in an order the name that was bought, once the goods are called otherwise', async () => {
      const { id } = await addListed(server, user, { name: 'Vase' });
      const rename = (set: { name?: string; translations?: Record<string, string> }) =>
        server.deps.db.update(goods).set(set).where(eq(goods.id, id));
      await rename({ translations: { ja: '花瓶' } });
      const order = await place(server, user, id);
      const bought = async () => {
        const { list } = await askIn<Output<'POST /v1/order/list'>>('ja', 'POST /v1/order/list', {
          id: order.id,
        });
        return list[0]?.items[0]?.name;
      };
      expect(await bought()).toBe('花瓶');
      await rename({ name: 'Bowl', translations: { ja: '鉢' } });
      expect(await bought()).toBe('Vase');
    });
  });
});
