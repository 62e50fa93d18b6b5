import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { features } from '../../../src/contract/features.ts';
import { UNITS } from '../../../src/contract/money.ts';
import { me, session } from '../../../src/data/session.ts';
import Goods from '../../../src/screens/goods/goods.tsx';
import Warehouse from '../../../src/screens/goods/warehouse.tsx';
import { reportTraffic } from '../../../src/server/demo/traffic.ts';
import { goods } from '../../../src/server/schema/goods.ts';
import type { Client } from '../../harness/client.ts';
import { addGoods, addListed, drive, type GoodsRow, place } from '../../harness/market.ts';
import { leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { bodies, list, startShelf } from './shelf.ts';

let client: Client;
let amina: TestUser;
let mug: GoodsRow;

beforeAll(async () => {
  client = await startShelf();
  mug = await addGoods(client.server, { name: 'Mug' });
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
  await client.signIn(amina);
});

const show = (id: string) => open(`/goods?id=${id}`, { '/goods': Goods });
const describeGoods = (id: string, set: Partial<typeof goods.$inferInsert>) =>
  client.server.deps.db.update(goods).set(set).where(eq(goods.id, id));

describe('the page of a product', () => {
  test('shows what the supplier says as text, what is left of the price, and that facts are too few', async () => {
    const delivery = [
      { region: 'europe', days: { min: 3, max: 5 } },
      { region: 'EG', days: { min: 1, max: 1 } },
    ];
    await describeGoods(mug.id, { text: '<b>Stoneware</b>', shipsFrom: 'TR', delivery });
    const page = show(mug.id);
    await page.says('<b>Stoneware</b>');
    await page.says('Profit at $20.00');
    await page.says('Cost $12.00');
    expect(page.all('dt').map((name) => [name.textContent, name.nextSibling?.textContent])).toEqual([
      ['Ships from', 'Türkiye'],
      ['Europe', '3–5 days'],
      ['Egypt', '1 day'],
    ]);
    await page.says('Too few orders yet.');
  });

  test('lists it with one press at the price that the button names, and is then about its own price', async () => {
    const page = show(mug.id);
    await page.press('button', 'List at $20.00');
    await page.find('button', 'Change price');
    expect(page.all('button', 'List at $20.00')).toEqual([]);
    expect(bodies(client, 'POST /v1/showcase/add')).toMatchObject([
      { items: [{ goodsId: mug.id, sellingPrice: '20.00' }] },
    ]);
  });

  test('is about the price that keeps its margin where a new cost took it off', async () => {
    const { id, code } = await addListed(client.server, amina, { name: 'Lamp' });
    await client.server.decide('goods-price', { goods: code, cost: '13.00' }, 'test');
    const page = show(id);
    await page.find('button', 'List at $25.00');
    expect(page.text()).toContain('Profit at $25.00$8.75');
    await page.says('Cost $15.00');
    await page.says('Fee $1.25');
  });

  test('removes what is listed, and lists it again where that is undone', async () => {
    const { id } = await addListed(client.server, amina, { name: 'Lamp' });
    const page = show(id);
    await page.press('button', 'Remove');
    await page.find('dialog');
    await page.press('dialog button.soft');
    await page.press('button', 'Undo');
    await page.find('button', 'Change price');
  });

  test('offers nothing of what its supplier took back, and stands without text, picture or days', async () => {
    const row = await addListed(client.server, amina, { name: 'Bare' });
    await describeGoods(row.id, { images: [] });
    await client.server.decide('goods-withdraw', { goods: row.code });
    const page = show(row.id);
    await page.says('Removed: the supplier no longer offers it.');
    expect(page.all('.dock')).toEqual([]);
    expect(page.all('dt')).toEqual([]);
  });

  test('names a price that covers neither cost nor fee a loss, and draws it red', async () => {
    const row = await addListed(client.server, amina, {
      name: 'Mug',
      cost: 19n * UNITS,
      shipping: 0n,
      price: 19n * UNITS,
    });
    const page = show(row.id);
    await page.says('Loss at $19.00');
    expect(page.get('.big [data-tone=bad]').textContent).toBe('$0.95');
    expect(page.text()).toContain('Loss −$0.95');
  });

  test('a full shop says so before the press, and lists nothing', async () => {
    await list(client, amina, ['A', 'B', 'C', 'D']);
    const page = show(mug.id);
    await page.says('You’ve reached your product limit.');
    await page.press('button', 'List at $20.00');
    expect(client.of('POST /v1/showcase/add')).toEqual([]);
  });
});

test.each([
  ['is a link to its page', features, '/goods?id='],
  ['opens its price on a server without such pages', features.filter((one) => one !== 'goodsDetail'), ''],
])('a card of the catalog %s', async (_, known, href) => {
  session.value = { status: 'signed-in', me: { ...me.peek(), features: [...known] } };
  const path = '/goodsList/warehouse';
  const page = open(path, { [path]: Warehouse });
  const button = await page.find('button', 'List Mug');
  const card = button.closest('li');
  expect(card?.querySelector('a')?.getAttribute('href') ?? '').toBe(href && href + mug.id);
  expect(button.className).toBe(href ? 'corner' : 'cover');
});

test('an article that sold has its clicks beside its sales, once the shop front reports them', async () => {
  const { server } = client;
  const lamp = await addListed(server, amina);
  await drive(server, await place(server, amina, lamp.id), 'to_be_shipped');
  const page = show(lamp.id);
  await page.says('In your shopSold1');
  await reportTraffic(server.deps, amina.shopId, { clicks: [{ goods: lamp.id, count: 37 }] });
  leave();
  client.clear();
  await client.signIn(amina);
  const again = show(lamp.id);
  await again.says('In your shopClicks37Sold1');
});
