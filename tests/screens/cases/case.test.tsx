import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UNITS } from '../../../src/contract/money.ts';
import CaseScreen from '../../../src/screens/cases/case.tsx';
import OrderScreen from '../../../src/screens/orders/order.tsx';
import OrderList from '../../../src/screens/orders/order-list.tsx';
import { day } from '../../../src/server/platform/clock.ts';
import { runDue } from '../../../src/server/services/run-due.ts';
import type { OrderRow } from '../../../src/server/trade/model/order-row.ts';
import { chooseFile } from '../../harness/choose-file.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { decide } from '../../harness/decide.ts';
import { asFile } from '../../harness/form.ts';
import { addListed, drive, place } from '../../harness/market.ts';
import { passTime } from '../../harness/pass-time.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { jpeg } from '../../harness/sample-files.ts';
import type { TestUser } from '../../harness/server.ts';
import { write } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;
let goodsId: string;

beforeAll(async () => {
  client = await startClient({ timeoutMs: 1500 });
  amina = await client.server.addUser({ username: 'amina' });
  await client.server.fund(amina.shopId, 200n * UNITS);
  goodsId = (await addListed(client.server, amina)).id;
});
afterAll(() => client.close());
beforeEach(() => {
  leave();
  client.clear();
});

const order = async (status: OrderRow['status'], quantity = 1) =>
  drive(
    client.server,
    await place(client.server, amina, goodsId, { wallet: 'held_until_delivery', quantity }),
    status,
  );
const say = (name: string, { no }: OrderRow, flags: object = {}) =>
  decide(client.server.deps, name, { order: no, ...flags }, 'rosa') as Promise<{ id: string }>;
const ask = (asked: OrderRow, flags: object = {}) =>
  say('case-open', asked, { reason: 'The lamp came broken.', code: 'damaged', ...flags });
const at = async (id: string) => {
  await client.signIn(amina);
  return open(`/afterSale?id=${id}`, { '/afterSale': CaseScreen });
};
const answers = () => client.of('POST /v1/order/after-sale');
const sums = (page: ReturnType<typeof open>) => page.all('main .sum').map((sum) => sum.textContent);

describe('a case that waits for its merchant', () => {
  test('about a part says that it comes from the order, whoever is at fault', async () => {
    const part = await at((await ask(await order('accepted'), { amount: '2.50' })).id);
    await part.says('This part comes from what you’re due to get for the order.');
    expect(part.text()).not.toContain('The supplier covers the purchase cost.');
  });

  test('says who acts by when, what is paused, and what each answer would move before it is chosen', async () => {
    const about = await order('pending_settlement');
    const page = await at((await ask(about)).id);
    await page.says('Answer by Mar 5, 2025');
    await page.says('Your answer is due');
    await page.says('The lamp came broken.');
    await page.says('Items damaged');
    await page.says('Settlement waits until the case is closed. Original date: ');
    expect(sums(page)).toEqual([
      'Buyer gets$20.00Available+$12.00Expected from this order−$19.00In all for you−$7.00',
      'In all for you$0.00',
    ]);
    expect(page.all('.sum .total [data-tone="bad"]').map((sum) => sum.textContent)).toEqual(['−$7.00']);
    await page.says('The supplier covers the purchase cost.');
    const both = ['Reject…', 'Accept, refund $20.00'].map((name) => page.get('button', name));
    expect(both.map((button) => button.className)).toEqual(['btn', 'btn']);
    expect(both[0]?.closest('.dock')).toBeTruthy();
    expect(both[0]?.parentElement).toBe(both[1]?.parentElement);
  });

  test('a finding is a step of the platform in its progress, and not the same state once more', async () => {
    const about = await order('to_be_accepted');
    const { id } = await ask(about);
    await say('case-finding', about, { fault: 'merchant', reason: 'The photos show another lamp.' });
    const page = await at(id);
    await page.says('The photos show another lamp.');
    expect(page.all('.spine blockquote').map((one) => one.textContent)).toEqual([
      'The photos show another lamp.',
    ]);
    const steps = page.all('.spine > li > .line > :first-child').map((step) => step.textContent);
    expect(steps).toEqual(['Requested', 'Your answer is due', 'Platform']);
  });

  test('a case that its merchant accepts gives the buyer the money, and is closed', async () => {
    const about = await order('to_be_accepted');
    const page = await at((await ask(about)).id);
    await page.press('button', 'Accept, refund $20.00');
    expect((await page.find('button', 'Accept')).className).toContain('primary');
    await page.says('The buyer will be refunded right away. This can’t be undone.');
    await page.press('button', 'Accept');
    await page.says(/Refunded\$20\.00/);
    expect(page.all('dialog')).toEqual([]);
    expect(page.all('button', 'Accept, refund $20.00')).toEqual([]);
    expect(answers()).toHaveLength(1);
    expect(answers()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a case that its merchant rejects shows the others the reason and the picture', async () => {
    const page = await at((await ask(await order('to_be_accepted'))).id);
    await page.press('button', 'Reject…');
    const reason = (await page.find('textbox', 'Your reason')) as HTMLTextAreaElement;
    await page.press('button', 'Reject');
    await page.says('Fill this in.');
    expect(answers()).toHaveLength(0);
    await write(reason, 'It left us whole. Call me: +49 30 1234 5678');
    await page.says('This looks like a phone number');
    await write(reason, 'It left us whole, see the picture.');
    await eventually(() => expect(page.text()).not.toContain('This looks like a phone number'));
    await chooseFile(page.get('[type=file]'), asFile(jpeg(), 'packed.jpg'));
    await page.says('Uploaded');
    await page.press('button', 'Reject');
    await page.says('to ask the platform to decide. Otherwise the case ends');
    await page.says('It left us whole, see the picture.');
    expect(page.get('link', 'Open file').getAttribute('href')).toMatch(/^\/|^http/);
    expect(answers()[0]?.body).toMatchObject({ answer: 'reject', fileIds: [expect.any(String)] });
  });

  test('a case that the buyer withdrew meanwhile says that it is not possible, and shows its state', async () => {
    const about = await order('to_be_accepted');
    const page = await at((await ask(about)).id);
    await page.press('button', 'Accept, refund $20.00');
    await page.find('button', 'Accept');
    await say('case-withdraw', about, { reason: 'Solved.' });
    await page.press('button', 'Accept');
    await page.says('The buyer withdrew the request. Nothing was refunded.');
  });
});

describe('a case that others decide', () => {
  test('waits for the goods of a return first, and names their parcel', async () => {
    const about = await order('to_be_accepted', 2);
    const page = await at((await ask(about, { type: 'return_refund', code: 'wrong_goods' })).id);
    await page.says('2 × Thing');
    await page.says('The money moves only once the items are back.');
    await page.press('button', 'Accept, refund $40.00');
    await page.press('button', 'Accept');
    await page.says('The buyer has until');
    await page.says('Refund agreed');
    expect(page.text()).not.toMatch(/Refund requested|How a refund would affect you/);
    await say('case-returned', about, { carrier: 'Parcel Link', tracking: 'RT1' });
    const later = await at(about.id);
    await later.says('The supplier expects the items by');
    await later.says('Return package: Parcel Link RT1');
  });
});

describe('the ways to a case', () => {
  test('the list says that a case is open, and its order leads to a closed one', async () => {
    const about = await order('to_be_accepted');
    const { id } = await ask(about);
    await client.signIn(amina);
    const list = open('/orderList', { '/orderList': OrderList });
    await list.says('Answer refund · Wed');
    const waiting = open(`/order?id=${about.id}`, { '/order': OrderScreen });
    await waiting.says('Settlement waits until the case is closed.');
    await say('case-withdraw', about, { reason: 'Solved.' });
    client.clear();
    await client.signIn(amina);
    const page = open(`/order?id=${about.id}`, { '/order': OrderScreen });
    const closed = await page.find('link', 'Return or refund case');
    expect(closed.getAttribute('href')).toBe(`/afterSale?id=${id}`);
  });

  test.each(['', 'case_of_somebody_else'])(
    'a case that does not exist (%s) says so and leads on',
    async (id) => {
      const page = await at(id);
      await page.find('heading', 'No case');
      expect(page.get('link', 'Show all orders').getAttribute('href')).toBe('/orderList?status=all');
    },
  );

  test('a case that does not load says why, and its retry works', async () => {
    const about = await order('to_be_accepted');
    const { id } = await ask(about);
    client.fault('POST /v1/order/after-sale/info', faults.refusedConnection);
    const page = await at(id);
    await page.find('heading', 'Couldn’t load the case');
    await page.press('button', 'Try again');
    await page.says('The lamp came broken.');
  });
});

// Last, as a week passes.
test('a case that others decide shows by when the platform decides, what a refund would do, and then the statement with the way to appeal', async () => {
  await client.server.fund(amina.shopId, 12n * UNITS);
  const about = await order('waiting_for_withdrawal');
  const { id } = await ask(about);
  const by = { caseId: id, answer: 'reject', reason: 'It was whole.' };
  await client.server.call('POST /v1/order/after-sale', by, amina);
  await say('case-escalate', about, { reason: 'No.' });
  const page = await at(id);
  await page.says('The platform will decide by');
  await page.says('How a refund would affect you');
  await page.says('Your money waits until the case is closed.');
  expect(page.all('button', 'Accept, refund $20.00')).toEqual([]);
  await say('case-decide', about, { result: 'approve', reason: 'The picture shows it.' });
  const announced = await at(id);
  const statement = await announced.find('link', 'Details and appeal');
  expect(statement.getAttribute('href')).toMatch(/^\/appeal\?ref=/);
  await announced.says('Nothing will be taken before Mar 10, 2025');
  await announced.says('Coming−$19.00');
  await passTime(client.server, amina, 7 * day);
  await runDue(client.server.deps);
  const later = await at(id);
  await later.says(/Refunded\$20\.00/);
  const steps = later.all('.spine > li > .line').map(({ textContent }) => textContent);
  expect(steps).toEqual(['Requested', 'Rejected', 'Platform review', 'Approved', 'Closed']);
});
