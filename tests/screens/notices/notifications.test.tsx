import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { clearPerson } from '../../../src/data/person.ts';
import { toast, toastHistory } from '../../../src/data/toast.ts';
import { unreadResource } from '../../../src/data/unread.ts';
import Notifications from '../../../src/screens/notices/notifications.tsx';
import { notify } from '../../../src/server/shops/notices/notify.ts';
import { watchNotices } from '../../../src/shell/watch-notices.ts';
import { type Client, faults } from '../../harness/client.ts';
import { addListed, drive, place } from '../../harness/market.ts';
import { eventually, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { withMerchant } from '../../harness/with-merchant.ts';

let client: Client;
let amina: TestUser;

withMerchant({}, (given) => {
  ({ client, amina } = given);
});

/** A notice that asks for an act. */
const alert = (last4: string) =>
  ({ kind: 'account_removed', params: { last4 }, link: '/invitation' }) as const;
const tell = async (...events: { kind: string; params: object; link: string | null; orderId?: string }[]) => {
  for (const one of events) {
    const at = client.server.clock.now();
    await client.server.deps.db.transaction((tx) =>
      notify(tx, { shopId: amina.shopId, at, ...one } as Parameters<typeof notify>[1]),
    );
    client.server.clock.advance(1000);
  }
};
const at = async (url = '/notifications') => {
  await client.signIn(amina);
  return open(url, { '/notifications': Notifications, '/invitation': () => <h1>Invitation</h1> });
};
const titles = (page: Awaited<ReturnType<typeof at>>) => page.all('li .cover').map((one) => one.textContent);
const unreadRows = (page: Awaited<ReturnType<typeof at>>) => page.all('li .cover strong');
const showsUnread = (page: Awaited<ReturnType<typeof at>>, count: number) =>
  eventually(() => expect(unreadRows(page)).toHaveLength(count));
const unreadOnServer = async () =>
  (await client.server.call<{ unread: number }>('POST /v1/notify/check', {}, amina)).data.unread;

describe('the list of notices', () => {
  test('an empty list of notices says what would be here', async () => {
    const page = await at();
    await page.says('No notifications here');
    expect(page.all('button', 'Mark all as read')).toEqual([]);
  });

  test('shows the newest first, each with what it is about and whether it is new', async () => {
    await tell(alert('a**a'), alert('b**b'));
    const page = await at();
    await showsUnread(page, 2);
    expect(titles(page)).toHaveLength(2);
    expect(page.text().indexOf('b**b')).toBeLessThan(page.text().indexOf('a**a'));
    expect(titles(page)[0]).toMatch(/^New: /);
  });

  test('marks what came in, what has to be done and what failed with their colours', async () => {
    const order = { no: 'W-20260102-AAAA1111', amount: '3.00' };
    await tell(
      { kind: 'friend_registered', params: { friend: 'a**a' }, link: null },
      { kind: 'order_settled', params: { profit: '3.00' }, link: null, orderId: 'ord_1' },
      { kind: 'order_placed', params: order, link: null, orderId: 'ord_2' },
      { kind: 'withdrawal_rejected', params: { ...order, reason: 'account_name' }, link: null },
    );
    const page = await at();
    await eventually(() =>
      expect(page.all('li .mark').map((mark) => mark.dataset.tone)).toEqual(['bad', 'warn', 'good', 'calm']),
    );
    expect(page.all('li .num').map((amount) => amount.textContent)).toEqual(['+$3.00']);
  });

  test('shows the new orders in one row, which leads to the orders and marks them all as read', async () => {
    const placed = (orderId: string) => ({
      kind: 'order_placed',
      params: { amount: '3.00' },
      link: '/order?id=1',
      orderId,
    });
    await tell(placed('AAAA1111'), alert('a**a'), placed('BBBB2222'));
    const page = await at();
    await showsUnread(page, 2);
    expect(titles(page)).toEqual(['New: 2 new orders', expect.stringContaining('a**a')]);
    const row = page.get('li a', 'New: 2 new orders');
    expect(row.getAttribute('href')).toBe('/orderList');
    await act(async () => row.click());
    await eventually(async () => expect(await unreadOnServer()).toBe(1));
  });

  test('lists as many rows to do as the badge counts, also what was read or no notice asks for', async () => {
    const goods = await addListed(client.server, amina);
    await place(client.server, amina, goods.id);
    await place(client.server, amina, goods.id);
    await client.server.decide('stock', { goods: goods.code, stock: '2' });
    const rated = await drive(client.server, await place(client.server, amina, goods.id), 'accepted');
    client.server.clock.advance(1000);
    await client.server.decide('comment', { order: rated.no, text: 'Nice.', reference: rated.no });
    const page = await at();
    await showsUnread(page, 2);
    expect(titles(page).slice(0, 3)).toEqual([
      'New: 2 new orders',
      'New: New review',
      'Low or out of stock: 1',
    ]);
    const { data } = await client.server.call<{ acts: number }>('POST /v1/notify/check', {}, amina);
    expect(data.acts).toBe(3);
    await page.press('button', 'Mark all as read');
    await showsUnread(page, 0);
    expect(titles(page).slice(0, 3)).toEqual([
      '2 orders to pay',
      'Low or out of stock: 1',
      'Reviews without a reply: 1',
    ]);
  });

  test('lists all orders to pay beside the new one where the notice of another was read', async () => {
    const goods = await addListed(client.server, amina);
    await place(client.server, amina, goods.id);
    const { list } = (await client.server.call('POST /v1/notify/list', {}, amina)).data;
    await client.server.call('POST /v1/notify/read', { ids: list.map(({ id }) => id) }, amina);
    await place(client.server, amina, goods.id);
    const page = await at();
    await showsUnread(page, 1);
    expect(titles(page)).toEqual(['New: New order', '2 orders to pay']);
  });

  test('shows those of an order in one row, what asks for an act first, and the others by a press', async () => {
    const of = (kind: string, orderId: string) => ({ kind, params: {}, link: null, orderId });
    await tell(of('comment_received', 'A'), of('order_settled', 'A'), of('order_settled', 'B'));
    const page = await at();
    await showsUnread(page, 1);
    expect(titles(page)).toEqual(['New: New review', 'Order settled']);
    await page.press('button', '1 earlier');
    expect(titles(page)).toEqual(['New: New review', 'Order settled', 'Order settled']);
  });

  test('shows what waits for an act first, and then the others by their days', async () => {
    const of = (kind: string, orderId: string) => ({ kind, params: {}, link: null, orderId });
    const events = [
      of('comment_received', 'A'),
      of('order_settled', 'B'),
      alert('a**a'),
      of('order_settled', 'C'),
      of('order_settled', 'A'),
    ];
    for (const event of events) {
      await tell(event);
      client.server.clock.advance(86_400_000);
    }
    const page = await at();
    await showsUnread(page, 2);
    const names = page.all('section .label').map((one) => one.textContent ?? '');
    expect(names[0]).toBe('To do');
    const days = names.slice(1).map((name) => Date.parse(`${name} 2026`));
    expect(days).toEqual([...days].sort((one, other) => other - one));
    expect(days).toHaveLength(2);
    expect(page.all('section:first-of-type .cover strong')).toHaveLength(2);
  });

  test('shows by when an act is due apart from the time at which it came, the soonest first, and marks each that is unread', async () => {
    const due = (orderId: string, payBy: string) => ({
      kind: 'order_placed',
      params: { amount: '3.00', payBy },
      link: null,
      orderId,
    });
    const later = {
      kind: 'case_opened',
      params: { actBy: '2025-12-02T08:00:00.000Z' },
      link: null,
      orderId: 'A',
    };
    await tell(due('B', '2025-12-01T08:00:00.000Z'), later, alert('a**a'));
    const page = await at();
    await showsUnread(page, 3);
    expect(titles(page)[0]).toBe('New: New order');
    expect(page.all('li :is(p, .wrap)').map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Due Mon/),
      expect.stringMatching(/^Due Tue/),
    ]);
    expect(page.all('li .value').map((one) => one.textContent?.slice(0, 3))).toEqual(['Mar', 'Mar', 'Mar']);
    expect(page.all('li > :first-child > .dot[data-tone=warn]')).toHaveLength(3);
  });

  test('opens one where it leads, and marks it as read', async () => {
    await tell(alert('a**a'), alert('b**b'));
    const page = await at();
    await eventually(() => expect(page.all('li a')).toHaveLength(2));
    await act(async () => page.all('li a')[0]?.click());
    await page.find('heading', 'Invitation');
    await eventually(async () => expect(await unreadOnServer()).toBe(1));
    await eventually(() => expect(unreadResource.peek(undefined).data?.unread).toBe(1));
  });

  test('shows all words of the platform, which may end with a date, and marks one that leads nowhere as read by a press', async () => {
    await tell({ ...alert('a**a'), link: null });
    const page = await at();
    await page.says('contact customer service now.');
    expect(page.all('li .clamp')).toEqual([]);
    await page.press('li button');
    await eventually(() => expect(unreadRows(page)).toEqual([]));
    expect(await unreadOnServer()).toBe(0);
    expect(page.all('button', 'Mark all as read')).toEqual([]);
  });

  test('quotes what an operator wrote, in some lines and, once it is open, in full', async () => {
    await tell({ kind: 'feedback_answered', params: { no: 'F-1', reply: 'C’est réparé.' }, link: null });
    const page = await at();
    await page.find('li .clamp');
    const quoted = (tag: string) => page.all(tag).map((one) => one.textContent);
    expect([quoted('li .clamp q'), quoted('blockquote')]).toEqual([['C’est réparé.'], []]);
    await page.press('li button');
    expect([quoted('li q'), quoted('blockquote')]).toEqual([[], ['C’est réparé.']]);
    await page.says('Customer service has replied. We never ask you to pay to withdraw.');
  });

  test('comes page by page', async () => {
    await tell(...Array.from({ length: 23 }, (_, at) => alert(`f${at}`)));
    const page = await at();
    await eventually(() => expect(titles(page)).toHaveLength(14));
    await page.press('button', 'Show more');
    await eventually(() => expect(titles(page)).toHaveLength(23));
  });

  test('the list of notices of one kind holds no other', async () => {
    await tell(alert('a**a'));
    const page = await at('/notifications?type=order');
    await page.says('No notifications here');
    expect(client.of('POST /v1/notify/list').map(({ body }) => body)).toEqual([{ type: 'order', limit: 14 }]);
    expect(page.all('[aria-current]').map((one) => one.textContent)).toEqual(['Orders']);
  });

  test('the list of notices that does not load says so, and is asked for again', async () => {
    await tell(alert('a**a'));
    client.fault('POST /v1/notify/list', faults.refusedConnection);
    const page = await at();
    await page.says('Couldn’t load notifications');
    await page.press('button', 'Try again');
    await page.says('a**a');
  });

  test('what waits that does not load says so above the notices, and is asked for again with them', async () => {
    const goods = await addListed(client.server, amina);
    await client.server.decide('stock', { goods: goods.code, stock: '2' });
    await tell(alert('a**a'));
    client.fault('POST /v1/today', faults.refusedConnection);
    const page = await at();
    await page.says('a**a');
    await page.press('button', 'Try again');
    await page.says('Low or out of stock: 1');
    expect(page.all('button', 'Try again')).toEqual([]);
  });

  test('a notice that was read is not repeated below the act that it asked for', async () => {
    const goods = await addListed(client.server, amina);
    await place(client.server, amina, goods.id);
    client.server.clock.advance(1000);
    await client.server.decide('goods-price', { goods: goods.code, cost: '15.00' });
    const page = await at();
    await showsUnread(page, 2);
    expect(titles(page)).toEqual(['New: New order', 'New: New purchase cost']);
    await page.press('button', 'Mark all as read');
    await showsUnread(page, 0);
    expect(titles(page)).toEqual(['1 order to pay', 'New purchase cost']);
  });
});

describe('marking all as read', () => {
  test('leaves what has arrived meanwhile unread, on both phones', async () => {
    await tell(alert('a**a'), alert('b**b'), alert('c**c'));
    const page = await at();
    await showsUnread(page, 3);
    await tell(alert('d**d'));
    await page.press('button', 'Mark all as read');
    await showsUnread(page, 0);
    expect(await unreadOnServer()).toBe(1);

    // The other phone: it knows nothing yet and asks the server.
    act(() => clearPerson());
    await page.says('d**d');
    await showsUnread(page, 1);
  });

  test('marking all as read that did not reach the server changes nothing', async () => {
    await tell(alert('a**a'));
    const page = await at();
    client.fault('POST /v1/notify/read', faults.refusedConnection);
    await page.press('button', 'Mark all as read');
    await eventually(() => expect(page.get('button', 'Mark all as read').ariaBusy).not.toBe('true'));
    expect(unreadRows(page)).toHaveLength(1);
    expect(await unreadOnServer()).toBe(1);
  });
});

test('a notice that arrives while the screen is open is shown', async () => {
  await tell(alert('a**a'));
  const page = await at();
  await showsUnread(page, 1);
  await tell(alert('b**b'));
  const stop = watchNotices(20);
  await page.says('b**b');
  await showsUnread(page, 2);
  stop();
});

test('toasts that are gone can be read again', async () => {
  toastHistory.value = [];
  toast(() => 'Listed again.');
  toast(() => 'No connection.', 'bad');
  const page = await at('/notifications?type=toasts');
  expect(page.all('li').map((one) => one.textContent)).toEqual(['No connection.', 'Listed again.']);
  act(() => {
    toastHistory.value = [];
  });
  await page.says('No recent messages');
});
