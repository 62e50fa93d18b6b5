import { eq } from 'drizzle-orm';
import { act } from 'preact/test-utils';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { homeStatResource, statLineResource } from '../../../src/data/stats.ts';
import ShopCentre from '../../../src/screens/shop/shop-centre.tsx';
import { reportTraffic } from '../../../src/server/demo/traffic.ts';
import { shops } from '../../../src/server/schema.ts';
import { AwningChart } from '../../../src/ui/awning-chart.tsx';
import { stripesOf } from '../../../src/ui/awning-stripes.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { addListed, drive, place } from '../../harness/market.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { draw } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;
const day = 86_400_000;
const weekly = { range: 'week', metric: 'profit' } as const;

// Two orders at 20.00 with a cost of 12.00 and a fee of 1.00: one settled, one only paid. Four clicks, one of them today.
beforeAll(async () => {
  client = await startClient({ start: '2025-03-05T09:00:00.000Z' });
  const { server } = client;
  amina = await server.addUser();
  const goods = await addListed(server, amina);
  await reportTraffic(server.deps, amina.shopId, { clicks: [{ goods: goods.id, count: 3 }] });
  await drive(server, await place(server, amina, goods.id), 'waiting_for_withdrawal');
  server.clock.advance(day);
  await reportTraffic(server.deps, amina.shopId, { clicks: [{ goods: goods.id, count: 1 }] });
  await drive(server, await place(server, amina, goods.id), 'to_be_shipped');
});
afterAll(() => client.close());
beforeEach(() => {
  leave();
  client.clear();
});

const centreOf = async (user: TestUser) => {
  await client.signIn(user);
  return open('/shopCenter', { '/shopCenter': ShopCentre });
};
const centre = async () => {
  const page = await centreOf(amina);
  await page.says('Profit$7.00');
  return page;
};
type Page = Awaited<ReturnType<typeof centre>>;
const figures = (page: Page) =>
  page
    .all('.cell')
    .slice(0, 4)
    .map((cell) => cell.textContent?.replace(/\u00a0/g, ' '));
/** What each stripe of the awning is, which share of the room it reaches, and what stands outside of it. */
const stripes = (page: Page) =>
  page
    .all('.valance > li')
    .map((one) => [
      one.className,
      Number(one.style.getPropertyValue('--share')),
      one.querySelector('small')?.textContent ?? '',
    ]);
const pick = async (page: Page, label: string) => {
  const radio = page.all('radio').find((one) => one.closest('label')?.textContent?.startsWith(label));
  if (!radio) throw new Error(`No radio ${label}`);
  radio.click();
};
const asked = () => client.of('POST /v1/home/stat_line').map(({ body }) => body);

describe('the awning', () => {
  test('rises as far as the profit of each day, a day of nothing is no profit, and the days to come are short', async () => {
    const page = await centre();
    // Tuesday's order is settled today, on Thursday; the table says the same for who cannot see it.
    await eventually(() =>
      expect(stripes(page)).toEqual([
        ['blank', 0, ''],
        ['blank', 0, ''],
        ['', 1, ''],
        ['blank now', 0, 'Today'],
        ...Array(3).fill(['ahead', 0, '']),
      ]),
    );
    expect(page.all('[data-figure]').map((one) => one.dataset.figure)).toEqual(['+$7.00']);
    const table = await page.find('table');
    expect(table.textContent).toContain('Profit by day');
    expect([...table.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual([
      'Mon$0.00',
      'Tue$0.00',
      'Wed$7.00',
      'Thu$0.00',
    ]);
    expect(asked()).toEqual([{ range: 'week', metric: 'profit' }]);
  });

  test.each([
    [
      'Today',
      8,
      ['Profit$0.00', 'Clicks1', 'Orders1', 'Purchase cost$12.00'],
      { range: 'today', metric: 'profit' },
    ],
    [
      'This month',
      31,
      ['Profit$7.00', 'Clicks4', 'Orders2', 'Purchase cost$24.00'],
      { range: 'month', metric: 'profit' },
    ],
  ])('has its stripes for %s: %i', async (label, count, shown, input) => {
    const page = await centre();
    await pick(page, label);
    await eventually(() => expect(figures(page)).toEqual(shown));
    await eventually(() => expect(asked().at(-1)).toEqual(input));
    expect(page.all('.valance > li')).toHaveLength(count);
  });

  test('is of no profit in a shop that has sold nothing, which says so instead of a zero', async () => {
    const page = await centreOf(await client.server.addUser());
    await page.says('Once you sell, your profit appears here.');
    await eventually(() =>
      expect(stripes(page).map(([look]) => look)).toEqual(
        Array.from({ length: 7 }, (_, day) => (day < 3 ? 'blank' : day === 3 ? 'blank now' : 'ahead')),
      ),
    );
    expect(page.text()).not.toMatch(/Profit\$0.00|expected/);
  });

  test('has its figures in few letters, in the currency where that is short', async () => {
    const page = await centre();
    const line = statLineResource.peek(weekly).data;
    if (!line) throw new Error('There is no line.');
    const pointsOf = (values: string[]) =>
      line.points.map((point, day) => ({ ...point, value: values[day] ?? null }));
    const figuresOf = (...values: string[]) => {
      act(() => statLineResource.set(weekly, { ...line, points: pointsOf(values) }));
      return page.all('[data-figure]').map((one) => one.dataset.figure);
    };
    expect(figuresOf('1234.50', '0.00', '-4.20')).toEqual(['+$1.23K', '\u2212$4.20']);
    expect(figuresOf('123456789012.34')).toEqual(['+123.46B']);
  });

  test('a loss hangs below the rod', async () => {
    const line = {
      points: [-2, 3, 0.1].map((value, day) => ({
        t: `2025-03-0${day + 3}T00:00:00Z`,
        value: value.toFixed(2),
        estimated: null,
      })),
    };
    const drawn = draw(<AwningChart stripes={stripesOf('week', line)} />);
    const [loss, gain, small] = drawn.place.querySelectorAll<HTMLElement>('li');
    // The larger part of the room over the rod, and the least that a profit rises.
    expect(drawn.place.querySelector('ol')?.style.getPropertyValue('--over')).toBe('0.6');
    expect(
      [loss, gain, small].map((one) => [one?.className, one?.style.getPropertyValue('--share')]),
    ).toEqual([
      ['loss', '0.4'],
      ['', '0.6'],
      ['now', '0.08'],
    ]);
  });
});

describe('the figures', () => {
  test('are those of this week first, with what is only expected apart', async () => {
    const page = await centre();
    expect(figures(page)).toEqual(['Profit$7.00', 'Clicks4', 'Orders2', 'Purchase cost$24.00']);
    await page.says('$7.00 expected from open orders');
    expect(page.text()).not.toContain('$14.00');
  });

  test('are red where the shop lost', async () => {
    const page = await centre();
    const stat = homeStatResource.peek().data;
    if (!stat) throw new Error('There are no figures.');
    act(() => homeStatResource.set(undefined, { ...stat, week: { ...stat.week, profitSettled: '-3.00' } }));
    expect(page.get('.gain [data-tone=bad]').textContent).toBe('−$3.00');
  });

  test('say by words how much more or less than in the same days before, of a shop that existed then', async () => {
    const page = await centre();
    await page.find('table');
    expect(page.text()).not.toContain('last week by now');
    const opened = new Date('2025-01-01T00:00:00.000Z');
    await client.server.deps.db.update(shops).set({ createdAt: opened }).where(eq(shops.id, amina.shopId));
    leave();
    const again = await centre();
    await again.says('▲ $7.00 more than last week by now');
  });

  test.each([
    ['Clicks', '4', 'clicks', 'Clicks by day'],
    ['Purchase cost', '$24.00', 'purchaseCost', 'Purchase cost by day'],
  ])('are drawn as an awning with their table at a press: %s', async (label, figure, metric, title) => {
    const page = await centre();
    await page.press('button', label + figure);
    const sheet = await page.find('dialog', label);
    await eventually(() => expect(asked().at(-1)).toEqual({ range: 'week', metric }));
    await eventually(() => expect(sheet.querySelector('table')?.textContent).toContain(title));
    expect(sheet.querySelectorAll('.valance > li')).toHaveLength(7);
    await page.press('button', 'Close');
  });

  test('say when, by the shop’s clock', async () => {
    const page = await centre();
    await page.says(/As of 9:00.AM/);
  });

  test('stay when their line fails, say so once, and its retry works', async () => {
    client.fault('POST /v1/home/stat_line', faults.refusedConnection);
    const page = await centre();
    await page.press('button', 'Try again');
    await page.find('table');
    expect(figures(page)).toHaveLength(4);
  });
});
