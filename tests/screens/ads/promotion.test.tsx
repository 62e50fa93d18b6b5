import { act } from 'preact/test-utils';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { UNITS } from '../../../src/contract/money.ts';
import Promotion from '../../../src/screens/ads/promotion.tsx';
import { type Client, startClient } from '../../harness/client.ts';
import { decide } from '../../harness/decide.ts';
import { addListed } from '../../harness/market.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { payPassword, type TestUser } from '../../harness/server.ts';
import { submit, switchTo, write } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;
const offer = (title: string, target: 'shop' | 'goods') =>
  decide(
    client.server.deps,
    'ad-create',
    { title, image: '/files/thing.svg', target, price: '10.00', unit: 'click', quantity: 100, days: 10 },
    'lead',
  );
beforeAll(async () => {
  client = await startClient();
  await offer('Front row', 'shop');
  await offer('One article', 'goods');
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  amina = await client.server.addUser();
  await client.server.fund(amina.shopId, 50n * UNITS);
});
afterEach(() => switchTo('en'));

const at = async () => {
  await client.signIn(amina);
  const page = open('/promotion', { '/promotion': Promotion });
  await page.says('Front row');
  return page;
};
type Page = Awaited<ReturnType<typeof at>>;
const pay = async (page: Page, digits = payPassword) => {
  await write(await page.find('textbox', 'Payment password'), digits);
  await submit(page.get('dialog').querySelector('form') as HTMLElement);
};
const balance = async () =>
  (await client.server.call<{ balance: string }>('POST /v1/user/wallet', {}, { token: amina.token })).data
    .balance;

test('an offer shows price, unit, time and the money to pay it with, and refund before the password; it forecasts nothing', async () => {
  const page = await at();
  await page.says(/Available\$50\.00/);
  await page.says(/Front row100 clicks · within \W?10 daysAdvertises your whole shop\$10\.00/);
  expect(page.text()).not.toMatch(/sales|earn|profit/i);
  await page.press('button', 'Buy ad: Front row');
  await page.says('What isn’t delivered within 10 days returns');
  expect(page.text()).not.toMatch(/sales|earn|profit/i);
});

test('a promotion is bought, counted while it runs, and stopped for what was not delivered', async () => {
  const page = await at();
  await page.press('button', 'Buy ad: Front row');
  await page.says('Balance after$40.00');
  await pay(page, '111111');
  await page.says('Wrong payment password');
  expect(await balance()).toBe('50.00');
  await pay(page);
  await page.says('It’s running.');
  await page.press('button', 'Done');
  await page.says('0 of 100');
  const no = page.get('.cover').getAttribute('aria-label')?.split(', ')[1] ?? '';
  await decide(
    client.server.deps,
    'ad-deliver',
    { purchase: no, count: 25, reference: 'REPORT-7788' },
    'lead',
  );
  leave();
  const later = await at();
  await act(async () => later.all('radio')[1]?.click());
  await later.press('button', `Front row, ${no}`);
  await later.says(/25 of 100.*Paid\$10\.00.*Refund if you stop now/);
  await later.says('REPORT-7788');
  expect(later.get('[role=meter]').getAttribute('aria-valuenow')).toBe('25');
  await later.press('button', 'Stop ad: Front row');
  await later.says('Stop ad');
  const sheet = await later.find('dialog');
  expect(sheet.textContent).toContain('$7.50');
  await act(async () => [...sheet.querySelectorAll<HTMLElement>('.btn')][1]?.click());
  await later.says(/Stopped.*Refunded\$7\.50/);
  expect(await balance()).toBe('47.50');
});

test('a promotion of one article asks which one first, and none is chosen beforehand', async () => {
  const goods = await addListed(client.server, amina);
  const page = await at();
  await page.press('button', 'Buy ad: One article');
  const sheet = await page.find('dialog');
  await eventually(() => expect(sheet.querySelectorAll('li')).toHaveLength(1));
  const row = sheet.querySelector<HTMLElement>('li button');
  const name = row?.textContent ?? '';
  await act(async () => row?.click());
  await eventually(() => expect(page.get('dialog .hint').textContent).toBe(name));
  await pay(page);
  await page.says('It’s running.');
  expect(client.of('POST /v1/ad/pay')[0]?.body).toMatchObject({ goodsId: goods.id });
});

test('a shop without a listed article is led to the warehouse', async () => {
  const page = await at();
  await page.press('button', 'Buy ad: One article');
  await page.says('No products listed yet.');
  expect(page.get('link', 'Catalog').getAttribute('href')).toBe('/goodsList/warehouse');
});

test('a shop that bought nothing yet reads so, in Arabic, too', async () => {
  const page = await at();
  await act(async () => page.all('radio')[1]?.click());
  await page.says('You have no ads');
  await switchTo('ar');
  await page.says('ليست لديك إعلانات');
});
