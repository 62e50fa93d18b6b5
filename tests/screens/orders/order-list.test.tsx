import { act } from 'preact/test-utils';
import { render } from 'react-dom';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import indonesian from '../../../locales/id.json';
import { online } from '../../../src/data/online.ts';
import { me, session } from '../../../src/data/session.ts';
import { newestOrder, unreadResource } from '../../../src/data/unread.ts';
import { addTexts, chooseLang } from '../../../src/lang/index.ts';
import NewOrders from '../../../src/screens/orders/new-orders.tsx';
import OrderList from '../../../src/screens/orders/order-list.tsx';
import type { OrderRow } from '../../../src/server/trade/model/order-row.ts';
import { watchNotices } from '../../../src/shell/watch-notices.ts';
import { fillShops } from '../../harness/busy-shop.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { addListed } from '../../harness/market.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { write } from '../../ui/draw.tsx';
import { type Market, openMarket } from './market.ts';

let client: Client;
let market: Market;
let amina: TestUser;
let busy: TestUser;
let pending: OrderRow;
let shipped: OrderRow;
let declined: OrderRow;
const lots = 25;

beforeAll(async () => {
  client = await startClient();
  market = await openMarket(client.server);
  amina = await client.server.addUser({ username: 'amina' });
  busy = await client.server.addUser({ username: 'busy' });
  shipped = await market.ship(await paidBy(amina, 'Steel bottle'));
  declined = await market.order(amina, { name: 'Desk organiser' });
  await market.happen(declined, 'decline', 'merchant');
  pending = await market.order(amina, { quantity: 2 });
  for (let made = 0; made < lots; made++) await market.order(busy, { name: `Mug ${made}` });
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  await chooseLang('en');
});

const paidBy = async (user: TestUser, name?: string) => {
  const order = await market.order(user, name === undefined ? {} : { name });
  await client.server.call('POST /v1/order/pay', { orderIds: [order.id], payPassword: '135790' }, user);
  return order;
};

const at = async (url: string, user: TestUser) => {
  await client.signIn(user);
  return open(url, { '/orderList': OrderList });
};
type Page = ReturnType<typeof open>;
const cards = (page: Page) => page.all('li.item');
const toneOf = (card: HTMLElement | undefined) => card?.querySelector<HTMLElement>('.dot')?.dataset.tone;
/** The orders of the rows, by the names of their links. */
const shownNos = (page: Page) =>
  page.all('a.cover').map((link) => link.getAttribute('aria-label')?.split(', ').at(-1));
const field = (page: Page, label: string) => page.find('textbox', label);
const pick = (select: HTMLElement, value: string) =>
  act(() => {
    (select as HTMLSelectElement).value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
const row = (page: Page, { no }: OrderRow) => eventually(() => expect(shownNos(page)).toContain(no));

describe('an order that has come meanwhile', () => {
  test('is announced by a pill, politely, and shown at the top by a press', async () => {
    const user = await client.server.addUser();
    await market.order(user);
    const page = await at('/orderList', user);
    await eventually(() => expect(cards(page)).toHaveLength(1));
    // Empty it stands outside the flow, where it opens no gap above the first order.
    await eventually(() =>
      expect(page.all('[role=status]').map((one) => one.className)).toEqual(['sr', 'sr']),
    );
    const newer = [await market.order(user), await market.order(user)];
    const stop = watchNotices(20);
    const pill = await page.find('button', '2 new orders');
    expect(pill.closest('[role=status]')?.className).toBe('above');
    expect(cards(page)).toHaveLength(1);
    await page.press('button', '2 new orders');
    await eventually(() => expect(cards(page)).toHaveLength(3));
    expect(shownNos(page)).toEqual(expect.arrayContaining(newer.map(({ no }) => no)));
    await eventually(() => expect(page.all('button', '2 new orders')).toEqual([]));
    stop();
  });

  test('is announced no longer once it is shown, before any other request', async () => {
    const user = await client.server.addUser();
    await market.order(user);
    const page = await at('/orderList', user);
    await eventually(() => expect(cards(page)).toHaveLength(1));
    await market.order(user);
    const stop = watchNotices(20);
    await page.find('button', '1 new order');
    stop();
    const asked = client.of('POST /v1/notify/check').length;
    await page.press('button', '1 new order');
    await eventually(() => expect(cards(page)).toHaveLength(2));
    expect(page.all('button', '1 new order')).toEqual([]);
    expect(client.of('POST /v1/notify/check')).toHaveLength(asked);
  });

  test('is not counted for a list with a filter or a search, nor once the list is left', async () => {
    const user = await client.server.addUser();
    const { no } = await market.order(user);
    for (const query of ['status=pending_payment', `keyword=${no}`, 'from=2025-01-01', 'cases=open']) {
      const page = await at(`/orderList?${query}`, user);
      if (query === 'cases=open') {
        await page.find('heading', 'No orders match these filters');
        expect(page.text()).not.toContain('Choose other days');
      } else await eventually(() => expect(cards(page)).toHaveLength(1));
      expect(newestOrder.peek(), query).toBeUndefined();
      leave();
    }
    const page = await at('/orderList', user);
    await eventually(() => expect(cards(page)).toHaveLength(1));
    await eventually(() => expect(newestOrder.peek()).toBeDefined());
    leave();
    expect(newestOrder.peek()).toBeUndefined();
  });

  test('is counted for a list that takes the place of another, as beside an opened order', async () => {
    await client.signIn(await client.server.addUser());
    const place = document.createElement('div');
    const show = (key: string) => render(<NewOrders key={key} newest="ord_1" onShow={() => {}} />, place);
    // Without `act`, which would run at once what the app runs a frame later.
    show('alone');
    await eventually(() => expect(newestOrder.peek()).toBe('ord_1'));
    show('beside');
    // Drawn again before the frame, as its count comes.
    show('beside');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(newestOrder.peek()).toBe('ord_1');
    render(null, place);
    expect(newestOrder.peek()).toBeUndefined();
  });

  test('is not polled for on a hidden page, without a network, nor as often where nothing comes', async () => {
    const user = await client.server.addUser();
    await market.order(user);
    const page = await at('/orderList', user);
    await eventually(() => expect(cards(page)).toHaveLength(1));
    await eventually(() => expect(client.of('POST /v1/notify/check').length).toBeGreaterThan(0));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asks = vi.spyOn(unreadResource, 'invalidate');
    const stop = watchNotices();
    vi.advanceTimersByTime(600_000);
    // As often as at first would be 24 of them: 25 s, 37 s, 56 s and so on, at most every four minutes.
    expect(asks.mock.calls.length).toBeLessThan(7);
    expect(asks.mock.calls.length).toBeGreaterThan(3);
    asks.mockClear();
    online.value = false;
    vi.advanceTimersByTime(1_200_000);
    online.value = true;
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    vi.advanceTimersByTime(1_200_000);
    expect(asks).not.toHaveBeenCalled();
    stop();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
});

describe('the list of orders', () => {
  test('offers no payment without a network, and again once it is back', async () => {
    const page = await at('/orderList', amina);
    const pay = await page.find('button', 'Pay $40.00');
    act(() => {
      online.value = false;
    });
    expect(pay.getAttribute('aria-disabled')).toBe('true');
    await page.press('button', 'Pay $40.00');
    act(() => {
      online.value = true;
    });
    expect(pay.getAttribute('aria-disabled')).toBeNull();
    expect(page.all('dialog')).toEqual([]);
  });

  test('shows what waits for the merchant, and any other order in its group: goods, state, amounts, and no action', async () => {
    const page = await at('/orderList', amina);
    await row(page, pending);
    const first = () =>
      page.all('section:first-of-type > ul > li').map((one) => one.textContent?.replace(/\u00a0/g, ' '));
    const shows = (...rows: unknown[]) => eventually(() => expect(first()).toEqual(rows));
    await shows(
      expect.stringMatching(
        /^2 × Linen cushion coverProfit \+\$17\.00By \w{3} \d+:\d\d [AP]M To payPay \$40\.00$/,
      ),
    );
    await page.press('link', 'On the way1');
    await shows('Steel bottleProfit +$8.50ShippedProfit');
    await page.press('link', 'Done1');
    await shows('Desk organiserDeclined by you');
    expect(page.all('li.item :is(button, .btn)')).toEqual([]);
  });

  test('shows the profit of each order that is coming, and what arrives, or is at stake, where that is more', async () => {
    const user = await client.server.addUser();
    await client.server.fund(user.shopId, 100_000_000n);
    const coming: string[] = [];
    for (const buys of [{ wallet: 'held_until_delivery' }, {}]) {
      const order = await market.order(user, buys);
      await client.server.call('POST /v1/order/pay', { orderIds: [order.id], payPassword: '135790' }, user);
      await market.ship(order);
      await market.happen(order, 'deliver', 'carrier');
      await market.happen(order, 'accept', 'buyer');
      await market.happen(order, 'enqueue_settlement', 'system');
      await market.happen(order, 'settle', 'system');
      coming.push(order.no);
    }
    const page = await at('/orderList?status=waiting_for_withdrawal', user);
    await page.says('Coming $37.00');
    await page.says('Your profit +$17.00');
    expect(cards(page).map((one) => one.querySelector('strong')?.textContent)).toEqual([
      'Profit +$8.50',
      'Profit +$8.50',
    ]);
    expect(toneOf(cards(page)[0])).toBe('good');
    expect(cards(page)[0]?.textContent).toMatch(/You get \$28\.50$/);
    expect(cards(page)[1]?.textContent).toMatch(/Profit$/);
    await client.server.decide('case-open', { order: coming[0], reason: 'It broke' });
    leave();
    client.clear();
    const disputed = await at('/orderList?cases=open', user);
    await eventually(() => expect(cards(disputed)[0]?.textContent).toMatch(/At stake \$28\.50$/));
  });

  test('counts what is left by the server’s clock: hours within a day, then minutes, and warns from then on', async () => {
    const user = await client.server.addUser();
    const order = await market.order(user);
    const { clock } = client.server;
    const now = clock.now();
    for (const [passed, left, shareLeft] of [
      [1, /\d:\d\d [AP]M To pay/, undefined],
      [36, '12 h left To pay', 0.5],
      [47.5, '30 min left To pay', 1 / 48],
    ] as const) {
      clock.set(new Date(now.getTime() + passed * 3_600_000));
      const page = await at('/orderList', user);
      await row(page, order);
      await page.says(left);
      const mark = cards(page)[0]?.querySelector<HTMLElement>('.dot');
      expect(Boolean(mark?.querySelector('.tone')), 'the words have the colour from then on').toBe(
        Boolean(shareLeft),
      );
      expect(mark?.classList.contains('ring'), 'before the last day the date is all').toBe(
        Boolean(shareLeft),
      );
      if (shareLeft) expect(Number(mark?.style.getPropertyValue('--left'))).toBeCloseTo(shareLeft, 2);
      leave();
      client.clear();
    }
    clock.set(now);
  });

  test('shows an expected loss in red, and an expected profit in the colour of the text', async () => {
    const user = await client.server.addUser();
    await market.order(user, { name: 'Linen napkin', price: '15.00' });
    await market.order(user);
    const page = await at('/orderList', user);
    await eventually(() => expect(cards(page)).toHaveLength(2));
    const tones = page
      .all('bdi')
      .flatMap((one) =>
        /^[+−]/.test(`${one.textContent}`) ? [[one.textContent, one.getAttribute('data-tone')]] : [],
      );
    expect(tones.sort()).toEqual([
      ['+$8.50', null],
      ['−$5.75', 'bad'],
    ]);
  });

  test('shows no profit of an order that has ended', async () => {
    const page = await at('/orderList?status=cancelled', amina);
    await page.find('link', `Desk organiser, ${declined.no}`);
    expect(page.text()).not.toContain('rofit');
  });

  test('shows four groups of statuses with their counts, and a single status that was picked', async () => {
    const page = await at('/orderList', amina);
    const chips = () =>
      [...page.get('navigation', 'Order status').querySelectorAll('a')].map((one) => one.textContent);
    await eventually(() => expect(chips()).toEqual(['To do1', 'On the way1', 'Settling0', 'Done1']));
    await page.press('link', 'Done1');
    await eventually(() => expect(shownNos(page)).toEqual([declined.no]));
    await page.press('button', 'Filter');
    await pick(await page.find('select', 'Order status'), 'shipped');
    await page.press('button', 'Show results');
    await eventually(() => expect(shownNos(page)).toEqual([shipped.no]));
    expect(chips()[0]).toBe('Shipped1');
    expect(page.place.url.value).toBe('/orderList?status=shipped');
    await page.find('button', 'Filter: 1');
  });

  test('names several statuses that are no group, as a row of the wallet leads to them, as one filter', async () => {
    const page = await at('/orderList?statuses=accepted,pending_settlement', amina);
    const chip = await page.find('link', 'Accepted · Pending settlement0');
    expect(chip.getAttribute('aria-current')).toBe('true');
    await page.press('button', 'Filter: 1');
    const select = (await page.find('select', 'Order status')) as HTMLSelectElement;
    expect(select.selectedOptions[0]?.textContent).toBe('Accepted · Pending settlement');
    await pick(select, 'shipped');
    await pick(select, 'accepted,pending_settlement');
    await page.press('button', 'Show results');
    await eventually(() => expect(page.all('dialog')).toEqual([]));
    expect(page.place.url.value).toBe('/orderList?statuses=accepted%2Cpending_settlement');
  });

  test('begins with the open cases, where there are any: one press shows them', async () => {
    const user = await client.server.addUser();
    await market.order(user);
    const order = await market.ship(await paidBy(user));
    await client.server.decide('case-open', { order: order.no, reason: 'It broke' });
    const page = await at('/orderList', user);
    const chip = await page.find('link', 'Returns1');
    expect(chip.previousElementSibling).toBeNull();
    // One is to be paid, the other to be answered: what is at stake is no part of the sum to pay, and is named.
    await page.find('link', 'To do2');
    await page.says('Answer refund · ');
    await page.says('Pay $20.00');
    expect(cards(page).map((one) => one.querySelector('strong')?.textContent)).toEqual([
      'Profit +$8.50',
      'Profit $8.50',
    ]);
    expect(cards(page)[0]?.textContent).toMatch(/Pay \$20\.00$/);
    expect(cards(page)[1]?.textContent).toMatch(/At stake$/);
    await page.press('link', 'Returns1');
    await eventually(() => expect(shownNos(page)).toEqual([order.no]));
    expect(page.place.url.value).toBe('/orderList?cases=open');
  });

  test('that have open cases leaves the counts of all groups, and warns only while the merchant has to answer', async () => {
    const user = await client.server.addUser();
    await market.order(user);
    const order = await market.ship(await paidBy(user));
    await client.server.decide('case-open', { order: order.no, reason: 'It broke' });
    const chips = (page: Page) =>
      [...page.get('navigation', 'Order status').querySelectorAll('a')].map((one) => one.textContent);
    const page = await at('/orderList?cases=open', user);
    await eventually(() =>
      expect(chips(page)).toEqual(['Returns1', 'To do2', 'On the way1', 'Settling0', 'Done0']),
    );
    expect(page.get('link', 'Returns1').dataset.tone).toBe('warn');
    leave();
    client.clear();
    const { data } = await client.server.call('POST /v1/order/after-sale/info', { orderId: order.id }, user);
    const answer = { caseId: data.case.caseId, answer: 'reject', reason: 'It left us whole.' } as const;
    await client.server.call('POST /v1/order/after-sale', answer, user);
    const answered = await at('/orderList?cases=open', user);
    await eventually(() =>
      expect(chips(answered)).toEqual(['Returns1', 'To do1', 'On the way1', 'Settling0', 'Done0']),
    );
    expect(answered.get('link', 'Returns1').dataset.tone).toBeUndefined();
  });

  test('has below a few rows the first orders of the groups that follow, without what waits above', async () => {
    const user = await client.server.addUser();
    const waiting = await market.order(user);
    const underway = await market.ship(await paidBy(user));
    const disputed = await market.ship(await paidBy(user));
    await client.server.decide('case-open', { order: disputed.no, reason: 'It broke' });
    const ended = await market.order(user);
    await market.happen(ended, 'decline', 'merchant');
    const page = await at('/orderList', user);
    await eventually(() => expect(shownNos(page)).toEqual([waiting.no, disputed.no, underway.no, ended.no]));
    expect(page.all('h2').map((one) => one.textContent)).toEqual(['On the way', 'Done']);
    expect(cards(page).map(toneOf)).toEqual(['warn', 'warn', 'info', 'calm']);
    // The disputed order is on the way, too.
    const all = page.get('link', 'See all 2, On the way');
    expect(all.getAttribute('href')).toBe('/orderList?statuses=to_be_shipped%2Cshipped%2Cto_be_accepted');
    // Opened from there the list beside it stays what it was.
    expect(page.all('a.cover')[2]?.getAttribute('href')).toBe(`/order?id=${underway.id}`);
  });

  test('adds up one status, and never what is expected with what is settled', async () => {
    const page = await at('/orderList?statuses=pending_payment', amina);
    await page.says('Purchase cost $40.00');
    await page.says('Expected profit +$17.00');
    leave();
    const mixed = await at('/orderList?statuses=completed,cancelled,refunded', amina);
    await row(mixed, declined);
    expect(mixed.text()).not.toContain('rofit');
  });

  test('shows the counts of a search that stops at a thousand orders with a plus, and exact ones without', async () => {
    addTexts('id', 'first', indonesian);
    const crowded = await client.server.addUser();
    const { id: goodsId } = await addListed(client.server, crowded);
    const { db, clock } = client.server.deps;
    const until = clock.now();
    await fillShops(db, [crowded.shopId], { orders: 1_001, clicks: 1, goodsId, until });
    const page = await at('/orderList?keyword=lamp', crowded);
    await page.find('link', 'All1,000+');
    await chooseLang('id');
    await page.find('link', 'Semua1.000+');
    leave();
    const exact = await at('/orderList?keyword=rare', crowded);
    await exact.find('link', 'Semua3');
  });
});

describe('the request for orders', () => {
  test('names the status of the address; without orders the list says so and leads on', async () => {
    const page = await at('/orderList?status=shipped', amina);
    await row(page, shipped);
    expect(cards(page)).toHaveLength(1);
    await page.press('link', 'Settling0');
    await page.find('heading', 'Nothing is settling');
    await page.press('link', 'To do1');
    await row(page, pending);
  });

  test('leads a shop without orders to the warehouse', async () => {
    const page = await at('/orderList', await client.server.addUser());
    await page.find('heading', 'No orders yet');
    expect(page.get('link', 'Go to catalog').getAttribute('href')).toBe('/goodsList/warehouse');
  });

  test('puts first what must be acted on', async () => {
    const page = await at('/orderList', amina);
    await row(page, pending);
    expect(client.of('POST /v1/order/list').at(-1)?.body).toMatchObject({ sort: 'actBy' });
  });

  test('has days, and says beside the field when they are the wrong way round', async () => {
    const page = await at('/orderList', amina);
    await row(page, pending);
    await page.press('button', 'Filter');
    await write(await field(page, 'Ordered from'), '2025-03-05');
    await write(await field(page, 'Ordered until'), '2025-03-01');
    await page.says('This day is before the first one. Choose a later day.');
    expect((await field(page, 'Ordered until')).getAttribute('aria-invalid')).toBe('true');
    await page.press('button', 'Show results');
    expect(page.place.url.value).toBe('/orderList');
    await write(await field(page, 'Ordered until'), '2025-03-06');
    await page.press('button', 'Show results');
    await page.find('heading', 'No orders match these filters');
    expect(page.text()).toContain('Choose other days');
    expect(page.place.url.value).toBe('/orderList?from=2025-03-05&to=2025-03-06');
  });

  test('of what is filtered gives a file', async () => {
    const page = await at('/orderList?keyword=bottle', amina);
    await row(page, shipped);
    await page.press('button', 'Filter');
    await page.press('button', 'Save as a file');
    await eventually(() =>
      expect(client.of('POST /v1/order/export').at(-1)?.body).toEqual({ keyword: 'bottle' }),
    );
  });

  test('offers neither a file nor a sort where the server has none', async () => {
    const page = await at('/orderList', amina);
    await row(page, pending);
    act(() => {
      session.value = { status: 'signed-in', me: { ...me.peek(), features: [] } };
    });
    await page.press('button', 'Filter');
    expect(page.all('button', 'Save as a file')).toEqual([]);
    expect(page.text()).not.toContain('Sort by');
  });

  test('finds by the end of a tracking number, and by the name of a buyer, in one box', async () => {
    const page = await at('/orderList', amina);
    await row(page, pending);
    for (const typed of ['1736', 'ruth']) {
      await page.press('button', 'Search orders');
      await write(page.get('textbox', 'Order, product, buyer, tracking'), typed);
      await eventually(() => expect(shownNos(page)).toContain(shipped.no));
      // The initials are isolated, as they may stand in a line of the other direction.
      await page.says('\u2068R. M.\u2069 · ');
      await page.press('button', 'Close search');
    }
  });

  test('searches by number, product or code, with no step back for each letter', async () => {
    const page = await at('/orderList', amina);
    await row(page, pending);
    const depth = page.place.depth.value;
    await page.press('button', 'Search orders');
    await write(page.get('textbox'), 'bottle');
    await eventually(() => expect(page.place.url.value).toBe('/orderList?keyword=bottle'));
    await eventually(() => expect(cards(page)).toHaveLength(1));
    await write(page.get('textbox'), 'nothing like it');
    await page.find('heading', 'No order found');
    expect(page.place.depth.value).toBe(depth);
    await page.press('link', 'Show all orders');
    await eventually(() => expect(cards(page)).toHaveLength(3));
    await eventually(() => expect((page.get('textbox') as HTMLInputElement).value).toBe(''));
  });

  test('does not search for what was typed right before the search was closed', async () => {
    const page = await at('/orderList', amina);
    await row(page, pending);
    await page.press('button', 'Search orders');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await write(page.get('textbox'), 'nothing like it');
    vi.advanceTimersByTime(299);
    // Without `act`, which would run at once what the app runs a frame later.
    page.get('button', 'Close search').click();
    await Promise.resolve();
    expect(page.all('textbox')).toEqual([]);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    expect(page.place.url.value).toBe('/orderList');
  });
});

describe('loading of orders', () => {
  test('goes page by page, no order twice', async () => {
    const page = await at('/orderList', busy);
    await page.find('button', 'Show more');
    await eventually(() => expect(cards(page)).toHaveLength(16));
    await page.press('button', 'Show more');
    await eventually(() => expect(cards(page)).toHaveLength(lots));
    expect(new Set(shownNos(page)).size).toBe(lots);
    expect(page.all('button', 'Show more')).toEqual([]);
  });

  test('happens once, however often a refresh is asked for meanwhile', async () => {
    const page = await at('/orderList', amina);
    await row(page, pending);
    const before = client.of('POST /v1/order/list').length;
    const refresh = page.get('button', 'Load new orders');
    await act(async () => {
      refresh.click();
      refresh.click();
    });
    await eventually(() => expect(page.all('[aria-busy]')).toEqual([]));
    expect(client.of('POST /v1/order/list').length).toBe(before + 1);
  });

  test('says why it failed, and its retry works', async () => {
    client.fault('POST /v1/order/list', faults.refusedConnection);
    const page = await at('/orderList', amina);
    await page.find('heading', 'Couldn’t load orders');
    await page.press('button', 'Try again');
    await row(page, pending);
  });
});
