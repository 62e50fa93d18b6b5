import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatMoney, parseMoney, UNITS } from '../../../src/contract/money.ts';
import WalletFlow from '../../../src/screens/wallet/wallet-flow.tsx';
import { usableAccount } from '../../harness/bank.ts';
import { type Client, type Fault, faults, startClient } from '../../harness/client.ts';
import { decide } from '../../harness/decide.ts';
import { addListed, drive, place } from '../../harness/market.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { decideOn, withdraw } from '../../harness/withdrawing.ts';

let client: Client;
let amina: TestUser;
let orderNo: string;
let busy: TestUser;
const many = 40;

// Recharge 100.00; an order at 20.00, with a cost of 12.00 from the balance, settled at 19.00 and released.
beforeAll(async () => {
  client = await startClient();
  const { server } = client;
  amina = await server.addUser();
  await server.fund(amina.shopId, 100n * UNITS);
  const goods = await addListed(server, amina);
  const order = await place(server, amina, goods.id, { wallet: 'held_until_delivery' });
  orderNo = (await drive(server, order, 'completed')).no;
  busy = await server.addUser();
  for (let made = 0; made < many; made++) await server.fund(busy.shopId, UNITS);
});
afterAll(() => client.close());
beforeEach(() => {
  leave();
  client.clear();
});
afterEach(() => void vi.restoreAllMocks());

const at = async (query = '', user = amina) => {
  await client.signIn(user);
  return open(`/walletFlow${query}`, { '/walletFlow': WalletFlow });
};
type Page = Awaited<ReturnType<typeof at>>;
/** Opens how the sum above the rows comes about, and reads it. */
const sum = async (page: Page): Promise<Record<string, string>> => {
  await page.press('.items button');
  const shown = await page.find('dialog .sum');
  const lines = [...shown.children].map((row) => [...row.children].map((one) => one.textContent ?? ''));
  await page.press('button', 'Close');
  return Object.fromEntries(lines);
};
const units = (text = '') => parseMoney(text.replace('−', '-').replace(/[^\d.-]/g, ''));
const rows = (page: Page) =>
  page.all('ul[aria-labelledby] li').map((row) => row.textContent?.replace(/\u00a0/g, ' '));

describe('an account of the wallet', () => {
  test.each([
    ['available', 3, '$0.00', '+$119.00', '−$12.00', '$107.00'],
    ['shop', 2, '$0.00', '+$19.00', '−$19.00', '$0.00'],
  ])('adds up as shown, on %s: before + in − out = after', async (account, count, ...figures) => {
    const page = await at(`?account=${account}`);
    const { Before, 'Money in': came, 'Money out': went, After } = await sum(page);
    expect([Before, came, went, After]).toEqual(figures);
    expect(formatMoney(units(Before) + units(came) + units(went))).toBe(formatMoney(units(After)));
    expect(rows(page)).toHaveLength(count);
  });

  test('shows in each row what it was, of which order, and what was left', async () => {
    const page = await at();
    await eventually(() => expect(rows(page)).toHaveLength(3));
    const [release, pay, recharge] = rows(page);
    expect(release).toMatch(
      new RegExp(
        `Now available\\+\\$19\\.00\\d+:\\d\\d.[AP]M · ${orderNo.slice(-8)}Balance after \\$107\\.00`,
      ),
    );
    expect(pay).toMatch(/Purchase cost−\$12\.00.*Balance after \$88\.00/);
    expect(recharge).toMatch(/Top-up\+\$100\.00.*Balance after \$100\.00/);
  });

  test('is explained where its sum is', async () => {
    const page = await at('?account=shop');
    await page.press('.items button');
    const sheet = await page.find('dialog', 'Coming');
    expect(sheet.textContent).toContain('Earned from settled orders.');
  });

  test('is picked by its name, and its filters stay', async () => {
    const page = await at('?direction=in');
    await eventually(() => expect(rows(page)).toHaveLength(2));
    await page.press('link', 'Coming');
    await page.says('Sale proceeds');
    expect(page.place.url.value).toBe('/walletFlow?account=shop&direction=in');
  });

  test('an account of the wallet without movements says so', async () => {
    await (await at('?account=deposit')).find('heading', 'No transactions yet');
    await (await at('?account=deposit&direction=in')).find('heading', 'No transactions of this type');
  });
});

describe('a filter of the rows', () => {
  test.each([
    ['in', '+$119.00', '$0.00', '+$119.00', 2],
    ['out', '$0.00', '−$12.00', '−$12.00', 1],
  ])(
    'a filter of the rows by direction %s shows a difference, which is not called a balance',
    async (direction, came, went, difference, count) => {
      const page = await at();
      await eventually(() => expect(rows(page)).toHaveLength(3));
      const label = direction === 'in' ? 'Money in' : 'Money out';
      await page.press('button', 'Filter');
      await page.find('dialog', 'Filter');
      page
        .all('radio')
        .find((one) => one.closest('label')?.textContent === label)
        ?.click();
      await page.press('button', 'Show results');
      await eventually(() => expect(rows(page)).toHaveLength(count));
      page.get('button', 'Filter: 1');
      expect(await sum(page)).toEqual({ 'Money in': came, 'Money out': went, Difference: difference });
    },
  );

  test('a filter of the rows by kind shows that kind, with its sums and its address', async () => {
    const page = await at();
    await eventually(() => expect(rows(page)).toHaveLength(3));
    await page.press('button', 'Filter');
    const select = (await page.find('select')) as HTMLSelectElement;
    select.value = 'order_pay';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await page.press('button', 'Show results');
    await eventually(() => expect(rows(page)).toHaveLength(1));
    expect(await sum(page)).toEqual({ 'Money in': '$0.00', 'Money out': '−$12.00', Difference: '−$12.00' });
    expect(page.place.url.value).toBe('/walletFlow?account=available&kind=order_pay');
  });

  test('a filter of the rows by order shows its rows on all accounts, each with its own, whose signs add up to its profit', async () => {
    const page = await at();
    await page.press('link', `Purchase cost ${orderNo}`);
    await eventually(() => expect(rows(page)).toHaveLength(3));
    const accounts = rows(page).map((row) => /(Available|Coming) · /.exec(row ?? '')?.[1]);
    expect(accounts).toEqual(['Available', 'Coming', 'Available']);
    const figures = rows(page).map((row) => /[+−]?\$[\d.]+/.exec(row ?? '')?.[0]);
    expect(figures).toEqual(['$19.00', '+$19.00', '−$12.00']);
    expect((await sum(page)).Difference).toBe('+$7.00');
    await page.press('link', 'Show all transactions');
    await eventually(() => expect(rows(page)).toHaveLength(3));
  });
});

/** The server's own answer, with another result for its newest row: one that moved nothing. */
const withNewest =
  (result: string): Fault =>
  async (pass) => {
    const answer = await (await pass()).json();
    Object.assign(answer.data.list[0], {
      status: result,
      balanceAfter: null,
      reason: 'Not found on the network.',
      operatorTexts: ['Not found on the network.'],
    });
    return Response.json(answer);
  };

test('money on hold is no money that came in: neither green nor with an arrow of what arrives', async () => {
  const { server } = client;
  const user = await server.addUser();
  await server.fund(user.shopId, 100n * UNITS);
  const why = { code: 'risk', facts: 'One sum twice.', rule: 'Terms 7.' };
  await decide(server.deps, 'hold', { shop: user.shopId, amount: '40.00', ...why }, 'lead');
  const page = await at('?account=frozen', user);
  await page.says(/Put on hold\+\$40\.00/);
  expect(page.all('[data-tone=good]')).toEqual([]);
});

test('a failed row is struck through, with its reason and no sign; one under review says so', async () => {
  client.fault('POST /v1/user/wallet_flow', withNewest('failed'));
  const page = await at();
  await page.says('Failed');
  expect(page.all('s').map((one) => one.textContent)).toEqual(['$19.00']);
  await page.says('Not found on the network.');
  expect(page.text()).toContain('We never ask you to pay to withdraw.');
  leave();
  client.clear();
  client.fault('POST /v1/user/wallet_flow', withNewest('moderated'));
  const reviewed = await at();
  await reviewed.says('Under review');
  expect(reviewed.all('[data-tone=good]').map((one) => one.textContent)).not.toContain('+$19.00');
  expect(reviewed.text()).toContain('+$19.00');
});

test('more rows come by the button, none twice, and the sums stay those of all', async () => {
  const page = await at('', busy);
  await eventually(() => expect(rows(page)).toHaveLength(32));
  expect((await sum(page)).After).toBe(`$${many}.00`);
  // No operator has a word in these rows.
  expect(page.text()).not.toContain('We never ask you to pay');
  await page.press('button', 'Show more');
  await eventually(() => expect(rows(page)).toHaveLength(many));
  expect((await sum(page)).After).toBe(`$${many}.00`);
  expect(page.all('button', 'Show more')).toEqual([]);
});

test('a withdrawal that failed keeps its minus, for it left the balance and came back by another row', async () => {
  const { server } = client;
  const user = await server.addUser();
  await server.fund(user.shopId, 100n * UNITS);
  const { id: accountId } = await usableAccount(server, user);
  const { data } = await withdraw(server, user, { amount: '50.00', accountId });
  await decideOn(server, data.withdrawal.id, 'reject');
  const page = await at('', user);
  await page.says('Failed');
  expect(page.all('s')).toEqual([]);
  expect(rows(page).filter((row) => row?.includes('−$50.00'))).toHaveLength(1);
  expect(await sum(page)).toMatchObject({ 'Money in': '+$150.00', 'Money out': '−$50.00' });
});

describe('the file of the rows', () => {
  test('holds all rows that match, not only those on the screen', async () => {
    let saved = '';
    vi.stubGlobal('fetch', async (url: string) => {
      const answer = await client.server.app.request(url);
      saved = await answer.clone().text();
      return answer;
    });
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:rows');
    const page = await at('', busy);
    await page.press('button', 'Save all transactions as a file');
    await eventually(() => expect(saved.trim().split('\r\n')).toHaveLength(many + 1));
    expect(page.all('alert')).toEqual([]);
    vi.unstubAllGlobals();
  });

  test('the file of the rows of all movements holds those of every account, and of a filter says that it is a part', async () => {
    let saved = '';
    vi.stubGlobal('fetch', async (url: string) => {
      const answer = await client.server.app.request(url);
      saved = await answer.clone().text();
      return answer;
    });
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:rows');
    const page = await at();
    await page.press('button', 'Save all transactions as a file');
    await eventually(() => expect(saved).not.toBe(''));
    const accounts = saved
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[3]);
    expect(new Set(accounts)).toEqual(new Set(['Available', 'Coming']));
    leave();
    saved = '';
    const filtered = await at('?account=available&kind=order_pay');
    await filtered.press('button', 'Save these transactions as a file');
    await eventually(() => expect(saved.trim().split('\r\n')).toHaveLength(2));
    vi.unstubAllGlobals();
  });

  test('the file of the rows that fails says so', async () => {
    const page = await at();
    await page.find('.items button');
    client.fault('POST /v1/user/wallet_flow', faults.refusedConnection);
    await page.press('button', 'Save all transactions as a file');
    await page.find('alert');
  });
});

test('rows that do not load say why, and their retry works', async () => {
  client.fault('POST /v1/user/wallet_flow', faults.refusedConnection);
  const page = await at();
  await page.find('heading', 'Couldn’t load transactions');
  await page.press('button', 'Try again');
  await page.find('.items');
});
