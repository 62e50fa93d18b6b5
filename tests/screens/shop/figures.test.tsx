import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import ShopCentre from '../../../src/screens/shop/shop-centre.tsx';
import { recordClicks } from '../../../src/server/shops/shop/shop-events.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { addListed, drive, place } from '../../harness/market.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';

let client: Client;
let amina: TestUser;
const day = 86_400_000;

// Two orders at 20.00 with a cost of 12.00 and a fee of 1.00: one settled, one only paid. Four clicks, one of them today.
beforeAll(async () => {
  client = await startClient({ start: '2025-03-05T09:00:00.000Z' });
  const { server } = client;
  amina = await server.addUser();
  const goods = await addListed(server, amina);
  await recordClicks(server.deps, amina.shopId, [{ goodsId: goods.id, count: 3 }]);
  await drive(server, await place(server, amina, goods.id), 'waiting_for_withdrawal');
  server.clock.advance(day);
  await recordClicks(server.deps, amina.shopId, [{ goodsId: goods.id, count: 1 }]);
  await drive(server, await place(server, amina, goods.id), 'to_be_shipped');
});
afterAll(() => client.close());
beforeEach(() => {
  leave();
  client.clear();
});

const centre = async () => {
  await client.signIn(amina);
  const page = open('/shopCenter', { '/shopCenter': ShopCentre });
  await page.says('Profit$7.00');
  return page;
};
type Page = Awaited<ReturnType<typeof centre>>;
const figures = (page: Page) => page.all('.choice').map((tile) => tile.textContent?.replace(/\u00a0/g, ' '));
const pick = async (page: Page, label: string) => {
  const radio = page.all('radio').find((one) => one.closest('label')?.textContent?.startsWith(label));
  if (!radio) throw new Error(`No radio ${label}`);
  radio.click();
};
const asked = () => client.of('POST /v1/home/stat_line').map(({ body }) => body);

describe('the figures', () => {
  test('begin with this week, profit chosen, and its line', async () => {
    const page = await centre();
    expect(figures(page)).toEqual(['Profit$7.00', 'Clicks4', 'Purchase cost$24.00']);
    await page.find('table');
    expect(asked()).toEqual([{ range: 'week', metric: 'profit' }]);
    expect(page.get('table').textContent).toContain('Profit by day');
  });

  test('the figures of a shop that has none yet are drawn as no chart', async () => {
    await client.signIn(await client.server.addUser());
    const page = open('/shopCenter', { '/shopCenter': ShopCentre });
    await page.says('No data to chart for this period.');
    expect(page.all('table')).toEqual([]);
    expect(page.text()).not.toContain('more expected');
  });

  test.each([
    ['Today', ['Profit$0.00', 'Clicks1', 'Purchase cost$12.00'], { range: 'today', metric: 'profit' }],
    ['This month', ['Profit$7.00', 'Clicks4', 'Purchase cost$24.00'], { range: 'month', metric: 'profit' }],
  ])('the figures of %s are shown, with their line', async (label, shown, input) => {
    const page = await centre();
    await pick(page, label);
    await eventually(() => expect(figures(page)).toEqual(shown));
    await eventually(() => expect(asked().at(-1)).toEqual(input));
  });

  test.each([
    ['Clicks', 'clicks', 'Clicks by day'],
    ['Purchase cost', 'purchaseCost', 'Purchase cost by day'],
  ])('are drawn as a line: %s', async (label, metric, title) => {
    const page = await centre();
    await pick(page, label);
    await eventually(() => expect(asked().at(-1)).toEqual({ range: 'week', metric }));
    await eventually(() => expect(page.get('table').textContent).toContain(title));
    expect(asked()).toHaveLength(2);
  });

  test('never add what is only expected to the profit', async () => {
    const page = await centre();
    await page.says('$7.00 more expected');
    expect(figures(page)[0]).toBe('Profit$7.00');
    expect(page.text()).not.toContain('$14.00');
    await page.find('table');
    const cells = [...page.get('table').querySelectorAll('tbody tr')].map((one) => one.textContent);
    expect(cells.join()).toContain('$7.00');
  });

  test('say when, by the shop’s clock', async () => {
    const page = await centre();
    await page.says(/As of 9:00.AM, (UTC|GMT)/);
  });

  test('stay when their line fails, and the line’s retry works', async () => {
    client.fault('POST /v1/home/stat_line', faults.refusedConnection);
    const page = await centre();
    await page.press('button', 'Try again');
    await page.find('table');
    expect(figures(page)).toHaveLength(3);
  });
});
