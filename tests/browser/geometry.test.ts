// Where things are drawn: what a document without a layout cannot tell. One page of one server for all of it.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repeatOrders } from '../../tools/bench/long-list.mjs';
import { openPayment } from '../harness/pay-order.ts';
import { type DemoPage, openSignedInDemo } from './demo-page.ts';

let opened: DemoPage;

const phoneSize = { width: 390, height: 844 };

beforeAll(async () => {
  opened = await openSignedInDemo({ expected: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });
});
afterAll(() => opened?.close());

const goTo = async (path: string, size = phoneSize) => {
  const { page } = opened;
  await page.setViewportSize(size);
  await page.goto(`${opened.demo.url}${path}`);
  return page;
};

/** Returns whether a person could press the element where it is: nothing lies over its middle, and it is in the window. */
const isInReach = (element: Locator) =>
  element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && (node === hit || node.contains(hit));
  });

test.each([
  ['beside a keyboard', { width: 390, height: 460 }],
  ['on a small phone', { width: 320, height: 568 }],
  ['beside the keyboard of a small phone', { width: 320, height: 300 }],
])('the payment password and the button that pays are in sight %s', async (_, size) => {
  const page = await goTo('/orderList', size);
  await openPayment(page);
  const password = page.getByLabel('Payment password');
  await password.waitFor();
  expect(await isInReach(password)).toBe(true);
  const pay = page.getByRole('dialog').getByRole('button', { name: /^Pay \$/ });
  expect(await isInReach(pay)).toBe(true);
  const below = await pay.evaluate((node) => innerHeight - node.getBoundingClientRect().bottom);
  expect(below, 'nothing is seen below the foot').toBeCloseTo(16, 0);
});

test('the undo of a removal is in sight, however far down the list the row was', async () => {
  const page = await goTo('/goodsList');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  const last = page.locator('.items .box').last();
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog', { name: /^Remove 1 product/ }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  expect(await isInReach(undo)).toBe(true);
  await undo.click();
  await undo.waitFor({ state: 'detached' });
});

test('what is selected is seen in forced colours, and what is done with it is in reach with text at 200 %', async () => {
  const page = await goTo('/goodsList');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Select').click();
  const boxes = page.getByRole('checkbox');
  await boxes.first().check({ force: true });
  await page.emulateMedia({ forcedColors: 'active' });
  const colorOf = (box: Locator) => box.evaluate((node) => getComputedStyle(node).backgroundColor);
  expect(await colorOf(boxes.first())).not.toBe(await colorOf(boxes.nth(1)));
  await page.emulateMedia({ forcedColors: 'none' });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px';
  });
  for (const name of ['All', 'Remove', 'Price']) expect(await isInReach(button(name)), name).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('the first screen has the places of the shop and its figures before they come, and nothing moves when they do', async () => {
  const { page } = opened;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const late = /\/api\/v1\/home$/;
  await page.route(late, async (route) => {
    await held;
    await route.continue();
  });
  await goTo('/shopCenter');
  const places = () =>
    page.evaluate(() =>
      ['.periods', '.gain', '.links > :last-child', '.cell:last-child', '.shorts'].map((one) =>
        Math.round(document.querySelector(one)?.getBoundingClientRect().top ?? 0),
      ),
    );
  await page.locator('[aria-busy] .gain').waitFor();
  const before = await places();
  release();
  await page.locator('.valance > .now').waitFor();
  await page.locator('.head .level').waitFor();
  await page.getByText('Next due').waitFor();
  const moved = (await places()).map((top, at) => Math.abs(top - (before[at] ?? 0)));
  // Figures are drawn a pixel higher or lower than their grey blocks, as fonts have it.
  expect(Math.max(...moved)).toBeLessThanOrEqual(1);
  await page.unroute(late);
});

test('the first screen fits 320 px in Arabic with sums of twelve digits', async () => {
  const { page } = opened;
  const huge = '123456789012.34';
  const home = /\/api\/v1\/home$/;
  await page.route(home, async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replace(
      /"(amount|profit|purchaseCost|profitSettled|profitEstimated|change)":"-?[\d.]+"/g,
      `"$1":"${huge}"`,
    );
    await route.fulfill({ response: answer, body: text });
  });
  await goTo('/shopCenter?lang=ar', { width: 320, height: 568 });
  await page.locator('.act .btn').waitFor();
  await page.locator('.gain .num').waitFor();
  const { wide, window } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    window: innerWidth,
  }));
  await page.unroute(home);
  expect(wide).toBe(window);
  // The page keeps the language that an address names, once its texts are here.
  await goTo('/shopCenter?lang=en');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});

test('the button that pays all orders stands beside their pictures on a narrow phone', async () => {
  const { page } = opened;
  const home = /\/api\/v1\/home$/;
  await page.route(home, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const pay = body.data.today.acts.find(({ kind }: { kind: string }) => kind === 'pay');
    Object.assign(pay, { count: 9, images: Array(3).fill(pay.images[0]) });
    await route.fulfill({ response: answer, json: body });
  });
  await goTo('/shopCenter', { width: 360, height: 740 });
  const middleOf = (one: Locator) =>
    one.evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect();
      return (top + bottom) / 2;
    });
  const pay = await middleOf(page.locator('.act .btn'));
  expect(await middleOf(page.locator('.act .more'))).toBeCloseTo(pay, 0);
  await page.unroute(home);
});

test('the groups of orders have room on a phone, and on a narrower one a chip that gets the focus is scrolled into view as a whole', async () => {
  const page = await goTo('/orderList');
  const line = page.getByRole('navigation', { name: 'Order status' });
  const chips = line.getByRole('link');
  // Open cases come with the counts, before all other chips.
  await chips.filter({ hasText: /^Returns/ }).waitFor();
  expect(await chips.count()).toBe(5);
  const tops = await chips.evaluateAll((all) => all.map((node) => node.getBoundingClientRect().top));
  expect(new Set(tops).size, 'lines').toBe(1);
  expect(await line.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 320, height: 844 });
  await chips.first().focus();
  for (let place = 1; place < (await chips.count()); place++) {
    await page.keyboard.press('Tab');
    const chip = chips.nth(place);
    expect(await chip.evaluate((node) => node === document.activeElement)).toBe(true);
    const isWhole = () =>
      chip.evaluate((node) => {
        const { left, right } = node.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      });
    await expect.poll(isWhole, { message: `chip ${place}` }).toBe(true);
  }
});

test('the bar that says there is no network is whole below the button of a long form', async () => {
  const page = await goTo('/recharge');
  const dock = page.locator('.dock');
  await dock.waitFor();
  await page.waitForLoadState('networkidle');
  const bottom = async (one: Locator) => {
    const { y = 0, height = 0 } = (await one.boundingBox()) ?? {};
    return y + height;
  };
  expect(await bottom(dock)).toBe(844);
  await opened.context.setOffline(true);
  const bar = page.locator('.foot-bar');
  await bar.waitFor();
  const [foot, above, top = 0] = [await bottom(bar), await bottom(dock), (await bar.boundingBox())?.y];
  const isSeen = await bar.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return [top + 1, (top + bottom) / 2, bottom - 1].map((y) =>
      node.contains(document.elementFromPoint(20, y)),
    );
  });
  await opened.context.setOffline(false);
  expect(isSeen, 'the dock fills the same room, and would cover it').toEqual([true, true, true]);
  expect(foot).toBe(844);
  expect(Math.abs(above - top), 'pixels, of which a height may round one').toBeLessThan(1);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await bar.waitFor({ state: 'detached' });
  const root = page.locator('#souk');
  expect(await root.evaluate((element) => element.style.getPropertyValue('--strip'))).toBe('');
});

/** Takes the network away until the bar says so, and gives it back; returns the bar, which is hidden. */
async function loseNetwork(page: Page) {
  await opened.context.setOffline(true);
  const bar = page.locator('.foot-bar');
  await bar.waitFor();
  await opened.context.setOffline(false);
  await bar.waitFor({ state: 'hidden' });
  return bar;
}

test('why a long form was refused is scrolled to where its button does not cover it', async () => {
  const page = await goTo('/feedback', { width: 360, height: 560 });
  await page.getByRole('textbox').first().fill('The list of orders is slow.');
  await page.waitForLoadState('networkidle');
  await loseNetwork(page);
  await page.route('**/api/v1/home/feedback', (route) => route.abort());
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('form button[type=submit]').click();
  const refusal = page.getByRole('alert');
  await refusal.waitFor();
  await page.unroute('**/api/v1/home/feedback');
  expect(await isInReach(refusal)).toBe(true);
  const gap = await page.locator('.dock').evaluate((node) => {
    const note = document.querySelector('.form > .note');
    return node.getBoundingClientRect().top - (note?.getBoundingClientRect().bottom ?? Infinity);
  });
  expect(gap, 'pixels between the refusal and the button').toBeGreaterThanOrEqual(0);
  // The draft would be there again in other tests.
  await page.getByRole('textbox').first().fill('');
});

test('amounts of twelve digits end inside their rows, and beside each other, on the narrowest phone', async () => {
  const { page } = opened;
  const lists = /\/v1\/(order|showcase|goods|user)\/(list|coming|wallet)$/;
  await page.route(lists, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"(-?)\d+\.(\d\d)"/g, '"$1987654321000.$2"');
    await route.fulfill({ response: answer, body });
  });
  for (const path of ['/orderList', '/goodsList', '/goodsList/warehouse', '/wallet']) {
    await goTo(path, { width: 320, height: 844 });
    const amounts = page.locator('main :is(.items, .card, .coming) .num', { hasText: '987,654,321' });
    await amounts.first().waitFor();
    const beyond = await amounts.evaluateAll((all) =>
      all.map((one) => {
        const around = one.closest('.items, .card') ?? one;
        return one.getBoundingClientRect().right - around.getBoundingClientRect().right;
      }),
    );
    expect(Math.max(...beyond), path).toBeLessThanOrEqual(0);
  }
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const bars = await page
      .locator('.arrivals li')
      .evaluateAll((days) => days.map((day) => day.querySelector('.meter')?.clientWidth ?? 0));
    expect(Math.min(...bars), `the narrowest bar beside an amount at ${width} px`).toBeGreaterThan(24);
  }
  await page.unroute(lists);
});

test.each([
  ['six products', 6, { width: 390, height: 844 }],
  ['three rows', 18, { width: 1280, height: 800 }],
])('%s of the catalog are whole on the first screen', async (_, count, size) => {
  const page = await goTo('/goodsList/warehouse', size);
  const cards = page.locator('li.goods');
  await cards.nth(count - 1).waitFor();
  const bottoms = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  expect(bottoms.filter((bottom) => bottom <= size.height)).toHaveLength(count);
});

test('every figure of the table of products is at the end of its column, and in the middle of its row with the words below it', async () => {
  const page = await goTo('/goodsList', { width: 1280, height: 800 });
  await page
    .locator('td')
    .getByText(/ back$/)
    .first()
    .waitFor();
  const off = await page.locator('td.end').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const figure = cell.querySelector('.num');
      if (!figure) return [];
      const range = document.createRange();
      range.selectNodeContents(figure);
      const { right } = range.getBoundingClientRect();
      const { top, bottom } = (cell.querySelector('.over-more') ?? range).getBoundingClientRect();
      const row = cell.parentElement?.getBoundingClientRect() ?? new DOMRect();
      return [
        Math.abs(cell.getBoundingClientRect().right - right),
        Math.abs((top + bottom - row.top - row.bottom) / 2),
      ];
    }),
  );
  expect(Math.max(...off)).toBeLessThanOrEqual(2);
});

test('the bar of a product is right below its figure, also where its name has two lines', async () => {
  const page = await goTo('/goodsList', { width: 320, height: 844 });
  const rows = page.locator('.item:has(.meter[data-tone="good"])');
  await rows.first().waitFor();
  const gaps = await rows.evaluateAll((all) =>
    all.map((row) => {
      const [figure, bar] = ['strong .num', '.meter[data-tone="good"]'].map((one) =>
        row.querySelector(one)?.getBoundingClientRect(),
      );
      return (bar?.top ?? 0) - (figure?.bottom ?? 0);
    }),
  );
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(4);
});

test('a balance of twelve digits stays on one line inside its card', async () => {
  const { page } = opened;
  await page.route('**/api/v1/user/wallet', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...body, data: { ...body.data, balance: '987654321661.70' } },
    });
  });
  for (const width of [320, 390]) {
    await goTo('/wallet', { width, height: 844 });
    // What stands there while the amounts are loading has no digits, and goes away.
    const [lines, over] = await page.locator('.purse .big:has(.num)').evaluate((node) => {
      const { height } = node.getBoundingClientRect();
      return [
        height / Number.parseFloat(getComputedStyle(node).lineHeight),
        node.scrollWidth - node.clientWidth,
      ];
    });
    expect(lines).toBeLessThan(1.5);
    expect(over).toBeLessThanOrEqual(0);
  }
  await page.unroute('**/api/v1/user/wallet');
});

// English last: the page keeps the language that an address names.
test.each(['ar', 'en'])(
  'a payment of twelve digits fits its sheet on the narrowest phone in %s',
  async (lang) => {
    const { page } = opened;
    const quote = /\/v1\/order\/pay\/amount/;
    await page.route(quote, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/"(\w+)":"\d+\.(\d\d)"/g, '"$1":"987654321000.$2"');
      await route.fulfill({ response: answer, body });
    });
    await goTo(`/orderList?lang=${lang}`, { width: 320, height: 568 });
    await openPayment(page);
    const sums = page.locator('dialog .sum');
    await sums.last().waitFor();
    const beyond = await sums.evaluateAll((all) => all.map((node) => node.scrollWidth - node.clientWidth));
    expect(Math.max(...beyond)).toBeLessThanOrEqual(0);
    await page.unroute(quote);
  },
);

test.each([60, 320])(
  'Back from an order finds its row where it was, in a list of %i orders',
  async (rows) => {
    const { page } = opened;
    await page.route('**/api/v1/order/list', repeatOrders(rows));
    await goTo('/orderList?status=all');
    for (const index of [9, Math.round(rows * 0.6), rows - 12]) {
      const row = page.locator(`a.cover[aria-label$="SK-${100_000 + index}"]`);
      const topOf = () => row.evaluate((node) => Math.round(node.getBoundingClientRect().top));
      await expect
        .poll(
          async () => {
            if (await row.count()) return true;
            await page.evaluate(() => scrollBy(0, 600));
            return false;
          },
          { interval: 50 },
        )
        .toBe(true);
      // Below the tab bar it could not be pressed without being scrolled once more.
      await row.evaluate((node) => node.scrollIntoView({ block: 'center' }));
      await page.waitForLoadState('networkidle');
      const before = await topOf();
      await row.click();
      await page.getByRole('heading', { name: 'Order', exact: true }).waitFor();
      await page.goBack();
      await row.waitFor();
      await expect.poll(topOf, { message: `row ${index}` }).toBe(before);
    }
    await page.unroute('**/api/v1/order/list');
  },
);
