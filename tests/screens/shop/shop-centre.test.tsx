import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pendingOrdersResource } from '../../../src/data/pending-orders.ts';
import { session } from '../../../src/data/session.ts';
import ShopCentre from '../../../src/screens/shop/shop-centre.tsx';
import TodayScreen from '../../../src/screens/today/today.tsx';
import { reportTraffic } from '../../../src/server/demo/traffic.ts';
import { creditLog } from '../../../src/server/schema/shops.ts';
import { shops } from '../../../src/server/schema.ts';
import { addCredit } from '../../../src/server/shops/shop/credit.ts';
import { watchNotices } from '../../../src/shell/watch-notices.ts';
import { driveCase, request } from '../../harness/cases.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { addListed, drive, place } from '../../harness/market.ts';
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
    await reportTraffic(deps, amina.shopId, { visitors: 1234 });
    const goods = await addListed(client.server, amina);
    for (const stars of [5, 4]) {
      const { no } = await drive(client.server, await place(client.server, amina, goods.id), 'accepted');
      await client.server.decide('comment', { order: no, stars, reference: no });
    }
    const page = await centre();
    await page.says('Credit score90 of 100');
    await page.says('Visitors1,234');
    await page.says('4.5 of 5 stars');
  });

  test('say so where nothing was counted yet, and make up no zero', async () => {
    const page = await centre();
    await page.says('Credit scoreNo data');
    await page.says(/Rating ?No data/);
    await page.says('VisitorsNo data');
    await page.says('ClicksNo data');
    expect(page.all('.star')).toEqual([]);
  });

  test('explain how they are counted, since when, and what changed the score, with the appeal of a loss', async () => {
    await credit('opened');
    client.server.clock.advance(60_000);
    await credit('lapse');
    await reportTraffic(client.server.deps, amina.shopId, { visitors: 3 });
    const page = await centre();
    await page.says('88 of 100');
    await page.press('button', 'Credit score88 of 100');
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
  ] as const)('the level %s "%s" is drawn: %s', async (name, text, drawn) => {
    await level(name);
    const page = await centre();
    await page.find('heading', `Shop of ${amina.username}`);
    expect(page.get('.level').textContent?.trim()).toBe(drawn ? text : '');
  });
});

describe('what waits', () => {
  const today = 'POST /v1/today';
  const orders = async (count: number) => {
    const goods = await addListed(client.server, amina);
    for (let made = 0; made < count; made++) await place(client.server, amina, goods.id);
    return goods;
  };

  test('is one line where nothing does', async () => {
    const page = await centre();
    await page.says('Nothing needs you right now');
    await page.find('link', 'Notifications');
  });

  test('is three rows at most, and the way to all of them; the bell counts them all', async () => {
    const goods = await orders(2);
    for (let opened = 0; opened < 3; opened++) {
      const order = await drive(client.server, await place(client.server, amina, goods.id), 'shipped');
      await driveCase(client.server, await request(client.server, order.id), 'merchant_due');
    }
    const page = await centre();
    await page.says(/Answer refund.*Wed 9:0/);
    expect(page.all('.act')).toHaveLength(3);
    expect(page.get('link', 'See all 4').getAttribute('href')).toBe('/today');
    await page.find('link', 'Notifications, to do: 4');
  });

  test('pays several orders in one go, from the list of all of it, too', async () => {
    await orders(2);
    await client.signIn(amina);
    const page = open('/today', { '/today': TodayScreen });
    const pay = await page.find('link', 'Pay all');
    expect(pay.getAttribute('href')).toBe('/orderList?status=pending_payment&pay=1');
  });

  test('names what has to be done, then the product, and what keeps its margin', async () => {
    const goods = await orders(0);
    await client.server.decide('goods-price', { goods: goods.code, cost: '13.00' });
    await client.signIn(amina);
    const first = await centre();
    await first.says(new RegExp(`New purchase cost.?${goods.name}.?List at \\$`));
    leave();
    const all = open('/today', { '/today': TodayScreen });
    await all.says(new RegExp(`New purchase cost.?${goods.name}.?Same margin at \\$`));
  });

  test('says under a restriction what still works', async () => {
    await client.server.decide('restrict', {
      shop: amina.shopId,
      kind: 'wallet_frozen',
      facts: 'Two reports.',
      rule: '9.1',
    });
    const page = await centre();
    await page.says(/Your wallet is frozenYou can still pay orders from the buyers’ payments/);
  });

  test('is asked for again, once, when the poll hears of something new, and only then', async () => {
    const goods = await orders(0);
    const page = await centre();
    await page.says('Nothing needs you right now');
    const stop = watchNotices(20);
    const checks = client.of('POST /v1/notify/check').length;
    await eventually(() => expect(client.of('POST /v1/notify/check').length).toBeGreaterThan(checks + 1));
    expect(client.of(today)).toHaveLength(1);
    await place(client.server, amina, goods?.id ?? '');
    await page.says('1 order to pay');
    const pay = await page.find('link', 'Pay');
    expect(pay.getAttribute('href')).toBe('/orderList?status=pending_payment&pay=1');
    await page.find('link', 'Notifications, to do: 1');
    const later = client.of('POST /v1/notify/check').length;
    await eventually(() => expect(client.of('POST /v1/notify/check').length).toBeGreaterThan(later + 1));
    expect(client.of(today)).toHaveLength(2);
    stop();
  });

  test('counts what has come while another window was in front', async () => {
    const page = await centre();
    await page.says('Nothing needs you right now');
    const stop = watchNotices();
    await orders(1);
    dispatchEvent(new Event('focus'));
    await page.says('1 order to pay');
    stop();
  });

  test('is the row of orders to pay where the server does not gather it', async () => {
    await orders(1);
    await client.signIn(amina);
    const { me: known } = session.peek();
    session.value = { status: 'signed-in', me: { ...known, features: [] } };
    const page = open('/shopCenter', { '/shopCenter': ShopCentre });
    await page.says('1 order to payNext due ');
    expect(client.of(today)).toEqual([]);
    client.fault('POST /v1/order/list', faults.refusedConnection);
    void pendingOrdersResource.refetch();
    await page.says('1 order to pay');
  });
});

test('every shortcut leads somewhere', async () => {
  const page = await centre();
  await page.find('navigation', 'Shortcuts');
  const hrefs = [...page.get('navigation', 'Shortcuts').querySelectorAll('a')].map((one) =>
    one.getAttribute('href'),
  );
  expect(hrefs).toEqual(['/goodsList/warehouse', '/orderComment', '/service', '/promotion']);
});
