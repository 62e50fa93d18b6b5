import { eq, inArray, not } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UNITS } from '../../../src/contract/money.ts';
import { toasts } from '../../../src/data/toast.ts';
import Warehouse from '../../../src/screens/goods/warehouse.tsx';
import { goods } from '../../../src/server/schema/goods.ts';
import { type Client, faults } from '../../harness/client.ts';
import { addGoods } from '../../harness/market.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { describedBy, submit, write } from '../../ui/draw.tsx';
import { bodies, list, namesIn, type Page, startShelf } from './shelf.ts';

let client: Client;
let amina: TestUser;

// Cost and profit: mug 12.00 and 7.00, lamp 40.00 and 17.00, bag 6.00 and 0.65 (a fee of 0.35 on 7.00).
beforeAll(async () => {
  client = await startShelf();
  const { server } = client;
  const home = { type: 'Home' };
  await addGoods(server, { ...home, name: 'Mug' });
  server.clock.advance(1_000);
  await addGoods(server, { ...home, name: 'Lamp', cost: 38n * UNITS, price: 60n * UNITS });
  server.clock.advance(1_000);
  await addGoods(server, { type: 'Bags', name: 'Bag', cost: 6n * UNITS, shipping: 0n, price: 7n * UNITS });
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
});
// What a test listed for its merchant leaves the warehouse that all share.
afterEach(async () => {
  const { deps, clock } = client.server;
  const own = inArray(goods.name, ['Mug', 'Lamp', 'Bag']);
  await deps.db.update(goods).set({ withdrawnAt: clock.now() }).where(not(own));
});

const path = '/goodsList/warehouse';
const at = async (query = '') => {
  await client.signIn(amina);
  const page = open(path + query, { [path]: Warehouse });
  await page.find('navigation', 'Category');
  return page;
};
const shown = (page: Page, names: string[]) => eventually(() => expect(namesIn(page)).toEqual(names));
const price = async (page: Page, name: string) => {
  await page.press('button', `List ${name}`);
  return (await page.find('textbox', 'Selling price')) as HTMLInputElement;
};
const adds = () => client.of('POST /v1/showcase/add');
const sums = (page: Page) => page.all('dialog dd').map((row) => row.textContent);

describe('the warehouse', () => {
  test('shows what every article would earn, its price and days', async () => {
    const { db } = client.server.deps;
    const delivery = [
      { region: 'europe' as const, days: { min: 3, max: 5 } },
      { region: 'africa' as const, days: { min: 2, max: 9 } },
    ];
    await db.update(goods).set({ delivery }).where(eq(goods.name, 'Lamp'));
    const page = await at();
    await shown(page, ['Bag', 'Lamp', 'Mug']);
    await page.says(
      'LampProfit Expected profit per item +$17.00 28%Suggested $60.00Delivery, as the supplier says: 2–9 days',
    );
    await db.update(goods).set({ delivery: [] }).where(eq(goods.name, 'Lamp'));
  });

  test.each([
    ['cost', ['Bag', 'Mug', 'Lamp']],
    ['profit', ['Lamp', 'Mug', 'Bag']],
    ['new', ['Bag', 'Lamp', 'Mug']],
    ['nonsense', ['Bag', 'Lamp', 'Mug']],
  ])('is sorted by %s', async (sort, names) => {
    await shown(await at(`?sort=${sort}`), names);
  });

  test('keeps the picked order in the address with the type', async () => {
    const page = await at();
    await shown(page, ['Bag', 'Lamp', 'Mug']);
    await page.press('link', 'Home2');
    await shown(page, ['Lamp', 'Mug']);
    await page.press('button', 'Filter');
    const select = (await page.find('select')) as HTMLSelectElement;
    select.value = 'cost';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await submit(page.get('dialog form'));
    await shown(page, ['Mug', 'Lamp']);
    expect(page.place.url.value).toBe(`${path}?type=Home&sort=cost`);
  });

  test('is filtered by cost and by what is not listed; the filter is counted and can be taken off', async () => {
    await list(client, amina, ['Red mug']);
    const page = await at();
    await shown(page, ['Red mug', 'Bag', 'Lamp', 'Mug']);
    await page.press('button', 'Filter');
    await write(await page.find('textbox', 'Maximum cost'), '١٢');
    (page.get('dialog [type=checkbox]') as HTMLInputElement).click();
    await submit(page.get('dialog form'));
    await shown(page, ['Bag', 'Mug']);
    expect(page.place.url.value).toBe(`${path}?max=12&listed=no`);
    await page.press('button', 'Filter: 2');
    await page.press('button', 'Clear filters');
    await shown(page, ['Red mug', 'Bag', 'Lamp', 'Mug']);
    const { db } = client.server.deps;
    await db.update(goods).set({ withdrawnAt: client.server.clock.now() }).where(eq(goods.name, 'Red mug'));
  });

  test.each([['a type without goods', '?max=0.01', 'No products match this filter']])(
    '%s says so',
    async (_, query, words) => {
      await (await at(query)).find('heading', words);
    },
  );

  test('draws no frame of a picture where an article has none', async () => {
    await addGoods(client.server, { name: 'Bare' });
    await client.server.deps.db.update(goods).set({ images: [] }).where(eq(goods.name, 'Bare'));
    const page = await at();
    await shown(page, ['Bare', 'Bag', 'Lamp', 'Mug']);
    expect(page.all('li img')).toHaveLength(3);
  });

  test('says why it does not load, and its retry works', async () => {
    client.fault('POST /v1/goods/list', faults.refusedConnection);
    const page = await at();
    await page.press('button', 'Try again');
    await shown(page, ['Bag', 'Lamp', 'Mug']);
  });
});

describe('the price', () => {
  test('begins with the suggestion and shows what would be left', async () => {
    const page = await at();
    const field = await price(page, 'Mug');
    expect(field.value).toBe('20.00');
    await page.says('Suggested: $20.00. Can’t be below the cost of $12.00.');
    expect(sums(page)).toEqual(['$20.00', '−$12.00', '−$1.00', '+$7.00']);
    await page.says('Platform fee, 5%');
    expect(page.text()).not.toContain('An estimate.');
  });

  // By hand: the fee is 5 % of the price, half up to the cent; cost 12.00.
  test.each([
    ['12.00', ['$12.00', '−$12.00', '−$0.60', '−$0.60']],
    ['19.90', ['$19.90', '−$12.00', '−$1.00', '+$6.90']],
    ['33.33', ['$33.33', '−$12.00', '−$1.67', '+$19.66']],
    ['100', ['$100.00', '−$12.00', '−$5.00', '+$83.00']],
    ['٢٤', ['$24.00', '−$12.00', '−$1.20', '+$10.80']],
    ['', ['—', '—', '—', '—']],
    ['29,90', ['$29.90', '−$12.00', '−$1.50', '+$16.40']],
    ['1,250', ['—', '—', '—', '—']],
  ])('can be typed as "%s"', async (typed, lines) => {
    const page = await at();
    await write(await price(page, 'Mug'), typed);
    await eventually(() => expect(sums(page)).toEqual(lines));
  });

  test.each([
    ['11.99', 'The minimum is $12.00.'],
    ['', 'Fill this in.'],
    ['12 dollars', 'Enter an amount, like 12.50.'],
  ])('is refused beside the field without a request: "%s"', async (typed, words) => {
    const page = await at();
    const field = await price(page, 'Mug');
    await write(field, typed);
    await submit(page.get('dialog form'));
    await eventually(() => expect(describedBy(field)).toContain(words));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(adds()).toEqual([]);
  });

  test('a price far above the suggestion has to be confirmed, and only that price is then accepted', async () => {
    const page = await at();
    const field = await price(page, 'Mug');
    await write(field, '299,00');
    await submit(page.get('dialog form'));
    await page.says('$299.00 is 15 times $20.00. Is that right?');
    expect(adds()).toEqual([]);
    await write(field, '2990');
    await page.find('button', 'List product');
    await submit(page.get('dialog form'));
    await page.find('button', 'Yes, sell at $2,990.00');
    await write(field, '299,00');
    await submit(page.get('dialog form'));
    await page.press('button', 'Yes, sell at $299.00');
    await eventually(() => expect(page.all('dialog')).toEqual([]));
    expect(adds()[0]?.body).toMatchObject({ items: [{ sellingPrice: '299.00' }] });
  });

  test('a price below a cost that rose meanwhile shows the server’s message beside the field', async () => {
    const page = await at();
    const field = await price(page, 'Mug');
    const { db } = client.server.deps;
    await db
      .update(goods)
      .set({ cost: 30n * UNITS })
      .where(eq(goods.name, 'Mug'));
    await submit(page.get('dialog form'));
    await eventually(() => expect(describedBy(field)).toContain('The minimum is $32.00.'));
    await db
      .update(goods)
      .set({ cost: 10n * UNITS })
      .where(eq(goods.name, 'Mug'));
  });
});

describe('listing', () => {
  test('adds the article once at its price, confirms it, and marks it', async () => {
    const page = await at();
    await write(await price(page, 'Mug'), '21.50');
    await submit(page.get('dialog form'));
    // It can still have the focus, which its sheet gives back.
    expect((await page.find('button', 'Listed, Mug')).hasAttribute('disabled')).toBe(false);
    expect(page.all('dialog')).toEqual([]);
    expect(page.all('button', 'List Mug')).toEqual([]);
    // It sells at 21.50 now, and 8.42 is left of that.
    expect(page.get('li:has([aria-disabled])').textContent).toContain('+$8.42 39%Listed $21.50');
    expect(bodies<{ items: object[] }>(client, 'POST /v1/showcase/add')).toMatchObject([
      { items: [{ sellingPrice: '21.50' }] },
    ]);
    expect(toasts.value.map(({ text }) => text())).toEqual(['Listed: Mug. Buyers can order it now.']);
  });

  test('shows while a price is typed what it would earn with its plus, and what it would lose in red', async () => {
    const page = await at();
    const field = await price(page, 'Mug');
    const profit = () => page.get('dialog .total dd').textContent;
    const reds = () => page.all('dialog .total [data-tone=bad]').length;
    await write(field, '21.50');
    expect([profit(), reds()]).toEqual(['+$8.42', 0]);
    await write(field, '1.00');
    expect([profit(), reds()]).toEqual(['−$11.05', 1]);
    await write(field, '');
    expect([profit(), reds()]).toEqual(['—', 0]);
  });

  test('a full shop says so before the press, and sends nothing', async () => {
    await list(client, amina, ['A', 'B', 'C', 'D']);
    const page = await at('?type=Home');
    await page.says('You’ve reached your product limit.');
    expect(page.get('link', 'Compare levels').getAttribute('href')).toBe('/upgrade');
    await price(page, 'Mug');
    await page.press('button', 'List product');
    expect(page.get('dialog').textContent).toContain('You’ve reached your product limit.');
    expect(adds()).toEqual([]);
  });

  test('listing in a shop that filled up meanwhile (452) is refused, and the sheet says why from then on', async () => {
    const page = await at('?type=Home');
    await price(page, 'Mug');
    await list(client, amina, ['A', 'B', 'C', 'D']);
    await submit(page.get('dialog form'));
    await page.says('You’ve reached your product limit. Remove some, or compare levels.');
    await eventually(() => expect(page.get('dialog a').getAttribute('href')).toBe('/upgrade'));
  });

  test('a restriction on listing is told before the press, with the way to appeal', async () => {
    const reasons = { facts: 'Complaints.', rule: 'Terms 7.' };
    const flags = { shop: amina.shopId, kind: 'listing', days: '7', ...reasons };
    await client.server.decide('restrict', flags, 'test');
    const page = await at('?type=Home');
    await page.says('You can’t list new products');
    await price(page, 'Mug');
    expect(page.get('dialog a').textContent).toBe('Appeal');
    await page.press('button', 'List product');
    expect(adds()).toEqual([]);
  });

  test('is not offered for what is out of stock', async () => {
    const { db } = client.server.deps;
    await db.update(goods).set({ stock: 0 }).where(eq(goods.name, 'Bag'));
    const page = await at('?type=Bags');
    await page.says('Out of stock');
    expect(page.all('li button')).toEqual([]);
  });
});
