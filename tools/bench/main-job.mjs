// npm run bench -- job [--lang en] [--json <file>]
// Goes through the main job in a browser that has nothing in its cache: shop centre, orders, one of them, its
// payment, the wallet and its movements. Prints what travelled for each step, by kind: bodies as they were encoded, without
// headers. Code is page, scripts, styles and texts; answers are those of the calls. Reported; build.mjs has the budgets.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { serveDemo } from '../demo-server.mjs';
import { usable } from '../usable.mjs';
import { withBrowser } from './browser.mjs';

const payPassword = '135790';
/** The network is at rest when nothing was under way for so long: what is loaded on idle begins within it. */
const restMs = 1_500;
const limitMs = 30_000;

const { values } = parseArgs({
  options: {
    lang: { type: 'string', default: 'en' },
    json: { type: 'string', default: '' },
  },
});

/**
 * Each step, in what a merchant does until the next screen stands.
 * @type {[string, (page: any, url: string) => Promise<unknown>][]}
 */
const steps = [
  ['shop centre', (page, url) => page.goto(`${url}/shopCenter`).then(() => page.waitForSelector(usable))],
  ['orders', (page) => go(page, 'a[href="/orderList"]', 'li.item h3, li.item a')],
  ['order', (page) => go(page, 'li.item a.cover', '.dock .primary')],
  ['payment', pay],
  [
    'wallet',
    async (page) => {
      await page.locator('dialog .btn.primary').tap();
      await go(page, 'header a', 'a[href="/wallet"]');
      await go(page, 'a[href="/wallet"]', 'main .big:has(.num)');
    },
  ],
  ['movements', (page) => go(page, 'a[href="/walletFlow"]', 'main .chip')],
];

async function go(page, link, there) {
  await page.locator(link).first().tap();
  await page.locator(there).first().waitFor();
}

async function pay(page) {
  await page.locator('.dock .primary').tap();
  await page.locator('dialog input').fill(payPassword);
  await page.locator('dialog button[type=submit]').tap();
  await page.locator('dialog a[href^="/order?"]:not([href*=pay])').waitFor();
}

/** Notes each request of a page, in the step that is under way, with what its body took on the wire. */
async function watch(page) {
  const requests = new Map();
  const state = { open: new Set(), last: Date.now(), step: '' };
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Network.requestWillBeSent', ({ requestId, request: { url, postData = '' } }) => {
    if (!url.startsWith('http')) return;
    requests.set(requestId, { step: state.step, url, postData, headers: 0, body: 0 });
    state.open.add(requestId);
    state.last = Date.now();
  });
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (!request) return;
    request.headers = response.encodedDataLength;
    request.isCached = response.fromDiskCache;
    request.encoding = response.headers['content-encoding'] ?? 'plain';
  });
  const end = ({ requestId, encodedDataLength = 0 }) => {
    const request = requests.get(requestId);
    if (!request) return;
    // All that came, without the headers and what frames the parts of a body.
    request.body = request.isCached ? 0 : Math.max(0, encodedDataLength - request.headers);
    state.open.delete(requestId);
    state.last = Date.now();
  };
  cdp.on('Network.loadingFinished', end);
  cdp.on('Network.loadingFailed', end);
  cdp.on('Network.requestServedFromCache', ({ requestId }) => {
    const request = requests.get(requestId);
    if (request) request.isCached = true;
  });
  await cdp.send('Network.enable');
  return {
    async during(step, act) {
      state.step = step;
      await act();
      const until = Date.now() + limitMs;
      while (state.open.size > 0 || Date.now() - state.last < restMs) {
        if (Date.now() > until) throw new Error(`${step}: the network did not come to rest.`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    requests: () => [...requests.values()].filter(({ isCached }) => !isCached),
  };
}

/** @type {[string, RegExp][]} */
const kinds = [
  ['answers', /\/api\//],
  ['scripts', /\.js$/],
  ['styles', /\.css$/],
  ['texts', /\.json$/],
  ['pictures', /\/files\//],
  ['page', /./],
];
const kindOf = ({ url }) => kinds.find(([, pattern]) => pattern.test(new URL(url).pathname))[0];
const code = ['page', 'scripts', 'styles', 'texts'];

const server = await serveDemo();
try {
  const token = await server.signIn();
  const requests = await withBrowser(async (context) => {
    await context.addInitScript(
      ({ kept, lang }) => {
        localStorage.setItem('token', kept);
        localStorage.setItem('lang', lang);
      },
      { kept: token, lang: values.lang },
    );
    const page = await context.newPage();
    page.setDefaultTimeout(limitMs);
    const network = await watch(page);
    for (const [name, act] of steps) await network.during(name, () => act(page, server.url));
    return network.requests();
  });
  console.log(report(requests));
  if (values.json) await writeFile(values.json, JSON.stringify(requests, null, 2));
} finally {
  await server.stop();
}

function report(requests) {
  const sum = (some) => some.reduce((total, { body }) => total + body, 0);
  const of = (step, kind) => requests.filter((one) => one.step === step && kindOf(one) === kind);
  const cells = (row) => `| ${row.join(' | ')} |`;
  const each = requests.map((one) =>
    cells([
      one.step,
      kindOf(one),
      `${new URL(one.url).pathname.replace(/^\/app\/[^/]+/, '')} ${one.postData.slice(0, 60)}`.trim(),
      one.encoding,
      one.body,
    ]),
  );
  const names = kinds.map(([name]) => name).filter((name) => requests.some((one) => kindOf(one) === name));
  const sums = steps.map(([step]) => cells([step, ...names.map((name) => sum(of(step, name)))]));
  const total = cells(['all', ...names.map((name) => sum(requests.filter((one) => kindOf(one) === name)))]);
  const isCode = (one) => code.includes(kindOf(one));
  const isAnswer = (one) => kindOf(one) === 'answers';
  return [
    '| step | kind | request | encoding | bytes |',
    '|---|---|---|---|---|',
    ...each,
    '',
    cells(['step', ...names]),
    `|${'---|'.repeat(names.length + 1)}`,
    ...sums,
    total,
    '',
    `code ${sum(requests.filter(isCode))} bytes, answers ${sum(requests.filter(isAnswer))} bytes, ${requests.length} requests`,
  ].join('\n');
}
