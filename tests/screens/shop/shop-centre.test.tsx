import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import ShopCentre from '../../../src/screens/shop/shop-centre.tsx';
import { creditLog } from '../../../src/server/schema/shops.ts';
import { shops } from '../../../src/server/schema.ts';
import { addCredit } from '../../../src/server/shops/shop/credit.ts';
import { recordRating, recordVisits } from '../../../src/server/shops/shop/shop-events.ts';
import { watchNotices } from '../../../src/shell/watch-notices.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { addListed, place } from '../../harness/market.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';

let client: Client;
let amina: TestUser;

beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
});

const centre = async () => {
  await client.signIn(amina);
  return open('/shopCenter', { '/shopCenter': ShopCentre });
};

const row = { opened: { no: '' }, lapse: { no: 'SK-1' } };
const credit = (code: 'opened' | 'lapse') =>
  client.server.deps.db.transaction((db) =>
    addCredit({ ...client.server.deps, db }, { shopId: amina.shopId, ...row[code] }, code),
  );

describe('the figures of the shop', () => {
  test('are counted from their rows: score, rating, visits', async () => {
    const { deps } = client.server;
    await credit('opened');
    await recordVisits(deps, amina.shopId, 1234);
    const goods = await addListed(client.server, amina);
    for (const stars of [5, 4]) await recordRating(deps, await place(client.server, amina, goods.id), stars);
    const page = await centre();
    await page.says('Credit score90 of 100');
    await page.says('Visitors1,234');
    expect(page.get('[role=img].stars').getAttribute('aria-label')).toBe('4.5 of 5 stars');
  });

  test('say so where nothing was counted yet, and make up no zero', async () => {
    const page = await centre();
    await page.says('Credit scoreNo data yet');
    await page.says(/Rating ?No data yet/);
    await page.says('Visitors0');
    expect(page.all('.stars')).toEqual([]);
  });

  test('explain how they are counted, since when, and what changed the score, with the appeal of a loss', async () => {
    await credit('opened');
    client.server.clock.advance(60_000);
    await credit('lapse');
    const page = await centre();
    await page.says('88 of 100');
    await page.press('button', 'How we count these figures');
    const sheet = await page.find('dialog', 'How we count these figures');
    await page.says('Counted since Mar 3, 2025');
    await page.says('As of 9:01 AM');
    await eventually(() => expect(sheet.querySelectorAll('li')).toHaveLength(2));
    const [loss, start] = [...sheet.querySelectorAll('li')].map((one) => one.textContent);
    expect(loss).toMatch(/SK-1.*Appeal.*\u22122.*88 of 100/);
    expect(start).toContain('+90');
    const [entry] = await client.server.deps.db.select().from(creditLog).where(eq(creditLog.change, -2));
    expect(page.get('link', 'Appeal').getAttribute('href')).toBe(`/appeal?ref=${entry?.statementId}`);
    await page.press('button', 'Close');
    await eventually(() => expect(page.all('dialog')).toEqual([]));
  });

  test('the figures of the shop that could not be loaded say why, and the retry works', async () => {
    client.fault('POST /v1/store/info', faults.refusedConnection);
    const page = await centre();
    await page.press('button', 'Try again');
    await page.find('heading', `Shop of ${amina.username}`);
  });
});

describe('the level', () => {
  const level = (name: 'merchant' | 'agent') =>
    client.server.deps.db.update(shops).set({ level: name }).where(eq(shops.id, amina.shopId));

  test.each([
    ['merchant', 'Merchant shop', true],
    ['agent', 'TikTok agent', false],
  ] as const)('the level %s has the badge "%s" drawn: %s', async (name, text, drawn) => {
    await level(name);
    const page = await centre();
    await page.find('heading', `Shop of ${amina.username}`);
    expect(page.all('.badge').map((one) => one.textContent)).toEqual(drawn ? [text] : []);
    expect(page.all('.stat:not(.choice)')).toHaveLength(3);
  });
});

describe('the button of orders that wait', () => {
  test.each([
    [0, 'Orders', 'No orders to pay', '/orderList'],
    [1, '1 order to pay', 'Next due ', '/orderList?status=pending_payment'],
    [3, '3 orders to pay', 'Next due ', '/orderList?status=pending_payment'],
  ])('reads for %i orders: "%s"', async (count, title, hint, href) => {
    const goods = await addListed(client.server, amina);
    for (let made = 0; made < count; made++) await place(client.server, amina, goods.id);
    const page = await centre();
    await page.says(`${title}${hint}`);
    const card = page.all('link').find((link) => link.textContent?.startsWith(title));
    expect(card?.getAttribute('href')).toBe(href);
  });

  test('keeps its place with another text while the number is unknown', async () => {
    client.fault('POST /v1/order/list', faults.refusedConnection);
    const page = await centre();
    await page.says('OrdersAll orders and their earnings');
  });

  test('is asked for again, once, when the count of notices hears of something new, and only then', async () => {
    const goods = await addListed(client.server, amina);
    const page = await centre();
    await page.says('No orders to pay');
    const stop = watchNotices(20);
    const checks = client.of('POST /v1/notify/check').length;
    await eventually(() => expect(client.of('POST /v1/notify/check').length).toBeGreaterThan(checks + 1));
    expect(client.of('POST /v1/order/list')).toHaveLength(1);
    await place(client.server, amina, goods.id);
    await page.says('1 order to pay');
    const later = client.of('POST /v1/notify/check').length;
    await eventually(() => expect(client.of('POST /v1/notify/check').length).toBeGreaterThan(later + 1));
    expect(client.of('POST /v1/order/list')).toHaveLength(2);
    stop();
  });

  test('counts what has come while another tab was in front', async () => {
    const goods = await addListed(client.server, amina);
    const page = await centre();
    await page.says('No orders to pay');
    const stop = watchNotices();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    await place(client.server, amina, goods.id);
    hidden.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    await page.says('1 order to pay');
    stop();
  });
});

test('every shortcut leads somewhere', async () => {
  const page = await centre();
  await page.find('navigation', 'Shortcuts');
  const hrefs = [...page.get('navigation', 'Shortcuts').querySelectorAll('a')].map((one) =>
    one.getAttribute('href'),
  );
  expect(hrefs).toEqual(['/goodsList/warehouse', '/promotion', '/orderComment', '/service']);
});
