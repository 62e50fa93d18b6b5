import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configureShop } from '../../../src/lang/format.ts';
import OrderList from '../../../src/screens/orders/order-list.tsx';
import Wallet from '../../../src/screens/wallet/wallet.tsx';
import { inTransaction } from '../../../src/server/database/transaction.ts';
import { move, post } from '../../../src/server/ledger/ledger.ts';
import { placeHold } from '../../../src/server/restrictions/holds.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { addListed, drive, one, place } from '../../harness/market.ts';
import type { TestUser } from '../../harness/server.ts';
import { eventually, leave, open } from '../../harness/stage.tsx';

let client: Client;
let amina: TestUser;

beforeAll(async () => {
  client = await startClient();
  configureShop({ timeZone: 'UTC', currency: 'USD' });
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
});

const screens = { '/wallet': Wallet, '/orderList': OrderList };
const at = async (url = '/wallet') => {
  await client.signIn(amina);
  return open(url, screens);
};
type Page = Awaited<ReturnType<typeof at>>;
const lines = (page: Page) =>
  [...page.get('.sum').children].map((row) =>
    [row.querySelector('dt')?.firstChild?.textContent, row.querySelector('dd')?.textContent].join(' '),
  );

/** Each order at 20.00 with a cost of 12.00 and a fee of 1.00: 7.00 net from what the buyer's payment held. */
async function rich() {
  const { server } = client;
  await server.fund(amina.shopId, 100n * one);
  const goods = await addListed(server, amina);
  await drive(server, await place(server, amina, goods.id), 'waiting_for_withdrawal');
  for (const status of ['accepted', 'pending_settlement'] as const)
    await drive(server, await place(server, amina, goods.id), status);
  const { deps, clock } = server;
  await inTransaction(deps.db, (db) =>
    post(db, {
      ...{ kind: 'deposit', ref: amina.shopId, shopId: amina.shopId, actor: 'test', at: clock.now() },
      entries: move(`M.available:${amina.shopId}`, `M.deposit:${amina.shopId}`, 20n * one),
    }),
  );
  await hold({ condition: 'Send the invoice of the parcel.' });
}
const hold = (more: { condition?: string } = {}) =>
  inTransaction(client.server.deps.db, (db) =>
    placeHold(
      { ...client.server.deps, db },
      {
        ...{
          shopId: amina.shopId,
          amount: 30n * one,
          reasonCode: 'dispute' as const,
          ref: 'SK-7',
          actor: 'ops',
        },
        ...{ facts: 'A buyer disputes order SK-7.', rule: 'Disputed money is held.', reviewDays: 7 },
        ...more,
      },
    ),
  );

describe('the five amounts', () => {
  test('as the ledger holds them; the total leaves out what is in settlement', async () => {
    await rich();
    const page = await at();
    await eventually(() =>
      expect(lines(page)).toEqual([
        'Balance $50.00',
        'Frozen $30.00',
        'Shop balance $7.00',
        'Deposit margin $20.00',
        'Your money in total $107.00',
        'In settlement $14.00',
      ]),
    );
    await page.says('Estimated from orders that were accepted. Not yours yet, so not in the total.');
    expect(page.get('.big').textContent).toBe('$50.00');
  });

  test('each leads to its rows', async () => {
    const page = await at();
    await page.find('.sum');
    expect(page.all('.sum a').map((link) => link.getAttribute('href'))).toEqual([
      ...['available', 'frozen', 'shop', 'deposit'].map((account) => `/walletFlow?account=${account}`),
      '/orderList?statuses=accepted%2Cpending_settlement',
    ]);
  });

  test('what is in settlement is the sum of exactly the orders that it leads to', async () => {
    await rich();
    const page = await at();
    await page.says('In settlement');
    await page.press('link', 'In settlement');
    await page.says('Expected in total $14.00');
    expect(page.all('li.card')).toHaveLength(2);
  });

  test('the next release stands on top, with amount and date', async () => {
    await rich();
    const page = await at();
    await page.says('Next from your shop balance: $7.00 on Mon, Mar 17, 2025');
  });

  test('both ways of money weigh the same', async () => {
    const page = await at();
    const ways = [await page.find('link', 'Recharge'), page.get('link', 'Withdraw')];
    expect(ways.map((way) => [way.getAttribute('href'), way.className])).toEqual([
      ['/recharge', 'btn soft'],
      ['/withdraw', 'btn soft'],
    ]);
  });

  test('are explained in one tap', async () => {
    const page = await at();
    await page.press('button', 'What each amount means');
    const sheet = await page.find('dialog', 'What each amount means');
    expect([...sheet.querySelectorAll('dt')].map((one) => one.textContent)).toEqual([
      ...['Balance', 'Frozen', 'Shop balance', 'Deposit margin', 'In settlement'],
    ]);
  });
});

describe('what is frozen', () => {
  test.each([
    [{}, 'Released by Mon, Mar 10, 2025'],
    [{ condition: 'Send the invoice.' }, 'Send the invoice. · Reviewed by Mon, Mar 10, 2025'],
  ])('says why, since when and until when, and can be appealed: %j', async (more, until) => {
    client.server.clock.set('2025-03-03T09:00:00.000Z');
    await client.server.fund(amina.shopId, 100n * one);
    const { appealUrl } = await hold(more);
    const page = await at();
    await page.says(`A buyer disputes order SK-7.Since Mar 3, 2025${until}Appeal$30.00`);
    expect(page.get('link', 'Appeal').getAttribute('href')).toBe(appealUrl);
  });

  test('without holds nothing is held', async () => {
    const page = await at();
    await page.says('Nothing is held.');
    expect(page.all('heading', 'Why money is frozen')).toEqual([]);
  });
});

describe('a demo', () => {
  test.each([true, false])('%s: says that none of the money is real', async (demo) => {
    client.server.deps.config.demo = demo;
    const page = await at();
    await page.find('.sum');
    expect(page.text().includes('DEMO: none of this money is real.')).toBe(demo);
  });
});

test('a failure says why, and its retry works', async () => {
  client.fault('POST /v1/user/wallet', faults.refusedConnection);
  const page = await at();
  await page.find('heading', 'Your wallet could not be loaded');
  expect(page.text()).not.toContain('$0.00');
  await page.press('button', 'Try again');
  await page.find('.sum');
});
