// Scrolls a list of 10,000 orders on a slowed processor: how many nodes exist, how the memory grows, and how long the
// frames take. The server's own orders are repeated under other numbers, in the answers to the page's own calls.
import { withBrowser } from './browser.mjs';

const total = 10_000;
/** As many as a page has without a wish. */
const pageRows = 20;
/** CSS pixels a second: Android limits a fling to this. */
const fastestFling = 8_000;

export const scrollLongList = ({ url, token }, { cpu, rows = total }) =>
  withBrowser(async (context) => {
    await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
    const page = await context.newPage();
    await page.route('**/api/v1/order/list', repeatOrders(rows));
    const cdp = await context.newCDPSession(page);
    await page.goto(`${url}/orderList`);
    await page.locator('li.item').nth(9).waitFor();
    await loadAll(page, rows);
    const brought = await facts(page, cdp);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    const thrown = await scrollThrough(page, fastestFling / 60);
    // As by the scroll bar: a screen a frame.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const dragged = await scrollThrough(page, page.viewportSize().height);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return { rows, brought, thrown, dragged, end: await facts(page, cdp) };
  });

/**
 * Answers the page's calls for orders with so many rows. One for a status is left to the server: all orders to be paid are
 * read for their sum, and no merchant has 10,000 of them.
 */
export function repeatOrders(rows) {
  let known;
  return async (route) => {
    const { id, cursor, status, limit = pageRows } = route.request().postDataJSON();
    if (status) return route.continue();
    if (!known) known = await (await route.fetch()).json();
    const from = Number(id ? id.slice('told_'.length) : (cursor ?? 0));
    const list = Array.from({ length: id ? 1 : Math.min(limit, rows - from) }, (_, index) => {
      const row = known.data.list[(from + index) % known.data.list.length];
      return { ...row, id: `told_${from + index}`, no: `SK-${100_000 + from + index}` };
    });
    const next = from + list.length < rows ? String(from + list.length) : null;
    await route.fulfill({ json: { ...known, data: { ...known.data, list, nextCursor: next } } });
  };
}

/** Scrolls to the end again and again, until no more rows load. */
export const loadAll = (page, rows) =>
  page.evaluate(async (last) => {
    const end = performance.now() + 240_000;
    while (!document.querySelector(`[aria-label$="SK-${100_000 + last - 1}"]`)) {
      if (performance.now() > end) throw new Error('The list did not come to its end.');
      scrollTo(0, document.documentElement.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, 16));
    }
  }, rows);

/** Returns what the page's heap holds after a collection, in MB of 1,000,000 bytes. */
export async function heapMb(cdp) {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

const facts = async (page, cdp) => ({
  nodes: await page.evaluate(() => document.querySelectorAll('*').length),
  heapMb: await heapMb(cdp),
});

/** Scrolls from the end to the top, so many pixels a frame. */
async function scrollThrough(page, step) {
  const parts = [];
  let from = await page.evaluate(() => document.documentElement.scrollHeight);
  while (from > 0) {
    const part = await page.evaluate(scrollPart, { from, step });
    parts.push(part);
    from = part.to;
  }
  const times = parts.flatMap((part) => part.times).sort((a, b) => a - b);
  return {
    frames: times.length,
    median: times[times.length >> 1],
    worst: times.at(-1),
    over50: times.filter((ms) => ms > 50).length,
    most: Math.max(...parts.map((part) => part.most)),
    blank: parts.reduce((sum, part) => sum + part.blank, 0),
  };
}

/** Scrolls for some seconds in the page: a browser that gets no commands for minutes stops drawing. */
async function scrollPart({ from, step }) {
  // A frame that never comes counts as a long one.
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, 5_000);
    });
  const part = { to: from, times: [], most: 0, blank: 0 };
  await frame();
  let before = performance.now();
  while (part.to > 0 && part.times.length < 200) {
    scrollTo(0, part.to);
    await frame();
    const now = performance.now();
    part.times.push(now - before);
    before = now;
    part.to -= step;
    part.most = Math.max(part.most, document.querySelectorAll('*').length);
    if (document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[data-spacer]')) part.blank++;
  }
  return part;
}

export const reportOf = ({ rows, brought, end, thrown, dragged }) =>
  [
    `\n${rows} orders scrolled through`,
    `nodes: ${brought.nodes} when all had come, ${dragged.most} at most on the way, ${end.nodes} at the top`,
    `heap: ${brought.heapMb.toFixed(1)} MB, then ${end.heapMb.toFixed(1)} MB`,
    `thrown as fast as Android lets a thumb: ${format(thrown)}`,
    `dragged a screen a frame: ${format(dragged)}`,
  ].join('\n');

const format = ({ frames, median, worst, over50, blank }) =>
  `${frames} frames, median ${median.toFixed(1)} ms, longest ${worst.toFixed(1)} ms, ${over50} over 50 ms, ${blank} without rows`;
