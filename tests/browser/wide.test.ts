// Wide windows: tables, a list beside its detail, a summary beside its form. One page of one server for all of it.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe, openPage, sharedBrowser, shot, signedIn, type Watched } from '../harness/browser.ts';
import { type Demo, startDemo } from '../harness/demo.ts';

let demo: Demo;
let browser: Browser;
let watched: Watched;
let page: Page;
let orderIds: string[];

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), sharedBrowser()]);
  watched = await openPage(browser, { reducedMotion: 'reduce', isMobile: false, hasTouch: false });
  page = watched.page;
  const login = { username: 'amina', password: 'souk-demo-1' };
  const { token } = await demo.call<{ token: string }>('POST /login', login);
  await signedIn(watched.context, token);
  const sorted = { sort: 'actBy', limit: 50 };
  const { list } = await demo.call<{ list: { id: string }[] }>('POST /v1/order/list', sorted, token);
  orderIds = list.map(({ id }) => id);
});
afterAll(async () => {
  watched?.mustBeClean();
  await demo?.close();
});

const goTo = async (path: string, width: number, lang = 'en') => {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(demo.url + path);
  if ((await page.evaluate(() => document.documentElement.lang)) !== lang) {
    await page.evaluate((tag) => {
      localStorage.setItem('lang', tag);
      localStorage.setItem('langChosen', tag);
    }, lang);
    await page.reload();
  }
  await page.locator('.souk h1').waitFor();
  await page.waitForLoadState('networkidle');
};

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox();
  if (!box) throw new Error('It is not drawn.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

/** Returns for each column how far the edges of its cells are apart, in px. */
const columnSpread = () =>
  page.getByRole('table').evaluate((table) => {
    const lefts: number[][] = [];
    const rights: number[][] = [];
    for (const row of table.querySelectorAll('tr')) {
      for (const [column, cell] of [...row.cells].entries()) {
        const { left, right } = cell.getBoundingClientRect();
        lefts[column] = [...(lefts[column] ?? []), left];
        rights[column] = [...(rights[column] ?? []), right];
      }
    }
    const spread = (edges: number[] = []) => Math.max(...edges) - Math.min(...edges);
    return lefts.map((edges, column) => Math.max(spread(edges), spread(rights[column])));
  });

/** Returns the texts that reach beyond their cell. */
const cutOff = () =>
  page.getByRole('table').evaluate((table) =>
    [...table.querySelectorAll('td, th')]
      .filter((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const line = document.createRange();
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          if (text.parentElement?.closest('.sr')) continue;
          line.selectNodeContents(text);
          const box = line.getBoundingClientRect();
          if (box.width === 0) continue;
          if (box.left < left - 1 || box.right > right + 1) return true;
        }
        return false;
      })
      .map((cell) => cell.textContent),
  );

const sideways = () =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What waits for the merchant is few orders; these are enough to scroll. */
const all = '/orderList?status=all';

const namesOfOrders = () => ['Product', 'Order status', 'Profit'];
const namesOfProducts = (width: number) => [
  ...['Products', 'Selling price'],
  ...(width >= 1200 ? ['Purchase cost', 'Profit', 'Margin', 'Sold', 'Settled'] : ['Profit', 'Margin']),
  ...['Stock', 'Clicks'],
];

describe.each([960, 1440])('in a window of %i px', (width) => {
  test.each([
    ['orders', all, namesOfOrders()],
    ['products', '/goodsList', namesOfProducts(width)],
  ])('%s are a table with names above aligned columns', async (_, path, names) => {
    await goTo(path, width);
    const table = page.getByRole('table');
    await table.waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(names);
    expect(await table.getByRole('row').count()).toBeGreaterThan(10);
    expect(await table.getByRole('row').nth(3).getByRole('cell').count()).toBe(names.length);
    for (const spread of await columnSpread()) expect(spread).toBeLessThan(1);
    expect(await cutOff()).toEqual([]);
    expect(await sideways()).toBe(0);
    const { width: room } = await boxOf(table);
    const beside = path === all && width >= 1200 ? 380 + 1 : 0;
    expect(room).toBe(Math.min(1120, width - 176 - beside) - 32);
  });

  test.each(['ar', 'fr'])('the tables fit in %s', async (lang) => {
    for (const path of [all, '/goodsList']) {
      await goTo(path, width, lang);
      await page.getByRole('table').waitFor();
      expect(await cutOff()).toEqual([]);
      expect(await sideways()).toBe(0);
    }
    await goTo('/settings', width);
  });
});

test.each(['en', 'ar'])('15 orders are in sight in a window of 1,280 by 800 px in %s', async (lang) => {
  await goTo(all, 1280, lang);
  const rows = page.locator('tbody .item');
  await expect.poll(() => rows.count()).toBeGreaterThan(15);
  expect((await boxOf(rows.nth(14))).bottom).toBeLessThanOrEqual(800);
  await goTo('/settings', 1280);
});

test.each(['en', 'ar'])('the rows of products are all of one height in %s', async (lang) => {
  await goTo('/goodsList', 1280, lang);
  await page.getByRole('table').waitFor();
  const heights = await page
    .locator('tbody .item')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(5);
  expect(new Set(heights)).toEqual(new Set([54]));
  await goTo('/settings', 1280);
});

test.each([
  ['orders', () => all],
  ['an order', () => `/order?id=${orderIds[1]}`],
  ['products', () => '/goodsList'],
  ['a withdrawal', () => '/withdraw'],
])('in a wide window %s have no violation that axe finds', async (name, path) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await goTo(path(), 1200);
    await shot(page, `wide-${colorScheme}-${name.replaceAll(' ', '-')}`);
    expect(await axe(page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
});

test('a window that is one pixel narrower has rows, and a wider one is drawn as a table at once', async () => {
  await goTo('/orderList', 959);
  await page.locator('li.item').first().waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  await page.setViewportSize({ width: 960, height: 800 });
  await page.getByRole('table').first().waitFor();
  expect(await page.locator('li.item').count()).toBe(0);
});

test('the names of the columns stay in sight while the rows scroll', async () => {
  await goTo(all, 960);
  await page.getByRole('table').waitFor();
  await page.evaluate(() => scrollTo(0, 600));
  const { y } = await boxOf(page.getByRole('columnheader').first());
  expect(y).toBeGreaterThanOrEqual(52);
  expect(y).toBeLessThan(70);
});

const pane = () => page.getByRole('region', { name: 'Orders', exact: true });
const rowOf = (id: string | undefined) => pane().locator(`a.cover[href*="${id}"]`);
const headingHasFocus = () =>
  page.evaluate(() => document.activeElement === document.querySelector('.souk h1'));

describe('an order beside the list', () => {
  test('is the first one until another is opened, and gives the room back to a list that is empty', async () => {
    await goTo('/orderList', 1280);
    const shown = page.getByRole('region', { name: 'Order', exact: true });
    const first = page.locator('.columns .cover').first();
    const name = (await first.getAttribute('aria-label'))?.split(', ').at(-1)?.split('-').at(-1) ?? '';
    await shown.getByText(name).waitFor();
    expect(await first.getAttribute('aria-current')).toBe('true');
    // The list is the screen: its name, its main part, and the one filled button.
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Orders']);
    expect(await page.locator('.btn.primary').count()).toBe(1);
    await goTo('/orderList?keyword=nothing-like-it', 1280);
    await page.getByRole('heading', { name: 'No order found' }).waitFor();
    expect(await shown.count()).toBe(0);
  });

  test('leaves what pays all that wait, whose costs are a column that adds up to it', async () => {
    await goTo('/orderList', 1280);
    await page.getByRole('columnheader', { name: 'To pay' }).waitFor();
    await page.locator('.columns .cover').first().click();
    const pay = pane().getByRole('button', { name: /^Pay \d+ orders?, / });
    const total = (await pay.textContent())?.split(', ').at(-1);
    const table = pane().getByRole('table', { name: 'Orders' });
    const costs = await table.locator('tbody td:nth-child(3)').allTextContents();
    expect(costs.filter((cost) => !/^(\$[\d.,]+)?$/.test(cost))).toEqual([]);
    const disputed = table.getByRole('row', { name: 'At stake' }).getByRole('cell');
    expect((await disputed.allTextContents()).slice(1)).toEqual([
      expect.stringMatching(/^Answer return At\sstake \w/),
      '',
      expect.stringMatching(/^\$/),
    ]);
    const sum = costs.reduce((so, cost) => so + Number(cost.replace(/[^\d.]/g, '')), 0);
    expect(Number(total?.replace(/[^\d.]/g, ''))).toBeCloseTo(sum);
  });

  test('opens from the table, and Back leads to the table where it was', async () => {
    await goTo(all, 1280);
    await page.getByRole('table').waitFor();
    // The next rows come as it scrolls.
    const top = () => page.evaluate(() => document.querySelector('.pane')?.scrollTop);
    const scrolled = async () => {
      await page.locator('.pane').evaluate((list) => list.scrollTo(0, 300));
      return top();
    };
    await expect.poll(scrolled).toBe(300);
    await page.locator(`a[href*="${orderIds[12]}"]`).click();
    await pane().waitFor();
    await page.getByRole('heading', { level: 1, name: 'Order' }).waitFor();
    await expect.poll(headingHasFocus).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // The chosen row is in sight, and marked.
    const { y } = await boxOf(rowOf(orderIds[12]));
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(800);
    expect(await rowOf(orderIds[12]).getAttribute('aria-current')).toBe('page');
    await page.goBack();
    await page.getByRole('table').waitFor();
    await expect.poll(top).toBe(300);
  });

  test('is opened and left by keys: from the search to the first row, into the order, and back to that row', async () => {
    await goTo('/orderList', 1280);
    await page.keyboard.press('Tab');
    // What is seen first, the rail, comes first.
    await page.locator('.rail > a:focus').waitFor();
    await page.getByRole('button', { name: 'Search orders' }).press('Enter');
    const { no } = await page.evaluate(() => {
      const [row] = document.querySelectorAll('tbody a.cover');
      return { no: row?.getAttribute('aria-label')?.split(', ').at(-1) ?? '' };
    });
    await page.keyboard.type(no);
    await expect.poll(() => page.locator('tbody a.cover').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    const row = page.locator('tbody a.cover:focus');
    await row.waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(headingHasFocus).toBe(true);
    await pane().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('table').waitFor();
    await row.waitFor();
  });

  test('changes by the address while the list keeps its place; Back and Forward go from one to the other', async () => {
    await goTo(`/order?id=${orderIds[0]}&status=all`, 1280);
    await rowOf(orderIds[8]).waitFor();
    await page.evaluate(() => {
      const list = document.querySelector('.pane');
      if (list) list.scrollTop = 420;
    });
    const top = () => page.evaluate(() => document.querySelector('.pane')?.scrollTop);
    await rowOf(orderIds[8]).focus();
    const before = await top();
    await page.keyboard.press('Enter');
    const shown = () => page.locator('.pane [aria-current="page"]').getAttribute('href');
    await expect.poll(shown).toContain(orderIds[8]);
    expect(page.url()).toContain(orderIds[8]);
    await expect.poll(headingHasFocus).toBe(true);
    expect(await top()).toBe(before);
    // A row that is out of sight when its order is shown again comes into sight.
    const isInSight = async (id: string | undefined) => {
      const { y, bottom } = await boxOf(rowOf(id));
      return y >= 52 && bottom <= 800;
    };
    await page.goBack();
    await expect.poll(shown).toContain(orderIds[0]);
    expect(await isInSight(orderIds[0])).toBe(true);
    await page.goForward();
    await expect.poll(shown).toContain(orderIds[8]);
    expect(await isInSight(orderIds[8])).toBe(true);
  });

  test('stays while the list gets another filter, which the next order and a link keep', async () => {
    await goTo(`/order?id=${orderIds[0]}`, 1280);
    await rowOf(orderIds[0]).waitFor();
    const onTheWay = pane().getByRole('link', { name: /^On the way/ });
    const count = Number((await onTheWay.textContent())?.replace(/\D/g, ''));
    expect(count).toBeGreaterThan(0);
    await onTheWay.click();
    await expect.poll(() => pane().getByRole('table').first().locator('tbody .item').count()).toBe(count);
    const query = () => Object.fromEntries(new URL(page.url()).searchParams);
    const statuses = 'to_be_shipped,shipped,to_be_accepted';
    expect(new URL(page.url()).pathname).toBe('/order');
    expect(query()).toEqual({ id: orderIds[0], statuses });
    await page.getByRole('heading', { level: 1, name: 'Order' }).waitFor();
    await pane().locator('a.cover').first().click();
    await expect.poll(() => pane().locator('[aria-current="page"]').count()).toBe(1);
    expect(query().statuses).toBe(statuses);
    await page.reload();
    await expect.poll(() => pane().getByRole('table').first().locator('tbody .item').count()).toBe(count);
  });

  test('is alone below 1,200 px', async () => {
    await goTo(`/order?id=${orderIds[0]}`, 1199);
    expect(await pane().count()).toBe(0);
    await page.setViewportSize({ width: 1200, height: 800 });
    await rowOf(orderIds[0]).waitFor();
    const { right } = await boxOf(pane());
    expect((await boxOf(page.getByRole('main'))).x).toBeGreaterThanOrEqual(right);
    expect(await sideways()).toBe(0);
  });

  test('is mirrored in Arabic', async () => {
    await goTo(`/order?id=${orderIds[0]}`, 1280, 'ar');
    const list = page.locator('.pane');
    await list.locator('a.cover').first().waitFor();
    const rail = await boxOf(page.locator('.rail'));
    const shownList = await boxOf(list);
    const detail = await boxOf(page.getByRole('main'));
    expect([rail.right, shownList.right, detail.right <= shownList.x]).toEqual([1280, rail.x, true]);
    await goTo('/orderList', 1280, 'ar');
    const cells = page.getByRole('columnheader');
    await cells.first().waitFor();
    expect((await boxOf(cells.first())).x).toBeGreaterThan((await boxOf(cells.nth(2))).x);
    await goTo('/settings', 1280);
  });
});

test.each([1280, 1680])(
  'beside the rail every screen begins at one line in a window of %i px',
  async (width) => {
    const starts: number[] = [];
    for (const path of ['/goodsList', '/notifications', '/qa', '/feedback']) {
      await goTo(path, width);
      starts.push((await boxOf(page.locator('.souk .head'))).x, (await boxOf(page.locator('.souk .page'))).x);
    }
    expect(starts).toEqual(starts.map(() => starts[0]));
  },
);

test('what waits stands beside the news', async () => {
  await goTo('/notifications', 1280);
  const [todo, news] = await Promise.all(
    ['.cols > .items', '.cols > .stack > .items'].map((one) => boxOf(page.locator(one).first())),
  );
  expect(todo?.right).toBeLessThan(news?.x ?? 0);
  expect(todo?.y).toBe(news?.y);
});

test('what waits stands beside the profit, and the rail has at its foot what a phone has at the head', async () => {
  await goTo('/shopCenter', 1280);
  const [profit, waits] = await Promise.all(
    ['.hero', '.card:has(> .act)'].map((one) => boxOf(page.locator(one))),
  );
  expect(profit?.right).toBeLessThan(waits?.x ?? 0);
  expect(waits?.y).toBe(profit?.y);
  expect(waits?.bottom).toBe(profit?.bottom);
  await page.getByRole('link', { name: 'See my shop' }).waitFor();
  const [figures, front] = await Promise.all(
    ['.card:has(.cell)', '.shorts + .card'].map((one) => boxOf(page.locator(one))),
  );
  expect(front?.bottom).toBe(figures?.bottom);
  for (const path of ['/shopCenter', '/wallet']) {
    await goTo(path, 1280);
    await page.getByRole('link', { name: /^Notifications/ }).waitFor();
    const settings = await boxOf(page.getByRole('link', { name: 'Settings' }));
    expect(settings.bottom, path).toBe(800 - 16);
    expect(settings.right, path).toBeLessThan(176);
  }
  await goTo('/settings', 1280);
  await page
    .getByRole('link', { name: 'Settings', exact: true })
    .and(page.locator('[aria-current]'))
    .waitFor();
  const fills = await page
    .locator('.rail > a')
    .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).backgroundColor));
  expect(new Set(fills).size).toBe(1);
});

test('the newest movements of the account end with what they stand beside', async () => {
  await goTo('/wallet', 1280);
  const movements = page.locator('.tall > .items');
  await movements.locator('li').nth(9).waitFor();
  expect((await boxOf(movements)).bottom).toBe((await boxOf(page.locator('.cols > nav'))).bottom);
});

test('all filters of a wide list are in sight, as no mouse swipes', async () => {
  await goTo('/orderList', 960);
  const chips = page.getByRole('navigation', { name: 'Order status' }).getByRole('link');
  await chips.last().waitFor();
  for (const chip of await chips.all()) {
    const { x, right } = await boxOf(chip);
    expect(x).toBeGreaterThanOrEqual(176);
    expect(right).toBeLessThanOrEqual(960);
  }
});
