import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { UNITS } from '../../../src/contract/money.ts';
import type { ShowcaseItem } from '../../../src/data/showcase.ts';
import { toasts } from '../../../src/data/toast.ts';
import GoodsList from '../../../src/screens/goods/goods-list.tsx';
import RepriceSheet from '../../../src/screens/goods/reprice-sheet.tsx';
import { minute } from '../../../src/server/platform/clock.ts';
import { goods, showcase } from '../../../src/server/schema/goods.ts';
import type { Client } from '../../harness/client.ts';
import { addGoods, addListed } from '../../harness/market.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { describedBy, submit, write } from '../../ui/draw.tsx';
import { list, namesIn, type Page, startShelf } from './shelf.ts';

let client: Client;
let amina: TestUser;

beforeAll(async () => {
  client = await startShelf();
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
  await list(client, amina, ['Mug', 'Lamp']);
});

const openList = async () => {
  await client.signIn(amina);
  const page = open('/goodsList', { '/goodsList': GoodsList });
  await eventually(() => expect(namesIn(page)).not.toHaveLength(0));
  return page;
};
const openSheet = async () => {
  const page = await openList();
  await page.press('button', 'Select');
  await page.press('button', 'All');
  await page.press('button', 'Price');
  return { page, field: (await page.find('dialog input:not([type])')) as HTMLInputElement };
};
const lines = (page: Page) => page.all('dialog li').map((row) => row.textContent);
const sent = () =>
  client.of('POST /v1/showcase/reprice').filter(({ body }) => !(body as { dryRun?: boolean }).dryRun);

describe('the prices of several goods', () => {
  test('are shown as they would be, changed by one press, and restored by the toast', async () => {
    const { page, field } = await openSheet();
    await eventually(() => expect(document.activeElement).toBe(field));
    await write(field, '10');
    await page.find('button', 'Change 2 prices');
    await eventually(() => expect(lines(page)[0]).toMatch(/\$20\.00 \$22\.00.*\+\$8\.90/));
    expect(sent()).toEqual([]);
    await submit(page.get('dialog form'));
    await page.says('Mug$22.00');
    expect(page.all('dialog')).toEqual([]);
    expect(sent()).toHaveLength(1);
    toasts.value.at(-1)?.undo?.();
    await page.says('Mug$20.00');
    await eventually(() => expect(toasts.value.map(({ text }) => text())).toContain('2 prices restored.'));
  });

  test('are shown also on a page without TLS, where the browser makes no key by itself', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { page, field } = await openSheet();
    await write(field, '10');
    await eventually(() => expect(lines(page)[0]).toMatch(/\$20\.00 \$22\.00/));
  });

  test('that would be below cost and fee come first, and stay', async () => {
    await addListed(client.server, amina, { name: 'Rug', cost: 1n * UNITS, shipping: 0n, price: 9n * UNITS });
    const { page, field } = await openSheet();
    await page.press('radio', 'Lower');
    await write(field, '50');
    await page.find('button', 'Change 1 price');
    await eventually(() => expect(lines(page)).toHaveLength(3));
    expect(lines(page)[0]).toContain('Below cost and fee');
    expect(lines(page)[2]).toMatch(/^Rug\$9\.00 \$4\.50/);
  });

  test.each([
    ['Raise', '0', 'Enter a percentage above 0.'],
    ['Lower', '0.0', 'Enter a percentage above 0.'],
    ['Raise', '1000', 'The maximum is 500.'],
    ['Raise', 'ten', 'Enter a percentage, like 7.5.'],
    ['To a margin', '100', 'The maximum is 90.'],
  ])('are not changed by a rule without meaning: %s %s', async (way, typed, words) => {
    const { page, field } = await openSheet();
    await page.press('radio', way);
    await write(field, typed);
    await eventually(() => expect(describedBy(field)).toContain(words));
    await submit(page.get('dialog form'));
    expect(client.of('POST /v1/showcase/reprice')).toEqual([]);
  });

  test('that another device has changed are shown once more, and the same rule changes them by a second press', async () => {
    const { page, field } = await openSheet();
    await write(field, '10');
    await eventually(() => expect(lines(page)[0]).toMatch(/\$20\.00 \$22\.00/));
    await amina.call('POST /v1/showcase/reprice', { all: true, rule: { percent: '10' } });
    await submit(page.get('dialog form'));
    await page.says('Prices or products have changed in the meantime');
    await eventually(() => expect(lines(page)[0]).toMatch(/\$22\.00 \$24\.20/));
    expect(field.value).toBe('10');
    await submit(page.get('dialog form'));
    await page.says('Mug$24.20');
  });

  test('are all changed that the button counts, also of many that are not the whole shop', async () => {
    const { db } = client.server.deps;
    const many = Array.from({ length: 201 }, (_, at) => `${amina.shopId}-${at}`);
    const article = await addGoods(client.server);
    await db.insert(goods).values(many.map((id) => ({ ...article, id, code: id, no: id })));
    const [listing] = await db.select().from(showcase).where(eq(showcase.shopId, amina.shopId)).limit(1);
    if (!listing) throw new Error('nothing is listed');
    await db.insert(showcase).values(many.map((id) => ({ ...listing, id, goodsId: id })));
    await client.signIn(amina);
    const rows = many.map((id) => ({ id, name: id, sellingPrice: '20.00' }) as ShowcaseItem);
    const page = open('/', {
      '/': () => (
        <RepriceSheet rows={rows} isWholeShop={false} currency="USD" onDone={() => {}} onClose={() => {}} />
      ),
    });
    await write((await page.find('dialog input:not([type])')) as HTMLInputElement, '10');
    await eventually(() => expect(lines(page)[0]).toContain('$22.00'));
    await page.find('button', 'Change 201 prices');
    await submit(page.get('dialog form'));
    await eventually(() => expect(toasts.value.map(({ text }) => text())).toContain('201 prices changed.'));
  });

  test('can be restored from the list for an hour', async () => {
    const input = { all: true, rule: { margin: '40' }, ending: '0.90' };
    await amina.call('POST /v1/showcase/reprice', input);
    client.server.clock.advance(minute);
    const page = await openList();
    await page.says('Mug$21.90');
    await page.says('2 prices changed.');
    await page.press('button', 'Undo');
    await page.says('Mug$20.00');
    await eventually(() => expect(page.text()).not.toContain('Can be undone'));
  });
});
