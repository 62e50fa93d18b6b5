import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UNITS } from '../../../src/contract/money.ts';
import { session } from '../../../src/data/session.ts';
import { comingResource } from '../../../src/data/wallet.ts';
import OrderPage from '../../../src/screens/orders/order.tsx';
import OrderList from '../../../src/screens/orders/order-list.tsx';
import Wallet from '../../../src/screens/wallet/wallet.tsx';
import { move, post } from '../../../src/server/ledger/ledger.ts';
import { inTransaction } from '../../../src/server/platform/database/transaction.ts';
import { transactions } from '../../../src/server/schema.ts';
import { type HoldCondition, placeHold } from '../../../src/server/shops/restrictions/holds.ts';
import { restrict } from '../../../src/server/shops/restrictions/restrict.ts';
import { request } from '../../harness/cases.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { decide } from '../../harness/decide.ts';
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

const screens = { '/wallet': Wallet, '/orderList': OrderList, '/order': OrderPage };
const at = async (url = '/wallet') => {
  await client.signIn(amina);
  return open(url, screens);
};
type Page = Awaited<ReturnType<typeof at>>;
/** Each amount with its name, as the rows and the head of what is coming say them. */
const lines = (page: Page) =>
  page
    .all('.coming > .line, .cols > .stack:first-child li.item .line:first-child')
    .map((row) => [...row.children].map((one) => one.textContent).join(' '));

/** Each order at 20.00 with a cost of 12.00 and a fee of 1.00: 7.00 net from what the buyer's payment held. */
async function rich() {
  const { server } = client;
  await server.fund(amina.shopId, 100n * UNITS);
  const goods = await addListed(server, amina);
  await drive(server, await place(server, amina, goods.id), 'waiting_for_withdrawal');
  for (const status of ['accepted', 'pending_settlement'] as const)
    await drive(server, await place(server, amina, goods.id), status);
  const { deps, clock } = server;
  await inTransaction(deps.db, (db) =>
    post(db, {
      kind: 'deposit',
      ref: amina.shopId,
      shopId: amina.shopId,
      actor: 'test',
      at: clock.now(),
      entries: move(`M.available:${amina.shopId}`, `M.deposit:${amina.shopId}`, 20n * UNITS),
    }),
  );
  await hold({ condition: 'dispute_decided' });
}
const hold = (more: { condition?: HoldCondition } = {}) =>
  inTransaction(client.server.deps.db, (db) =>
    placeHold(
      { ...client.server.deps, db },
      {
        shopId: amina.shopId,
        amount: 30n * UNITS,
        reasonCode: 'dispute' as const,
        ref: 'SK-7',
        actor: 'ops',
        facts: 'A buyer disputes order SK-7.',
        rule: 'Disputed money is held.',
        reviewDays: 7,
        ...more,
      },
    ),
  );

describe('the five amounts', () => {
  test('are shown as the ledger holds them; what is only expected has its plus', async () => {
    await rich();
    const page = await at();
    await eventually(() =>
      expect(lines(page)).toEqual([
        'Coming $7.00',
        'In settlement +$14.00',
        'On hold · Dispute $30.00',
        'Security deposit $20.00',
      ]),
    );
    expect(page.get('.big').textContent).toBe('$50.00');
  });

  test('lead each to its rows', async () => {
    const page = await at();
    await page.find('summary');
    const names = ['Available', 'On hold', 'Coming', 'In settlement', 'Security deposit'];
    expect(names.map((name) => page.get('link', name).getAttribute('href'))).toEqual([
      '/walletFlow?account=available',
      '/walletFlow?account=frozen',
      '/orderList?status=waiting_for_withdrawal',
      '/orderList?statuses=accepted%2Cpending_settlement',
      '/walletFlow?account=deposit',
    ]);
    expect(page.get('summary').textContent).toBe('On hold, Coming, In settlement, Security deposit$0.00');
  });

  test('what is in settlement is the sum of exactly the orders that it leads to', async () => {
    await rich();
    const page = await at();
    await page.says('In settlement');
    await page.press('link', 'In settlement');
    await page.says('You get $14.00');
    expect(page.all('li.item')).toHaveLength(2);
  });

  test('what is coming is the sum of exactly the orders that it leads to, by the date of their release', async () => {
    await rich();
    const page = await at();
    await page.press('link', 'Coming');
    await page.says('Coming $7.00');
    expect(page.all('li.item strong').map((one) => one.textContent)).toEqual(['Profit +$7.00']);
  });

  test('the newest movements are those of all balances, so that a sale just credited is among them', async () => {
    const { server } = client;
    const goods = await addListed(server, amina);
    await drive(server, await place(server, amina, goods.id), 'waiting_for_withdrawal');
    const page = await at();
    await page.says(/Sale proceeds\+\$7\.00/);
    expect(page.all('[data-tone=good]').map((one) => one.textContent)).toEqual(['+$7.00']);
    expect(page.text()).not.toContain('No transactions yet');
  });

  test('an order whose money became available is one of the newest movements, not two of the same sum', async () => {
    const { server } = client;
    const goods = await addListed(server, amina);
    await drive(server, await place(server, amina, goods.id), 'completed');
    const page = await at();
    await page.says(/Now available\$7\.00/);
    expect(page.text()).not.toContain('Sale proceeds');
    // It only moved between balances.
    expect(page.all('[data-tone=good]')).toEqual([]);
  });

  test('the sum of what is coming is fetched again where an order settled before its days were answered', async () => {
    const { server } = client;
    const goods = await addListed(server, amina);
    await drive(server, await place(server, amina, goods.id), 'waiting_for_withdrawal');
    client.fault('POST /v1/user/coming', async (pass) => {
      await eventually(() => expect(lines(page)).toContain('Coming $7.00'));
      await drive(server, await place(server, amina, goods.id), 'waiting_for_withdrawal');
      return pass();
    });
    const page = await at();
    await eventually(() => expect(lines(page)).toContain('Coming $14.00'));
    expect(page.get('.arrivals').textContent).toContain('$14.00');
  });

  test('what is coming has a bar a day, and without that call its next date', async () => {
    await rich();
    const page = await at();
    await eventually(() =>
      expect(page.all('.arrivals li').map((one) => one.textContent)).toEqual(['Mar\u00a017 $7.00']),
    );
    // Deductions of a day may be as large as what arrives.
    const { data } = comingResource.peek();
    if (data) comingResource.set(undefined, { ...data, days: [{ date: '2025-03-17', amount: '0.00' }] });
    await page.says('Mar 17 $0.00');
    expect((page.get('.arrivals .meter') as HTMLElement).style.getPropertyValue('--value')).toBe('0');
    session.value = { status: 'signed-in', me: { ...session.value.me, features: [] } };
    await page.says('Available next: $7.00 on Mon, Mar 17, 2025');
  });

  test.each([
    [3, []],
    [7, []],
    [8, ['Later $2.20']],
  ])(
    'of %i days on which money arrives, each has its amount, the last of seven that of all later ones',
    async (count, later) => {
      await rich();
      const page = await at();
      await page.says('Mar 17 $7.00');
      const { data } = comingResource.peek();
      if (!data) throw new Error('nothing is coming');
      const days = Array.from({ length: count }, (_, day) => ({
        date: `2025-03-${17 + day}`,
        amount: '1.10',
      }));
      comingResource.set(undefined, { ...data, days, paused: { amount: '4.00', cases: 1 } });
      await page.says('Paused by 1 return$4.00');
      expect(lines(page)[0]).toBe('Coming $7.00');
      const shown = page.all('.arrivals li').map((one) => one.textContent ?? '');
      expect(shown).toHaveLength(Math.min(count, 7));
      expect(shown.slice(0, 2)).toEqual(['Mar\u00a017 $1.10', 'Mar\u00a018 $1.10']);
      expect(shown.filter((one) => one.startsWith('Later'))).toEqual(later);
    },
  );

  test('a settled order with an open case stands apart from the days, and leads to its case', async () => {
    await rich();
    const { list } = (
      await client.server.call<{ list: { id: string; no: string; status: string }[] }>(
        'POST /v1/order/list',
        {},
        amina,
      )
    ).data;
    const settled = list.find(({ status }) => status === 'waiting_for_withdrawal');
    const asked = await request(client.server, settled?.id ?? '');
    client.fault('POST /v1/user/coming', async (pass) => {
      await page.says('Paused by 1 return');
      return pass();
    });
    const page = await at();
    await page.says('Paused by 1 return$7.00');
    expect(page.all('.arrivals')).toEqual([]);
    expect(page.get(`a[href="/afterSale?id=${asked.id}"]`)).toBeTruthy();
    leave();
    const orders = await at('/orderList?status=waiting_for_withdrawal');
    await orders.says('Refund · Requested');
    leave();
    const order = await at(`/order?id=${settled?.id}`);
    await order.says('Your money waits until the case is clos');
    expect(order.text()).not.toContain('Settlement is paused');
  });

  test.each([
    [
      'withdrawal_prohibited',
      'Withdrawals are disabled',
      'Ready to spend; you can’t withdraw it right now',
      ['Top up'],
      'You can still sell and pay for orders.',
    ],
    [
      'wallet_frozen',
      'Your wallet is frozen',
      'Yours, but frozen: you can’t spend or withdraw it right now',
      [],
      'You can still pay orders from the buyers’ payments.',
    ],
  ] as const)(
    'the restriction %s is named with what still works, and no way that it bars is offered',
    async (kind, name, text, ways, still) => {
      const reasons = { facts: 'Two papers differ.', rule: 'Terms 7.3', actor: 'rosa', reviewDays: 7 };
      await inTransaction(client.server.deps.db, (db) =>
        restrict({ ...client.server.deps, db }, { shopId: amina.shopId, kind, ...reasons }),
      );
      const page = await at();
      await page.says(
        new RegExp(`${name}Until.*${still}ReasonsIn the platform’s wordsTwo papers differ\\.Terms 7\\.3`),
      );
      await page.says(text);
      expect(page.all('.cells .btn').map((one) => one.textContent)).toEqual(ways);
    },
  );

  test('are explained in one tap', async () => {
    const page = await at();
    await page.press('button', 'What each amount means');
    const sheet = await page.find('dialog', 'What each amount means');
    expect([...sheet.querySelectorAll('dt')].map((one) => one.textContent)).toEqual([
      'Available',
      'Coming',
      'In settlement',
      'On hold',
      'Security deposit',
    ]);
  });
});

describe('a frozen amount', () => {
  test.each([
    [{}, 'Release by Mon, Mar 10, 2025'],
    [
      { condition: 'dispute_decided' as const },
      'Released when the dispute is decided. · Release by Mon, Mar 10, 2025',
    ],
  ])('says why and until when, and can be appealed: %j', async (more, until) => {
    client.server.clock.set('2025-03-03T09:00:00.000Z');
    await client.server.fund(amina.shopId, 100n * UNITS);
    const { appealUrl } = await hold(more);
    const page = await at();
    await page.says(
      `On hold · Dispute$30.00${until}AppealReasonsIn the platform’s wordsA buyer disputes order SK-7.SK-7`,
    );
    expect(page.get('link', 'Appeal').getAttribute('href')).toBe(appealUrl);
    expect(page.get('link', 'On hold · Dispute').getAttribute('href')).toBe('/walletFlow?refNo=SK-7');
  });

  test('a frozen amount that is announced to be taken names the date before which nothing is taken, and no release', async () => {
    client.server.clock.set('2025-03-03T09:00:00.000Z');
    await client.server.fund(amina.shopId, 100n * UNITS);
    const { deps } = client.server;
    const proof = `LEDGER ${amina.shopId}`;
    const booked = { shop: amina.shopId, amount: '30.00', code: 'opening_balance', proof };
    await decide(deps, 'recharge-book', booked, 'rosa');
    const [wrong] = await deps.db
      .select({ seq: transactions.seq })
      .from(transactions)
      .where(and(eq(transactions.shopId, amina.shopId), eq(transactions.kind, 'recharge')))
      .orderBy(desc(transactions.seq));
    const correction = {
      shop: amina.shopId,
      transaction: String(wrong?.seq),
      amount: '20.00',
      reason: 'The bank says 20.',
    };
    await decide(deps, 'reverse', correction, 'rosa');
    const page = await at();
    await page.says('Nothing is taken before Mon, Mar 17, 2025');
    expect(page.text()).not.toContain('Release by');
  });

  test('a frozen amount beside a restriction warns once, in a line, against paying to withdraw', async () => {
    await client.server.fund(amina.shopId, 100n * UNITS);
    await hold();
    const reasons = { facts: 'Two papers differ.', rule: 'Terms 7.3', actor: 'rosa', reviewDays: 7 };
    await inTransaction(client.server.deps.db, (db) =>
      restrict(
        { ...client.server.deps, db },
        { shopId: amina.shopId, kind: 'withdrawal_prohibited', ...reasons },
      ),
    );
    const page = await at();
    await page.says('Two papers differ.');
    await page.says('A buyer disputes order SK-7.');
    expect(page.text().split('We never ask you to pay to withdraw.')).toHaveLength(2);
  });

  test('quotes its operator in the direction of the letters, beside the platform’s word for it', async () => {
    await client.server.fund(amina.shopId, 100n * UNITS);
    await hold();
    const page = await at();
    await page.says('A buyer disputes order SK-7.');
    const quoted = page.all('blockquote') as HTMLQuoteElement[];
    expect(quoted.map(({ textContent, dir, lang }) => [textContent, dir, lang])).toEqual([
      ['A buyer disputes order SK-7.', 'auto', ''],
    ]);
    expect(page.text()).toContain('On hold · Dispute$30.00');
  });

  test('is not shown without holds', async () => {
    const page = await at();
    await page.says('On hold$0.00');
    expect(page.all('.dot')).toEqual([]);
  });
});

test('a wallet that does not load says why, and its retry works', async () => {
  client.fault('POST /v1/user/wallet', faults.refusedConnection);
  const page = await at();
  await page.find('heading', 'Couldn’t load your wallet');
  expect(page.text()).not.toContain('$0.00');
  await page.press('button', 'Try again');
  await page.find('heading', 'Available');
});
