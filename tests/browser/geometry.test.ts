// Where things are drawn: what a document without a layout cannot tell. One page of one server for all of it.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoPage, openSignedInDemo } from './demo-page.ts';

let opened: DemoPage;

const phoneSize = { width: 390, height: 844 };

beforeAll(async () => {
  opened = await openSignedInDemo({ expected: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|dynamically imported/ });
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
  await page
    .getByRole('button', { name: /^Pay \$/ })
    .first()
    .click();
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
  const last = page.locator('.items button.cover').last();
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

test('the title of a removal stands clear of the sheet’s edge, its first line beside the cross', async () => {
  // From another address: the same one again would keep its entry in the history, and a step that was made there.
  await goTo('/settings');
  const page = await goTo('/goodsList', { width: 320, height: 844 });
  await page.locator('.items button.cover').first().click();
  // The first sheet takes its step in the history back, which would end the loading of the next address.
  const stepped = page.evaluate(() => new Promise((done) => addEventListener('popstate', () => done(null))));
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const removal = page.getByRole('dialog', { name: /^Remove 1 product/ });
  await removal.waitFor();
  await stepped;
  const [room, beside] = await removal.evaluate((sheet) => {
    const line = document.createRange();
    line.selectNodeContents(sheet.querySelector('h2') as Element);
    const first = line.getClientRects()[0] as DOMRect;
    const cross = (sheet.querySelector('.head button') as Element).getBoundingClientRect();
    const middle = (box: DOMRect) => box.top + box.height / 2;
    return [first.top - sheet.getBoundingClientRect().top, Math.abs(middle(first) - middle(cross))];
  });
  expect(room).toBeGreaterThanOrEqual(16);
  expect(beside).toBeLessThan(4);
});

test('the words of a product keep their lines while products are selected', async () => {
  const page = await goTo('/goodsList');
  const words = page.locator('.items > li').first().locator('.line.small');
  const before = await words.boundingBox();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox').first().waitFor();
  expect(await words.boundingBox()).toEqual(before);
});

test('seven products are whole on a phone, above the bar of tabs', async () => {
  const page = await goTo('/goodsList');
  await page.locator('.items > li').nth(7).waitFor();
  const whole = await page.locator('.items > li').evaluateAll((rows) => {
    const bar = document.querySelector('.tabs')?.getBoundingClientRect().top ?? 0;
    return rows.filter((row) => row.getBoundingClientRect().bottom <= bar).length;
  });
  expect(whole).toBeGreaterThanOrEqual(7);
});

test('four products of the catalog are whole on a phone', async () => {
  const page = await goTo('/goodsList/warehouse');
  await page.locator('li.goods').nth(4).waitFor();
  const whole = await page
    .locator('li.goods')
    .evaluateAll(
      (cards) => cards.filter((card) => card.getBoundingClientRect().bottom <= innerHeight).length,
    );
  expect(whole).toBeGreaterThanOrEqual(4);
});

test('the first screen has the places of the shop and its figures before they come, and nothing moves when they do', async () => {
  const { page } = opened;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const late = /\/api\/v1\/(home\/stat|store\/info)$/;
  await page.route(late, async (route) => {
    await held;
    await route.continue();
  });
  await goTo('/shopCenter');
  const places = () =>
    page.evaluate(() =>
      ['.links > a:last-child', '.figures', '.chip', '.shorts'].map((one) =>
        Math.round(document.querySelector(one)?.getBoundingClientRect().top ?? 0),
      ),
    );
  await page.locator('[aria-busy] .plot').waitFor();
  await page.getByText('Next due').waitFor();
  const before = await places();
  release();
  await page.locator('.chart svg').waitFor();
  await page.locator('.links > a:first-of-type .badge').waitFor();
  const moved = (await places()).map((top, at) => Math.abs(top - (before[at] ?? 0)));
  // Figures are drawn a pixel higher or lower than their grey blocks, as fonts have it.
  expect(Math.max(...moved)).toBeLessThanOrEqual(1);
  await page.unroute(late);
});

test.each([
  ['/shopCenter', '.card'],
  ['/orderList', '.items'],
])(
  'what the page of %s draws before its code is where its first card or list will be',
  async (path, first) => {
    const { page } = opened;
    const code = '**/app/**/*.js';
    await page.route(code, (route) => route.abort());
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(opened.demo.url + path, { waitUntil: 'commit' });
    const slab = await page.locator('.boot i').boundingBox();
    await page.unroute(code);
    await goTo(path);
    await page.locator('.item, .figures').first().waitFor();
    const box = await page.locator(`.page ${first}`).first().boundingBox();
    expect(Math.abs((box?.y ?? 0) - (slab?.y ?? 0))).toBeLessThanOrEqual(4);
  },
);

test('the ring of a chip that has the focus is drawn inside of it, where its line cuts nothing off', async () => {
  const page = await goTo('/orderList');
  const chip = page.getByRole('navigation', { name: 'Order status' }).getByRole('link').nth(1);
  await chip.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await chip.evaluate((node) => getComputedStyle(node).outlineOffset)).toBe('-2px');
});

test('a chip that gets the focus is scrolled into view as a whole', async () => {
  const page = await goTo('/orderList');
  const chips = page.getByRole('navigation', { name: 'Order status' }).getByRole('link');
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

test('a list that is scrolled to its end stays where it is when the network comes back', async () => {
  const page = await goTo('/settings');
  await page.locator('main li').first().waitFor();
  await page.waitForLoadState('networkidle');
  const { context } = opened;
  await context.setOffline(true);
  const bar = page.locator('.foot-bar');
  await bar.waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const last = page.locator('main li').last();
  const top = () => last.evaluate((row) => row.getBoundingClientRect().top);
  const before = await top();
  await context.setOffline(false);
  await bar.waitFor({ state: 'hidden' });
  expect(Math.abs((await top()) - before), 'pixels, of which a scroll may round one').toBeLessThan(2);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await bar.waitFor({ state: 'detached' });
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

test('nothing is seen below the button of a long form once the network is back', async () => {
  const page = await goTo('/recharge');
  const dock = page.locator('.dock');
  await dock.waitFor();
  await page.waitForLoadState('networkidle');
  const bar = await loseNetwork(page);
  const below = await dock.evaluate((node) => {
    const { bottom } = node.getBoundingClientRect();
    const places = [bottom + 1, (bottom + innerHeight) / 2, innerHeight - 1];
    return {
      room: innerHeight - bottom,
      isDock: places.map((y) => document.elementFromPoint(20, y) === node),
    };
  });
  expect(below.room).toBeGreaterThan(40);
  expect(below.isDock).toEqual([true, true, true]);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await bar.waitFor({ state: 'detached' });
});

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

test('a title of two lines keeps its distance from the edge of the screen', async () => {
  const page = await goTo('/recharge');
  const title = page.getByRole('heading', { level: 1 });
  await title.waitFor();
  const top = await title.evaluate((node) => {
    node.replaceChildren('Returns, refunds', document.createElement('br'), 'and exchanges');
    // Where its first line begins: the box of the letters reaches above the line in some fonts.
    return node.getBoundingClientRect().top + Number.parseFloat(getComputedStyle(node).paddingTop);
  });
  expect(top).toBeGreaterThanOrEqual(6);
});

test('a phone shows at least five whole orders', async () => {
  const page = await goTo('/orderList');
  await page.locator('li.item').nth(5).waitFor();
  const whole = await page.evaluate(() => {
    const foot = document.querySelector('nav.tabs')?.getBoundingClientRect().top ?? 0;
    const rows = [...document.querySelectorAll('li.item')];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= foot).length;
  });
  expect(whole).toBeGreaterThanOrEqual(5);
});

test('a field in error that has the focus is ringed in the colour of errors', async () => {
  const page = await goTo('/feedback');
  await page.locator('form button[type=submit]').click();
  const box = page.locator('.input:focus-within');
  await page.getByText('One field needs attention').or(page.locator('.error')).first().waitFor();
  const [ring, edge] = await box.evaluate((node) => {
    const { outlineColor, borderTopColor } = getComputedStyle(node);
    return [outlineColor, borderTopColor];
  });
  expect(ring).toBe(edge);
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
    const [lines, over] = await page.locator('.big').evaluate((node) => {
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

describe('on the narrowest phone', () => {
  const narrow = { width: 320, height: 568 };

  test.each(['en', 'es', 'fr', 'id', 'it', 'pt', 'vi'])(
    'no title of a tab is broken inside of a word in %s',
    async (lang) => {
      for (const path of ['/shopCenter', '/orderList', '/goodsList', '/wallet']) {
        const page = await goTo(`${path}?lang=${lang}`, narrow);
        const lines = await page.locator('.head h1').evaluate((title) => {
          const range = document.createRange();
          const [text] = title.childNodes;
          return (text?.textContent ?? '').split(' ').map((word, at, words) => {
            const from = words.slice(0, at).join(' ').length + (at ? 1 : 0);
            range.setStart(text as Node, from);
            range.setEnd(text as Node, from + word.length);
            return range.getClientRects().length;
          });
        });
        expect(
          lines.every((count) => count === 1),
          path,
        ).toBe(true);
      }
    },
  );

  test('the least amount and the fee leave the sum of a withdrawal in sight', async () => {
    const page = await goTo('/withdraw', narrow);
    await page.locator('[name=amount]').fill('20');
    const dock = await page.locator('.dock').boundingBox();
    const sum = await page.locator('.sum').boundingBox();
    expect(sum?.y ?? 568).toBeLessThan((dock?.y ?? 0) - 20);
  });

  test('a long step of an order has at most two lines, with its date below', async () => {
    const { page } = opened;
    await goTo('/orderList?status=completed', narrow);
    await page.locator('li.item .cover').first().click();
    const steps = page.locator('.spine .line > :first-child');
    await steps.first().waitFor();
    const tallest = await steps.evaluateAll((all) =>
      Math.max(
        ...all.map(
          (step) =>
            step.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(step).lineHeight),
        ),
      ),
    );
    expect(tallest).toBeLessThan(2.5);
  });

  // English last: the page keeps the language that an address names.
  test.each(['ar', 'en'])('a payment of twelve digits fits its sheet in %s', async (lang) => {
    const { page } = opened;
    const quote = /\/v1\/order\/pay\/amount/;
    await page.route(quote, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/"(\w+)":"\d+\.(\d\d)"/g, '"$1":"987654321000.$2"');
      await route.fulfill({ response: answer, body });
    });
    await goTo(`/orderList?lang=${lang}`, narrow);
    await page.locator('li.item button.soft').first().click();
    const sums = page.locator('dialog .sum');
    await sums.last().waitFor();
    const beyond = await sums.evaluateAll((all) => all.map((node) => node.scrollWidth - node.clientWidth));
    expect(Math.max(...beyond)).toBeLessThanOrEqual(0);
    await page.unroute(quote);
  });
});

test('the axis of large amounts leaves the plot its room', async () => {
  const { page } = opened;
  await page.route('**/api/v1/home/stat_line', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const points = body.data.points.map((point: object) => ({ ...point, value: '987654321661.70' }));
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, points } } });
  });
  await goTo('/shopCenter');
  await page.locator('.chart svg').waitFor();
  const share = await page.locator('.chart').evaluate((chart) => {
    const [axis] = chart.children;
    return (axis as Element).getBoundingClientRect().width / chart.getBoundingClientRect().width;
  });
  expect(share).toBeLessThan(0.25);
  await page.unroute('**/api/v1/home/stat_line');
});

test('an ad shows its whole picture, beside its words', async () => {
  const page = await goTo('/shopCenter');
  const ad = page.getByRole('region', { name: 'Offers and news' }).getByRole('listitem').first();
  await ad.waitFor();
  const { width = 0, height = 1 } = (await ad.locator('img').boundingBox()) ?? {};
  expect(width / height).toBeCloseTo(1, 1);
});

test('the result of a withdrawal does not touch its number', async () => {
  const page = await goTo('/history');
  const row = page.locator('li.item').first();
  await row.waitFor();
  const none = { x: 0, y: 0, width: 0, height: 0 };
  const number = (await row.locator('.code').first().boundingBox()) ?? none;
  const result = (await row.locator('.line.small > :last-child').boundingBox()) ?? none;
  const gap = result.y >= number.y + number.height ? 4 : result.x - number.x - number.width;
  expect(gap).toBeGreaterThanOrEqual(4);
});

test('a screen that cannot be loaded has a head with a way back, and a retry', async () => {
  const page = await goTo('/shopCenter');
  const link = page.getByRole('link', { name: 'Reviews' });
  await link.waitFor();
  const files = '**/app/**/*.js';
  await page.route(files, (route) => route.abort());
  await link.click();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  expect(await isInReach(page.getByRole('heading', { level: 1 }))).toBe(true);
  expect(await isInReach(page.getByRole('link', { name: 'Back', exact: true }))).toBe(true);
  await page.unroute(files);
});
