// Taps, types and opens a list of 10,000 orders on a slowed processor, and asks the browser how long each took until the
// next frame (Event Timing, from which INP is computed); then visits every screen, and asks what the heap keeps.
import { importSource } from '../build/import-source.mjs';
import { root } from '../product.mjs';
import { withBrowser } from './browser.mjs';
import { heapMb, loadAll, repeatOrders } from './long-list.mjs';

/** Times each thing is done: the longest is reported, as INP is nearly the longest of a visit. */
const times = 5;

export const interact = ({ url, token }, { cpu, rows = 10_000 }) =>
  withBrowser(async (context) => {
    await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
    await context.addInitScript(watchEvents);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await page.route('**/api/v1/order/list', repeatOrders(rows));
    const slow = async (act) => {
      await page.waitForLoadState('networkidle');
      await page.evaluate('for (const name in longest) delete longest[name]');
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
      await act();
      await page.waitForTimeout(500);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      return page.evaluate('window.longest');
    };
    await page.goto(`${url}/shopCenter`);
    const tab = (path) => page.tap(`nav a[href="${path}"]`);
    const taps = await slow(async () => {
      for (let turn = 0; turn < times; turn++)
        for (const path of ['/orderList', '/goodsList', '/wallet', '/shopCenter']) {
          await tab(path);
          await page.waitForTimeout(400);
        }
    });
    await page.goto(`${url}/orderList`);
    await page.locator('li.item').nth(9).waitFor();
    await page.getByRole('button', { name: 'Search' }).tap();
    await page.locator('input[type=search]').tap();
    const typing = await slow(async () => {
      await page.keyboard.type('SK-1000 lamp', { delay: 120 });
    });
    await page.goto(`${url}/orderList`);
    await loadAll(page, rows);
    await page.evaluate(() => scrollTo(0, 0));
    const opening = await slow(async () => {
      for (let turn = 0; turn < times; turn++)
        for (const path of ['/wallet', '/orderList']) {
          await tab(path);
          await page.waitForTimeout(600);
        }
    });
    return { rows, taps, typing, opening, ...(await visitAll(page, cdp, url)) };
  });

/** Keeps the longest duration of the events of each kind, in milliseconds; the browser rounds to 8. */
function watchEvents() {
  const longest = {};
  Object.assign(window, { longest });
  new PerformanceObserver((list) => {
    for (const { interactionId, name, duration } of /** @type {any[]} */ (list.getEntries()))
      if (interactionId) longest[name] = Math.max(longest[name] ?? 0, duration);
  }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16, buffered: true }));
}

/** Visits every screen by its address some times, without loading a page; returns the heap at the shop centre before and after each, in MB. */
async function visitAll(page, cdp, url) {
  const { paths } = await importSource(root, 'src/paths.ts');
  const follow = async (path) => {
    await page.evaluate((href) => {
      history.pushState(null, '', href);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await page.waitForLoadState('networkidle');
  };
  await page.goto(`${url}/shopCenter`);
  await page.waitForLoadState('networkidle');
  const heap = [await heapMb(cdp)];
  for (let turn = 0; turn < times; turn++) {
    for (const { path } of Object.values(paths)) await follow(path);
    await follow('/shopCenter');
    await page.waitForTimeout(500);
    heap.push(await heapMb(cdp));
  }
  return { heap, screens: Object.keys(paths).length };
}

const longestOf = (events) => `${Math.max(...Object.values(events), 0)} ms`;

export const reportInteractions = ({ rows, taps, typing, opening, heap, screens }) => {
  const [before, once] = heap;
  const [former, last] = heap.slice(-2);
  return [
    `\nthe longest wait for a frame, at 16 ms or more`,
    `after a tap on a tab: ${longestOf(taps)}; after a key in the search of orders: ${longestOf(typing)}; after a tap that opens ${rows} orders: ${longestOf(opening)}`,
    `heap: ${before.toFixed(2)} MB at the shop centre, ${once.toFixed(2)} MB there after every screen, ${last.toFixed(2)} MB after each ${times} times: the last time ${(((last - former) * 1000) / screens).toFixed(1)} kB a screen`,
  ].join('\n');
};
