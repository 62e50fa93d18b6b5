// node tools/record-release.mjs <checkout>: what later changes have to get along with, recorded from a built checkout of a
// release into tests/fixtures/<its version>: its OpenAPI document, a database of each kind as its server left it, and the
// requests its client sends for what merchants do most, with the answers of its server.
// It clicks by the words of the release; where a release words something otherwise, it is this file that changes.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { launch } from './chromium.mjs';
import { follow } from './follow.mjs';

const root = join(import.meta.dirname, '..');
const demo = { username: 'amina', password: 'souk-demo-1', payPassword: '135790' };
const opsKey = 'the-operator-key-of-the-recording';

const small = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/** Starts the release's server with its demo shop, in which only the recording acts: the market runs at real pace. */
async function startRelease(checkout, where) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(checkout, 'dist', 'server', 'main.js')], {
    cwd: checkout,
    env: { PATH, HOME, PORT: '0', SOUK_DEMO: '1', SOUK_DEMO_SPEED: '1', SOUK_OPS_KEY: opsKey, ...where },
  });
  const { ready, ended } = follow(child);
  const url = await ready;
  const post = async (path, input, headers) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...headers,
      },
      body: JSON.stringify(input),
    });
    const { code, msg, data } = await answer.json();
    if (code !== 200) throw new Error(`${path} was refused: ${code} ${msg} ${JSON.stringify(data)}`);
    return data;
  };
  const { token } = await post('/api/login', demo);
  return {
    url,
    ops: (name, flags = {}) => post(`/ops/${name}`, flags, { 'x-ops-key': opsKey }),
    call: (path, input = {}) => post(`/api${path}`, input, { authorization: token }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const reasons = { facts: 'A buyer asked the bank for the money back.', rule: 'Money in dispute is held.' };

/** Adds to the demo's past what is under way: an order at each step, cases, money on hold and on its way, reasons. */
async function live({ ops, call }) {
  const [listed, delisted] = (await call('/v1/showcase/list', { status: 'listed' })).list;
  const place = () => ops('place-order', { goods: listed.goodsId, quantity: '1' });
  const pay = ({ id }) =>
    call('/v1/order/pay', { orderIds: [id], payPassword: demo.payPassword }).then(() => ({ order: id }));

  await place();
  await pay(await place());
  const shipped = await pay(await place());
  await ops('ship', shipped);
  for (const end of ['deliver', 'accept', 'settle']) {
    const order = await pay(await place());
    await ops('ship', order);
    await ops('deliver', order);
    if (end !== 'deliver') await ops('accept', { ...order, stars: '5' });
    if (end === 'settle') await ops('settle', order);
  }
  const complained = await pay(await place());
  await ops('ship', complained);
  await ops('deliver', complained);
  await ops('case-open', { ...complained, reason: 'The handle came off on the first day.' });

  await ops('hold', { amount: '12.50', code: 'dispute', days: '14', ...reasons });
  await ops('score-change', { points: '-2', ...reasons });
  const frozen = await ops('restrict', { kind: 'wallet_frozen', ...reasons });
  await ops('restriction-lift', { restriction: frozen.id, reason: 'It was a mistake.' });
  await ops('goods-delist', { goods: delisted.goodsId, ...reasons });

  const { list: accounts } = await call('/v1/user/bank/list');
  const usable = accounts.find(({ usableFrom }) => Date.parse(usableFrom) <= Date.now());
  const withdraw = (amount) =>
    call('/v1/user/withdraw/add', { accountId: usable.id, amount, payPassword: demo.payPassword });
  const { withdrawal: sent } = await withdraw('21.00');
  await ops('withdraw-start', { withdrawal: sent.id });
  await ops('withdraw-approve', { withdrawal: sent.id, proof: 'BANK-REF-21' });
  const { withdrawal: paid } = await withdraw('15.00');
  await ops('withdraw-start', { withdrawal: paid.id });
  await ops('withdraw-approve', { withdrawal: paid.id, proof: 'BANK-REF-15' });
  await ops('withdraw-paid', { withdrawal: paid.id, proof: 'BANK-REF-15' });
  await ops('recharge-book', { amount: '30.00', proof: 'BANK-IN-30' });
}

const addresses = ({ order, moving, caseId, commentable, statement }) => [
  '/shopCenter',
  '/orderList',
  `/order?id=${order}`,
  `/logistics?id=${moving}`,
  '/afterSale',
  `/afterSale?id=${caseId}`,
  `/orderComment?id=${commentable}`,
  '/goodsList',
  '/goodsList/warehouse',
  '/wallet',
  '/walletFlow',
  '/walletFlow?account=frozen',
  '/history',
  '/recharge',
  '/withdraw',
  '/bankList',
  '/bankEdit?type=bank_card',
  '/payPassword',
  '/shop',
  '/upgrade',
  '/identity',
  '/invitation',
  '/promotion',
  '/notifications',
  '/notifications?type=toasts',
  '/feedback',
  '/service',
  '/qa',
  '/qaDetail?id=withdrawing',
  '/appeal',
  `/appeal?ref=${statement}`,
  '/settings',
];

/** Does in the release's client what merchants do most: opens every screen, and moves money and goods. */
async function useClient(page, { url, call }) {
  const submit = () => page.locator('form button[type=submit]').last().click();
  const open = async (path) => {
    await page.goto(url + path);
    await page.waitForLoadState('networkidle');
  };
  const settle = () => page.waitForLoadState('networkidle');
  const pin = () => page.getByLabel('Payment password', { exact: true }).last().fill(demo.payPassword);

  await open('/shopCenter');
  await page.getByLabel('Username').fill(demo.username);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Store' }).waitFor();
  await settle();

  const orders = (await call('/v1/order/list', { limit: 50 })).list;
  const first = (fits) => (orders.find(fits) ?? orders[0]).id;
  const { list: statements } = await call('/v1/shop/statements');
  for (const path of addresses({
    order: first(({ allowedActions }) => allowedActions.includes('pay')),
    moving: first(({ allowedActions }) => allowedActions.includes('logistics')),
    commentable: first(({ allowedActions }) => allowedActions.includes('comment')),
    caseId: orders.find(({ lastCaseId }) => lastCaseId)?.lastCaseId,
    statement: statements[0].statementId,
  }))
    await open(path);

  await open('/goodsList/warehouse');
  await page.getByRole('button', { name: /^Add / }).first().click();
  const price = page.getByRole('dialog', { name: 'Your selling price' });
  await price.getByRole('button', { name: 'List product' }).click();
  await price.waitFor({ state: 'detached' });
  await settle();

  await open('/orderList');
  await page
    .getByRole('button', { name: /^Pay \$/ })
    .first()
    .click();
  await pin();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay \$/ })
    .click();
  await page.getByRole('dialog', { name: 'Paid' }).waitFor();
  await settle();

  await open('/withdraw');
  await page.locator('[type=radio]').first().check();
  await page.locator('[name=amount]').fill('20');
  await submit();
  await pin();
  await page.getByRole('button', { name: 'Withdraw $20.00' }).click();
  await page.getByText('Your withdrawal is under review.').first().waitFor();
  await settle();

  await open('/bankEdit?type=trx_usdt');
  await page.locator('[name=address]').fill('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
  await submit();
  await pin();
  await page.getByRole('dialog').getByRole('button', { name: 'Save account' }).click();
  await page.getByText('Your account is saved.').first().waitFor();
  await settle();

  await open('/feedback');
  await page.getByLabel('Your feedback').fill('The list of goods could be sorted by what sells.');
  await submit();
  await page.getByText('Received').first().waitFor();
  await settle();

  await open('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await settle();
}

const sentHeaders = ['content-type', 'accept-language', 'idempotency-key'];

/** Records every call of the page with its answer, in the order of the answers; tokens are replaced. */
async function recordClient(release) {
  const browser = await launch();
  try {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'en-US',
      timezoneId: 'UTC',
    });
    const page = await context.newPage();
    const sent = [];
    // Read at once: the browser discards answers of a page that was left.
    page.on('response', (response) => {
      const request = response.request();
      if (new URL(request.url()).pathname.startsWith('/api/'))
        sent.push({ request, response, text: response.text().catch(() => null) });
    });
    const recordedAt = new Date().toISOString();
    await useClient(page, release);
    const exchanges = [];
    for (const { request, response, text: reading } of sent) {
      const text = await reading;
      if (!text) continue;
      const { pathname, search } = new URL(request.url());
      const headers = await request.allHeaders();
      exchanges.push({
        method: request.method(),
        path: pathname.replace('/api', '') + search,
        signedIn: Boolean(headers.authorization),
        headers: Object.fromEntries(
          sentHeaders.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])),
        ),
        body: request.postData() === null ? null : JSON.parse(request.postData()),
        status: response.status(),
        answer: withoutSecrets(JSON.parse(text)),
      });
    }
    return { recordedAt, exchanges };
  } finally {
    await browser.close();
  }
}

const withoutSecrets = (answer) =>
  JSON.parse(JSON.stringify(answer, (name, value) => (name === 'token' && value ? 'TOKEN' : value)));

async function recordPostgres(checkout, out) {
  const bundled = join(root, 'node_modules', '.cache', 'recording-postgres.mjs');
  await build({
    entryPoints: [join(root, 'tests', 'harness', 'postgres.ts')],
    outfile: bundled,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const { postgresBin, startPostgres } = await import(pathToFileURL(bundled).href);
  const cluster = await startPostgres();
  try {
    const release = await startRelease(checkout, { DATABASE_URL: cluster.url, SOUK_DATA: out });
    await live(release);
    await release.stop();
    // As INSERT rows and not as a stream: any client can load it without being superuser.
    const dump = execFileSync(
      join(postgresBin(), 'pg_dump'),
      ['--no-owner', '--no-privileges', '--rows-per-insert=200', cluster.url],
      { maxBuffer: 2 ** 28, encoding: 'utf8' },
    );
    return dump.replaceAll(/^\\(un)?restrict .*\n/gm, '');
  } finally {
    await cluster.stop();
  }
}

const checkout = resolve(process.argv[2] ?? '');
const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
const fixtures = join(root, 'tests', 'fixtures', version);
const scratch = mkdtempSync(join(tmpdir(), 'souk-recording-'));
mkdirSync(fixtures, { recursive: true });
const write = (name, bytes) => {
  writeFileSync(join(fixtures, name), bytes);
  console.log(`${name}: ${Math.ceil(bytes.length / 1000)} kB`);
};
try {
  cpSync(join(checkout, 'dist', 'openapi.json'), join(fixtures, 'openapi.json'));

  const data = join(scratch, 'embedded');
  const embedded = await startRelease(checkout, { SOUK_DATA: data });
  await live(embedded);
  await embedded.stop();
  const tar = execFileSync('tar', ['--sort=name', '--owner=0', '--group=0', '-C', data, '-cf', '-', 'pg'], {
    maxBuffer: 2 ** 28,
  });
  write('embedded.tar.br', small(tar));

  const again = await startRelease(checkout, { SOUK_DATA: data });
  const recorded = await recordClient(again);
  await again.stop();
  write('client.json', `${JSON.stringify({ release: version, ...recorded }, null, 1)}\n`);

  write('postgres.sql.br', small(Buffer.from(await recordPostgres(checkout, join(scratch, 'postgres')))));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
