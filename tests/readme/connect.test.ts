// The programs of docs/connect.md, as a stranger takes them: cut out of the page into an empty folder, beside the package.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dist, projectDir } from '../harness/built.ts';
import { png } from '../harness/sample-files.ts';
import { type Served, serve } from '../harness/served.ts';
import { blocks, read } from './readme.ts';

const page = 'docs/connect.md';
const programs = Object.fromEntries(
  blocks(page, 'js').map((text) => [/^\/\/ (\S+)/.exec(text)?.[1] ?? '', `${text}\n`]),
);
const opsKey = 'the-key-of-the-operator-of-this-souk';
const data = mkdtempSync(join(tmpdir(), 'souk-connect-'));
const folder = mkdtempSync(join(tmpdir(), 'souk-program-'));
const run = promisify(execFile);

let souk: Served;
let amina: string;

/** Carries out a command of the operator. */
async function ops<Data>(name: string, flags: Record<string, string> = {}): Promise<Data> {
  const typed = Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, value]);
  const env = { ...process.env, SOUK_URL: souk.url, SOUK_OPS_KEY: opsKey };
  const { stdout } = await run(process.execPath, [join(dist, 'server/ops.js'), name, ...typed], { env });
  return JSON.parse(stdout).data;
}

/** Carries out a command as the page writes it, with other values for some of its flags. */
function opsAsWritten<Data>(start: string, changed: Record<string, string> = {}): Promise<Data> {
  const line = blocks(page, 'sh')
    .flatMap((block) => block.split('\n'))
    .find((one) => one.includes(start));
  const [, name = '', typed = ''] = /npm run ops -- (\S+) (.*)/.exec(line ?? '') ?? [];
  const flags = [...typed.matchAll(/--([\w-]+) (?:"([^"]*)"|(\S+))/g)].map(([, flag, quoted, bare]) => [
    flag,
    quoted ?? bare,
  ]);
  return ops<Data>(name, { ...Object.fromEntries(flags), ...changed });
}

/** The keys that the page makes, by their roles. */
const keys: Record<string, string> = {};

/** Starts a program, and ends it with the test. */
function start(program: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, SOUK_ORIGIN: souk.url, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = once(child, 'exit');
  onTestFinished(() => stop(child, ended));
  return { child, ended, output: () => output };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill();
  await ended;
}

interface Order {
  id: string;
  no: string;
  status: string;
}

/** An order that the demo's merchant has paid. */
async function paidOrder(): Promise<Order> {
  const order = await ops<Order>('place-order', { goods: 'BT-541', shop: 'amina' });
  await souk.ask('/v1/order/pay', { orderIds: [order.id], payPassword: '135790' }, amina);
  return order;
}

/** What the merchant reads of the way of an order's parcel. */
const wayOf = ({ id }: Order) => souk.ask('/v1/order/logistics', { orderId: id }, amina);
const statusOf = async ({ id }: Order) => (await ops<{ order: Order }>('order', { order: id })).order.status;

beforeAll(async () => {
  // The demo's own supplier takes a day.
  souk = await serve({ SOUK_OPS_KEY: opsKey, SOUK_DATA: data, SOUK_DEMO_SPEED: '1' });
  amina = await souk.signIn();
  for (const role of ['supplier', 'finance', 'shop_front'])
    keys[role] = (await opsAsWritten<{ key: string }>(`--roles ${role}`)).key;
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'goods.json'), blocks(page, 'json')[0] ?? '');
  writeFileSync(join(folder, 'jug.png'), png());
  const [install = ''] = blocks(page, 'sh').filter((block) => block.startsWith('npm install'));
  const { version } = JSON.parse(read('package.json'));
  const tarball = `${souk.url}/packages/souk-server-${version}.tgz`;
  expect(install.replace('http://127.0.0.1:8080', souk.url)).toBe(`npm install ${tarball}`);
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', tarball], {
    cwd: folder,
  });
}, 240_000);
afterAll(async () => {
  await souk?.stop();
  const env = { ...process.env, SOUK_DATA: data };
  // Fails where a posting does not add up.
  await run(process.execPath, [join(dist, 'server/audit.js')], { env });
  for (const made of [data, folder]) rmSync(made, { recursive: true, force: true });
}, 120_000);

test.each(Object.entries(programs))('%s has fewer than 60 lines', (_, text) => {
  expect(text.trim().split('\n').length).toBeLessThan(60);
});

test('the supplier brings its goods, and ships by the feed what is paid, also while it does not run', async () => {
  const env = { SOUK_KEY: keys.supplier ?? '' };
  const first = start('supplier.mjs', ['goods.json'], env);
  const one = await paidOrder();
  await expect.poll(() => statusOf(one), { timeout: 60_000 }).toBe('shipped');
  expect(JSON.stringify(await wayOf(one))).toContain(`MP-${one.no}`);
  const { list } = await ops<{ list: { code: string }[] }>('goods', { limit: '200' });
  expect(list.map(({ code }) => code)).toContain('TB-900');
  await stop(first.child, first.ended);
  const two = await paidOrder();
  const again = start('supplier.mjs', ['goods.json'], env);
  await expect.poll(() => statusOf(two), { timeout: 60_000 }).toBe('shipped');
  expect(again.output()).not.toContain(one.no);
}, 240_000);

test('the supplier ships by events that are posted to it, and answers 400 to those of others', async () => {
  const url = 'http://localhost:18391/souk';
  const { secret } = await opsAsWritten<{ secret: string }>('webhook-add', { url });
  start('supplier.mjs', [], { SOUK_KEY: keys.supplier ?? '', SOUK_EVENT_SECRET: secret, PORT: '18391' });
  const forged = () => fetch(url, { method: 'POST', body: '{}' }).then(({ status }) => status, String);
  await expect.poll(forged).toBe(400);
  const order = await paidOrder();
  await expect.poll(() => statusOf(order), { timeout: 60_000 }).toBe('shipped');
}, 240_000);

test('the payout file has what is to be paid once, and what the bank has paid is paid for its merchant', async () => {
  const env = { SOUK_KEY: keys.finance ?? '' };
  type Accounts = { list: { id: string; type: string }[] };
  const { list } = (await souk.ask('/v1/user/bank/list', {}, amina)) as Accounts;
  const account = list.find(({ type }) => type === 'bank_card')?.id;
  const asked = (await souk.ask(
    '/v1/user/withdraw/add',
    { amount: '20.00', accountId: account, payPassword: '135790' },
    amina,
  )) as { withdrawal: { no: string; net: string } };
  const { no, net } = asked.withdrawal;
  const linesOf = (file: string) => readFileSync(join(folder, file), 'utf8').split('\r\n').slice(1);

  expect(await start('payouts.mjs', ['write', 'one.csv'], env).ended).toEqual([0, null]);
  expect(
    linesOf('one.csv').filter((line) => line.startsWith(`"${no}","${net}","USD","bank_card"`)),
  ).toHaveLength(1);
  const second = start('payouts.mjs', ['write', 'two.csv'], env);
  expect(await second.ended).toEqual([0, null]);
  expect(linesOf('two.csv').join()).not.toContain(no);
  expect(second.output()).toContain(`${no} was started before`);
  const same = start('payouts.mjs', ['write', 'one.csv'], env);
  expect(await same.ended).toEqual([1, null]);

  // As a spreadsheet saves it.
  writeFileSync(join(folder, 'bank.csv'), `\ufeff"${no}";"BANK-REF-77120"\r\n`);
  for (const _ of [1, 2])
    expect(await start('payouts.mjs', ['report', 'bank.csv'], env).ended).toEqual([0, null]);
  const flow = await souk.ask('/v1/user/wallet_flow', { refNo: no }, amina);
  expect(JSON.stringify(flow)).toContain('"paid"');
  writeFileSync(join(folder, 'wrong.csv'), 'W-20261120-NONE,BANK-REF-77121\n');
  const wrong = start('payouts.mjs', ['report', 'wrong.csv'], env);
  expect(await wrong.ended).toEqual([1, null]);
  expect(wrong.output()).toContain('W-20261120-NONE');
}, 240_000);

test('the shop front sells what the shop lists, and its merchant has the order, the visitor and the stars', async () => {
  const site = 'http://localhost:18392';
  const env = { SOUK_KEY: keys.shop_front ?? '', SHOP: 'amina', PORT: '18392', REPORT_SECONDS: '1' };
  const front = start('shop-front.mjs', [], env);
  const visitors = async () => {
    const { store } = (await souk.ask('/v1/home', {}, amina)) as { store: { visitors: number | null } };
    return store.visitors ?? 0;
  };
  const before = await visitors();
  let first = '';
  await expect
    .poll(async () => {
      first = await fetch(site).then((answer) => answer.text(), String);
      return first;
    })
    .toContain('<li>');
  const code = /code=([^"]+)/.exec(first)?.[1];
  const article = `${site}/goods?code=${code}`;
  expect(await (await fetch(article)).text()).toContain('<form');
  const bought = await fetch(article, { method: 'POST', body: new URLSearchParams({ buyer: 'Ana Lima' }) });
  const no = /Your order: (\S+)/.exec(await bought.text())?.[1] ?? '';
  const listed = await souk.ask('/v1/order/list', { status: 'pending_payment' }, amina);
  expect(JSON.stringify(listed)).toContain(no);
  await expect.poll(visitors).toBeGreaterThan(before);

  const { order } = await ops<{ order: Order }>('order', { order: no });
  await souk.ask('/v1/order/pay', { orderIds: [order.id], payPassword: '135790' }, amina);
  await ops('ship', { order: no, carrier: 'Meridian Post', tracking: 'MP1' });
  for (const step of ['deliver', 'accept']) await ops(step, { order: no });
  const rate = () =>
    fetch(`${site}/stars`, { method: 'POST', body: new URLSearchParams({ order: no, stars: '4' }) });
  for (const _ of [1, 2]) expect(await (await rate()).text()).toBe('Thank you.');
  const comments = await fetch(`${souk.url}/api/v1/order-comment?orderId=${order.id}`, {
    headers: { authorization: amina },
  });
  const { list } = ((await comments.json()) as { data: { list: object[] } }).data;
  expect(list).toMatchObject([{ rating: 4 }]);
  expect(front.output()).toBe('');
}, 240_000);

test('the types of the package know what the programs send and read, and refuse what is not there', async () => {
  writeFileSync(
    join(folder, 'use.ts'),
    `import { type RefusalCode, type SoukEvent, soukClient } from '@souk/server';
    const souk = soukClient({ origin: 'http://127.0.0.1:8080', key: undefined });
    export async function use(event: SoukEvent) {
      if (event.type === 'withdrawal.to_pay') await souk.decide('withdraw-start', { withdrawal: event.data.withdrawal });
      if (event.type === 'merchant.to_act') console.log(event.data.user, event.data.badge + 1);
      for await (const { net, payTo } of souk.list('withdrawals')) console.log(net.length, payTo.number);
      for await (const { type, data } of souk.feed('supplier-events')) if (type === 'order.to_ship') console.log(data.link);
      const code: RefusalCode<'goods-add'> = 431;
      // @ts-expect-error: no such decision
      await souk.decide('shipp', { order: '1' });
      // @ts-expect-error: an order has to be named
      await souk.decide('ship', {});
      // @ts-expect-error: no such status
      await souk.read('orders', { status: 'gone' });
      // @ts-expect-error: one order has no pages
      souk.list('order', { order: '1' });
      // @ts-expect-error: suppliers have no such events
      for await (const { type } of souk.feed('supplier-events')) if (type === 'withdrawal.to_pay') console.log(type);
      return code;
    }`,
  );
  const tsc = join(projectDir, 'node_modules/typescript/bin/tsc');
  const types = ['--types', 'node', '--typeRoots', join(projectDir, 'node_modules/@types')];
  const options = [
    '--strict',
    '--noEmit',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--ignoreConfig',
    '--pretty',
    'false',
  ];
  const { stdout } = await run(process.execPath, [tsc, ...options, ...types, 'use.ts'], {
    cwd: folder,
  }).catch((error) => error);
  expect(stdout).toBe('');
}, 120_000);
