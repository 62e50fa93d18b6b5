import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import ShopCentre from '../../../src/screens/shop/shop-centre.tsx';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { addListed } from '../../harness/market.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';

let client: Client;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());
beforeEach(() => {
  leave();
  client.clear();
  localStorage.clear();
});

const centreOf = async (user: TestUser) => {
  await client.signIn(user);
  const page = open('/shopCenter', { '/shopCenter': ShopCentre });
  await page.find('heading', `Shop of ${user.username}`);
  return page;
};
type Page = Awaited<ReturnType<typeof centreOf>>;
const steps = async (page: Page) => {
  const card = (await page.find('heading', 'Get ready to sell')).closest('section');
  return [...(card?.querySelectorAll('a') ?? [])].map((one) => [one.getAttribute('href'), one.textContent]);
};

test('a new shop sees what it still needs, each step with the way to it', async () => {
  const page = await centreOf(await client.server.addUser({ withoutPayPassword: true }));
  await page.says('0 of 4');
  expect(await steps(page)).toEqual([
    ['/payPassword', 'To do:Set a payment password'],
    ['/bankList', 'To do:Add a withdrawal accountAdd it now: usable 24\u00a0hours later'],
    ['/identity', 'To do:Verify your identity'],
    ['/goodsList/warehouse', 'To do:List your first products0 of 20'],
  ]);
});

test('a step that is done has its tick, and the others stay until they are', async () => {
  const user = await client.server.addUser();
  await centreOf(user).then((page) => page.says('1 of 4'));
  await addListed(client.server, user);
  leave();
  const page = await centreOf(user);
  await page.says('2 of 4');
  expect((await steps(page)).map(([, text]) => text?.split(':')[0])).toEqual([
    'Done',
    'To do',
    'To do',
    'Done',
  ]);
});

test('a shop at work sees no steps, and nothing is asked for them', async () => {
  const user = await client.server.addUser();
  await addListed(client.server, user);
  const page = await centreOf(user);
  await page.says('Once you sell');
  expect(page.all('heading', 'Get ready to sell')).toEqual([]);
  expect(client.of('POST /v1/user/bank/list')).toEqual([]);
});

test('steps that were put away stay away', async () => {
  const user = await client.server.addUser();
  const page = await centreOf(user);
  await page.find('heading', 'Get ready to sell');
  await page.press('button', 'Dismiss');
  await eventually(() => expect(page.all('heading', 'Get ready to sell')).toEqual([]));
  leave();
  const again = await centreOf(user);
  await again.says('Once you sell');
  expect(again.all('heading', 'Get ready to sell')).toEqual([]);
});

test('a step in an unknown state has no tick', async () => {
  client.fault('POST /v1/per/info', faults.refusedConnection);
  const page = await centreOf(await client.server.addUser());
  await page.says('1 of 4');
  expect((await steps(page))[2]).toEqual(['/identity', 'To do:Verify your identity']);
});
