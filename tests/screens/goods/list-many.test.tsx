import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UNITS } from '../../../src/contract/money.ts';
import { toasts } from '../../../src/data/toast.ts';
import Warehouse from '../../../src/screens/goods/warehouse.tsx';
import { goods } from '../../../src/server/schema/goods.ts';
import type { Client } from '../../harness/client.ts';
import { addGoods, type GoodsRow } from '../../harness/market.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { write } from '../../ui/draw.tsx';
import { bodies, startShelf } from './shelf.ts';

let client: Client;
let bag: GoodsRow;

// Cost 12.00 at 20.00, and the bag 6.00 at 7.00; the shop has room for four.
beforeAll(async () => {
  client = await startShelf();
  for (const name of ['Mug', 'Lamp', 'Vase', 'Clock']) await addGoods(client.server, { name });
  bag = await addGoods(client.server, { name: 'Bag', cost: 6n * UNITS, shipping: 0n, price: 7n * UNITS });
});
afterAll(() => client.close());
beforeEach(() => {
  leave();
  client.clear();
});

const path = '/goodsList/warehouse';
const select = async () => {
  await client.signIn(await client.server.addUser());
  const page = open(path, { [path]: Warehouse });
  await page.press('button', 'Select');
  return page;
};
const tick = (page: Awaited<ReturnType<typeof select>>, name: string) =>
  page.press(`[aria-label="Select ${name}"]`);
const sent = () =>
  bodies<{ items: { goodsId: string; sellingPrice: string }[] }>(client, 'POST /v1/showcase/add').at(-1)
    ?.items;

describe('several goods of the catalog', () => {
  test('are listed at their suggested prices, as many as there is room for, which is said before', async () => {
    const page = await select();
    await page.press('button', 'All');
    await page.says('Room for 4 of 5');
    await page.press('button', 'List 4');
    await page.says('Room for 4 of 5: the first ones you selected.');
    await page.press('dialog [type=submit]');
    await eventually(() => expect(toasts.value.map(({ text }) => text())).toEqual(['4 products listed.']));
    expect(
      sent()
        ?.map(({ sellingPrice }) => sellingPrice)
        .sort(),
    ).toEqual(['20.00', '20.00', '20.00', '7.00']);
    // A full shop has nothing more to select.
    await page.says('You’ve reached your product limit.');
    expect(page.all('button', 'Select')).toEqual([]);
  });

  // By hand, with the fee of 5 %: 12.00 / 0.55 and 6.00 / 0.55, rounded up, where 10.91 would be half a cent short; 12.00 and 6.00 with a half more.
  test.each([
    ['to a margin', '40', ['10.92', '21.82'], 3],
    ['over cost', '50', ['18.00', '9.00'], 2],
  ])('are listed by a rule: %s, %s percent', async (_, typed, prices, nth) => {
    const page = await select();
    await tick(page, 'Mug');
    await tick(page, 'Bag');
    await page.press('button', 'List 2');
    await page.press(`dialog .chip:nth-child(${nth}) > input`);
    await write(await page.find('dialog input[inputmode]'), typed);
    await page.press('dialog [type=submit]');
    await eventually(() =>
      expect(
        sent()
          ?.map(({ sellingPrice }) => sellingPrice)
          .sort(),
      ).toEqual(prices),
    );
  });

  test('each say why they were not listed, and can be listed alone; the others are', async () => {
    const page = await select();
    await tick(page, 'Mug');
    await tick(page, 'Bag');
    await page.press('button', 'List 2');
    const { db } = client.server.deps;
    await db.update(goods).set({ stock: 0 }).where(eq(goods.id, bag.id));
    await page.press('dialog [type=submit]');
    await page.find('dialog', '1 product wasn’t listed');
    expect(page.get('dialog li').textContent).toMatch(/^Bag/);
    await page.find('button', 'Listed, Mug');
    await db.update(goods).set({ stock: 9 }).where(eq(goods.id, bag.id));
    await page.press('button', 'Close');
    await page.press('button', 'List 1');
    await page.press('dialog [type=submit]');
    await eventually(() => expect(sent()?.map(({ goodsId }) => goodsId)).toEqual([bag.id]));
  });
});
