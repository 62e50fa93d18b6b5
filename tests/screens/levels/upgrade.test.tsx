import { expect, test } from 'vitest';
import { UNITS } from '../../../src/contract/money.ts';
import Upgrade from '../../../src/screens/levels/upgrade.tsx';
import { move, post } from '../../../src/server/ledger/ledger.ts';
import { inTransaction } from '../../../src/server/platform/database/transaction.ts';
import { type Client, faults } from '../../harness/client.ts';
import { verify } from '../../harness/identity.ts';
import { eventually, open } from '../../harness/render-screen.tsx';
import { payPassword, type TestUser } from '../../harness/server.ts';
import { withMerchant } from '../../harness/with-merchant.ts';
import { submit, switchTo, write } from '../../ui/draw.tsx';

const route = 'POST /v1/shop/upgrade';
const merchant = 'Merchant shop: Switch to this level · $220';
let client: Client;
let amina: TestUser;
withMerchant({ timeoutMs: 4_000 }, (given) => {
  ({ client, amina } = given);
});

const at = async () => {
  await client.signIn(amina);
  const page = open('/upgrade', { '/upgrade': Upgrade });
  await page.says('Your level');
  return page;
};
type Page = Awaited<ReturnType<typeof at>>;
const pay = async (page: Page) => {
  await write(await page.find('textbox', 'Payment password'), payPassword);
  await submit(page.get('dialog').querySelector('form') as HTMLElement);
};
const cards = (page: Page) =>
  page.all('section.card').map((level) => ({
    name: level.querySelector('h2')?.textContent,
    figures: [...level.querySelectorAll('.stat > :last-child')].map((figure) => figure.textContent),
  }));
const balances = async () =>
  (
    await client.server.call<{ balance: string; depositMargin: string }>(
      'POST /v1/user/wallet',
      {},
      { token: amina.token },
    )
  ).data;

test('each other level has a card with its figures, none is chosen, and the current one is above them', async () => {
  const page = await at();
  await page.says('Ordinary shopYour level');
  expect(cards(page)).toEqual([
    { name: 'Ordinary shop', figures: ['20', '$0', '$0'] },
    { name: 'Merchant shop', figures: ['50', '$200', '$20'] },
    { name: 'TikTok agent', figures: ['100', '$500', '$50'] },
    { name: 'Business partner', figures: ['300', '$1,000', '$100'] },
  ]);
  expect(page.all('input')).toHaveLength(0);
});

test('the next level has the main button, with the sum that the move takes', async () => {
  await verify(client.server, amina);
  await client.server.fund(amina.shopId, 300n * UNITS);
  const page = await at();
  const next = await page.find('button', merchant);
  expect([next.textContent, next.className]).toEqual(['Switch to this level · $220', 'btn primary']);
});

test('a level that names a brand is withheld, with the reason, until the operator may use it', async () => {
  const page = await at();
  await page.says('To do:Permission to use the brand’s name');
  expect(page.all('button', 'TikTok agent: Switch to this level · $550')).toHaveLength(0);
});

test('a level that asks for a verified identity leads to verification, with the reason, and offers no move', async () => {
  const page = await at();
  await page.says('Verify your identity before you pay a security deposit.');
  expect(page.get('link', 'Verified identity').getAttribute('href')).toBe('/identity');
  expect(page.all('button', merchant)).toHaveLength(0);
});

test('a verified identity has its tick, and the move is offered', async () => {
  await verify(client.server, amina);
  const page = await at();
  await page.says('Done:Verified identity');
  await page.find('button', merchant);
});

test('an upgrade that the server refuses says why, takes nothing and leads to what is missing', async () => {
  client.fault('GET /v1/shop/type', async (pass) => {
    const answer = await (await pass()).json();
    for (const level of answer.data.list) delete level.requirementStates;
    return Response.json(answer);
  });
  const page = await at();
  await page.says('A verified identity');
  await page.press('button', merchant);
  const link = await page.find('link', 'Verify your identity before you pay a security deposit.');
  expect(link.getAttribute('href')).toBe('/identity');
  expect(page.all('dialog')).toHaveLength(0);
});

test('a deposit above the cap of a new shop asks for a first withdrawal, not for money', async () => {
  await verify(client.server, amina);
  const page = await at();
  await page.says('Make a withdrawal first, so you know the money really arrives');
  expect(page.get('link', 'First withdrawal paid').getAttribute('href')).toBe('/withdraw');
  expect(page.all('button', 'Business partner: Switch to this level · $1,100')).toHaveLength(0);
});

test('an upgrade shows deposit, fee and when the deposit comes back before the password, and is paid once', async () => {
  await verify(client.server, amina);
  await client.server.fund(amina.shopId, 300n * UNITS);
  const page = await at();
  await page.press('button', merchant);
  await page.says(/Security deposit, stays yours\$200\.00.*Level fee\$20\.00.*\$220\.00/);
  await page.says('Your security deposit stays yours. You’ll get it back once');
  expect(await balances()).toMatchObject({ balance: '300.00', depositMargin: '0.00' });
  client.fault(route, faults.lostAnswer);
  void pay(page);
  await page.says('Your shop is now: Merchant shop.');
  expect(client.of(route)).toHaveLength(1);
  expect(await balances()).toMatchObject({ balance: '80.00', depositMargin: '200.00' });
  await page.press('button', 'Done');
  await eventually(() => expect(page.all('button', merchant)).toHaveLength(0));
});

test('a short balance says how much is missing and asks for no password', async () => {
  await verify(client.server, amina);
  await client.server.fund(amina.shopId, 100n * UNITS);
  const page = await at();
  await page.press('button', merchant);
  await page.says('Your balance is $120.00 short.');
  expect(page.all('textbox', 'Payment password')).toHaveLength(0);
});

test('a deposit that became short says what waits, and that nothing has to be paid', async () => {
  await verify(client.server, amina);
  await client.server.fund(amina.shopId, 300n * UNITS);
  const { data } = await client.server.call<{ list: { id: string }[] }>(
    'GET /v1/shop/type',
    {},
    { token: amina.token },
  );
  await client.server.call(
    route,
    { typeId: data.list[1]?.id, payPassword },
    { token: amina.token, key: crypto.randomUUID() },
  );
  const { deps, clock } = client.server;
  await inTransaction(deps.db, (db) =>
    post(db, {
      kind: 'order_refund',
      ref: amina.shopId,
      shopId: amina.shopId,
      actor: 'test',
      at: clock.now(),
      entries: move(`M.deposit:${amina.shopId}`, 'world:buyer', 30n * UNITS),
    }),
  );
  const page = await at();
  await page.says(/Your security deposit is \$30\.00 short\. You can’t add listings for now/);
});

test('the levels are drawn in Arabic with amounts that read left to right', async () => {
  client.server.deps.config.brands = ['TikTok'];
  const page = await at();
  await page.says('Done:Permission to use');
  await switchTo('ar');
  await page.says('متى يُعاد إليك مبلغ التأمين');
  expect(page.get('.stat bdi').getAttribute('dir')).toBe('ltr');
});
