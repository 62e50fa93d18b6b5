import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usable } from '../../tools/usable.mjs';
import { openPage, sharedBrowser, signedIn, type Watched } from '../harness/browser.ts';
import { inRoundTrips } from '../harness/round-trips.ts';
import { type Served, serve } from '../harness/served.ts';

let server: Served;
let browser: Browser;
let token: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([serve(), sharedBrowser()]);
  token = await server.signIn();
});
afterAll(() => server?.stop());

const open = async (options: Parameters<typeof openPage>[1] = {}): Promise<Watched> =>
  openPage(browser, options);

describe('the first screen', () => {
  test('shows the server’s figures after two round trips and five requests', async () => {
    const { context, page, mustBeClean } = await open();
    await signedIn(context, token);
    const { levels, release } = await inRoundTrips(page, 2);
    await page.goto(`${server.url}/shopCenter`, { waitUntil: 'commit' });
    await page.waitForSelector(usable);
    expect(levels[0]).toEqual(['GET /shopCenter']);
    expect(levels[1]).toContain('POST /api/v1/home');
    expect(levels.flat().filter((asked) => !/\/files\//.test(asked))).toHaveLength(5);
    await release();
    await page.waitForLoadState('networkidle');
    mustBeClean();
    await context.close();
  });

  test('has the profit, or its place, a frame before what stands below it', async () => {
    const { context, page } = await open();
    await signedIn(context, token);
    await context.addInitScript(() => {
      new MutationObserver((_, watcher) => {
        if (!document.querySelector('.gain')) return;
        watcher.disconnect();
        document.documentElement.dataset.below = String(document.querySelectorAll('.shorts').length);
      }).observe(document, { subtree: true, childList: true });
    });
    await page.goto(`${server.url}/shopCenter`);
    await page.waitForSelector('.shorts');
    expect(await page.getAttribute('html', 'data-below')).toBe('0');
    await context.close();
  });

  /** Opens the shop centre of a server that never answers with the figures, nor with the shop and who is signed in. */
  const openWithoutFigures = async (page: Page) => {
    await page.route(/v1\/home$/, () => {});
    await page.goto(`${server.url}/shopCenter`);
    await page.waitForSelector('#souk.souk h1');
  };

  test('asks for nothing else until its figures can be read: 36 kB in five requests', async () => {
    const { context, page, mustBeClean } = await open();
    await signedIn(context, token);
    await context.addInitScript((usable) => {
      new MutationObserver((_, watcher) => {
        if (!document.querySelector(usable)) return;
        watcher.disconnect();
        requestAnimationFrame(() => performance.mark('figures'));
      }).observe(document, { subtree: true, childList: true });
    }, usable);
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/v1\/home$/, async (route) => {
      await held;
      await route.continue();
    });
    const asked: Request[] = [];
    page.on('request', (request) => asked.push(request));
    await page.goto(`${server.url}/shopCenter`);
    await page.waitForSelector('#souk.souk h1');
    // Whatever waits for a moment without work has it here.
    for (let turn = 0; turn < 3; turn++)
      await page.evaluate('new Promise((next) => requestIdleCallback(() => setTimeout(next)))');
    letThrough();
    await page.waitForRequest(/souk_shell\.js$/);
    const before: string[] = await page.evaluate(() => {
      const figures = performance.getEntriesByName('figures')[0]?.startTime ?? 0;
      return performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < figures)
        .map(({ name }) => name);
    });
    // The shop's own picture is as large as the shop made it.
    const needed = asked.filter(
      (request) =>
        request.isNavigationRequest() || (before.includes(request.url()) && !/\/files\//.test(request.url())),
    );
    expect(needed.map((request) => request.url().split('/').at(-1)).sort()).toEqual([
      'core.js',
      'en.first.json',
      'home',
      'shopCenter',
      'souk.css',
    ]);
    const sizes = await Promise.all(needed.map((request) => request.sizes()));
    const bytes = sizes.map(
      ({ responseHeadersSize, responseBodySize }) => responseHeadersSize + responseBodySize,
    );
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(36_000);
    mustBeClean();
    await context.close();
  });

  test('is asked for part by part where the server behind the page has no call for all of it', async () => {
    const { context, page } = await open();
    await signedIn(context, token);
    await page.route(/v1\/home$/, (route) => route.fulfill({ status: 404, json: { code: 404, msg: '' } }));
    await page.goto(`${server.url}/shopCenter`);
    await page.waitForSelector(usable);
    await context.close();
  });

  test('draws its stars with its own styles, and what follows the figures once the styles of that are here', async () => {
    const { context, page, mustBeClean } = await open();
    await signedIn(context, token);
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/deferred\.css$/, async (route) => {
      await held;
      await route.continue();
    });
    const code = page.waitForResponse(/souk_shell\.js$/);
    await page.goto(`${server.url}/shopCenter`);
    await (await code).finished();
    await page.waitForSelector(usable);
    await page.waitForTimeout(0);
    const star = page.locator('.cell .star');
    const colour = await star.evaluate((one) => getComputedStyle(one).color);
    expect(colour).not.toBe(
      await page
        .locator('.cell')
        .last()
        .evaluate((one) => getComputedStyle(one).color),
    );
    expect(await page.locator('.shorts svg').count()).toBe(0);
    letThrough();
    await page.waitForSelector('.shorts svg');
    mustBeClean();
    await context.close();
  });

  /** Lets the times of so many milliseconds never end. */
  const withoutTimes = (context: BrowserContext, ...times: number[]) =>
    context.addInitScript((endless) => {
      const { setTimeout } = window;
      Object.assign(window, {
        setTimeout: (then: () => void, ms = 0) => (endless.includes(ms) ? 0 : setTimeout(then, ms)),
      });
    }, times);

  test('loads the rest where its figures do not come', async () => {
    const { context, page } = await open();
    await signedIn(context, token);
    // Not because a call was given up.
    await withoutTimes(context, 15_000);
    const later = page.waitForRequest(/souk_shell\.js$/);
    await openWithoutFigures(page);
    await later;
    await context.close();
  });

  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['a press', (page) => page.mouse.click(5, 400)],
    ['a link that is followed by a key', (page) => page.locator('a[href="/wallet"]').press('Enter')],
    ['a choice by a key', (page) => page.getByRole('radio').first().press('ArrowRight')],
  ])('loads the rest at once at %s', async (_, act) => {
    const { context, page } = await open();
    await signedIn(context, token);
    // Nor because the figures were waited for long enough.
    await withoutTimes(context, 3000, 15_000);
    await openWithoutFigures(page);
    const later = page.waitForRequest(/souk_shell\.js$/);
    await act(page);
    await later;
    await context.close();
  });

  test.each([
    ['saves data', { saveData: true }, false],
    ['is on a line as slow as 2G', { effectiveType: 'slow-2g' }, false],
    ['is on a good line', { effectiveType: '4g' }, true],
  ])(
    'is followed by what may be needed next, unless its reader saves data or has a slow line: one who %s',
    async (_, connection, follows) => {
      const { context, page, mustBeClean } = await open();
      await signedIn(context, token);
      await context.addInitScript((given) => {
        Object.defineProperty(navigator, 'connection', { value: given });
      }, connection);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url().split('/').at(-1) ?? ''));
      await page.goto(`${server.url}/shopCenter`);
      await page.waitForSelector('#souk[data-section]');
      await page.waitForLoadState('networkidle');
      expect(asked.includes('en.main.json')).toBe(follows);
      expect(asked).toContain('souk_shell.js');
      mustBeClean();
      await context.close();
    },
  );

  test('formats its first figure while its code is on the way', async () => {
    const { context, page, mustBeClean } = await open();
    await signedIn(context, token);
    await context.addInitScript(() => {
      const construct = (...[Kind, given]: [typeof Intl.NumberFormat, []]) => {
        performance.mark('formats');
        return Reflect.construct(Kind, given);
      };
      Intl.NumberFormat = new Proxy(Intl.NumberFormat, { construct });
    });
    let letThrough = () => {};
    const made = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/core\.js$/, async (route) => {
      await made;
      await route.continue();
    });
    await page.goto(`${server.url}/shopCenter`, { waitUntil: 'commit' });
    const formats = () => page.evaluate(() => performance.getEntriesByName('formats').length);
    await expect.poll(formats).toBeGreaterThan(0);
    letThrough();
    await page.waitForSelector(usable);
    mustBeClean();
    await context.close();
  });

  test('is named by the page’s answer, which a browser keeps for ten minutes', async () => {
    const { headers } = await fetch(`${server.url}/shopCenter`);
    expect(headers.get('cache-control')).toBe('private, max-age=600');
    const named = [...(headers.get('link') ?? '').matchAll(/<(.*?)>/g)].map(([, path]) => path);
    const answers = await Promise.all(named.map((path) => fetch(server.url + path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('shows the figures of the last visit, and from when they are, until the new ones are here', async () => {
    const { context, page, mustBeClean } = await open();
    await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
    await page.goto(`${server.url}/shopCenter`);
    await page.waitForSelector(usable);
    const profit = page.locator('.gain .big').first();
    const before = await profit.textContent();
    expect(before).toContain('$');
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/\/v1\//, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.waitForSelector(usable);
    expect(await profit.textContent()).toBe(before);
    expect(await page.locator('.card:has(.cell)').textContent()).toMatch(/As of \d/);
    const answered = page.waitForResponse(/v1\/home$/);
    letThrough();
    expect((await answered).status()).toBe(200);
    mustBeClean();
    await context.close();
  });

  test('leaves nothing on window', async () => {
    const { context, page } = await open();
    await page.goto(`${server.url}/healthz`);
    const before: string[] = await page.evaluate('Object.keys(window)');
    await signedIn(context, token);
    await page.goto(`${server.url}/shopCenter`);
    await page.waitForSelector(usable);
    const after: string[] = await page.evaluate('Object.keys(window)');
    expect(after.filter((name) => !before.includes(name) && !name.startsWith('__playwright'))).toEqual([]);
    await context.close();
  });

  test('moves nothing but its chart’s stripes while it loads, and has few nodes', async () => {
    const { context, page } = await open();
    await signedIn(context, token);
    await context.addInitScript(() => {
      const shifts: number[] = [];
      Object.defineProperty(window, '__playwright_shifts', { value: shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // Late enough for the place of the figures to be drawn before them.
    await page.route(/v1\/home$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await page.goto(`${server.url}/shopCenter`);
    const rod = () =>
      page.locator('.valance').evaluate((chart) => getComputedStyle(chart, '::before').insetBlockStart);
    const place = await rod();
    await page.waitForSelector(usable);
    await page.waitForLoadState('networkidle');
    const shifts: number[] = await page.evaluate('window.__playwright_shifts');
    // The stripes rise over their rod.
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.003);
    expect(await rod()).toBe(place);
    expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThanOrEqual(300);
    await context.close();
  });
});

/** The tops of the first surfaces of the screen, in px. */
const surfaces = (page: Page) =>
  page
    .locator('main :is(.purse, .card, .items, .gallery > *)')
    .evaluateAll((all) => all.slice(0, 2).map((one) => Math.round(one.getBoundingClientRect().top)));

test.each([
  ['Account', () => '/wallet'],
  ['a product', ({ goods }: Shown) => `/goods?id=${goods}`],
  ['the catalog', () => '/goodsList/warehouse'],
  ['an order', ({ order }: Shown) => `/order?id=${order}`],
  ['what is coming', () => '/orderList?status=waiting_for_withdrawal'],
])(
  '%s waits in the form that it will have, and shifts next to nothing when it is there',
  async (_, pathOf) => {
    const { list } = (await server.ask('/v1/order/list', { limit: 50 }, token)) as { list: Row[] };
    const found = list.find((row) => row.status === 'pending_payment' && !row.remark);
    const path = pathOf({ order: found?.id ?? '', goods: list[0]?.items[0]?.goodsId ?? '' });
    const { context, page } = await open();
    await signedIn(context, token);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/v1\/(?!me$)/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(server.url + path);
    await page.locator('main .skel').first().waitFor();
    const waiting = await surfaces(page);
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.defineProperty(window, '__playwright_shifts', { value: shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift' });
    });
    answer();
    await page.locator('main [aria-busy]').first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    expect((await surfaces(page)).slice(0, waiting.length)).toEqual(waiting);
    const shifts: number[] = await page.evaluate('window.__playwright_shifts');
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
    await context.close();
  },
);

interface Shown {
  order: string;
  goods: string;
}
interface Row {
  id: string;
  status: string;
  remark?: string | null;
  items: { goodsId: string }[];
}

describe('what is requested beside the code', () => {
  /** Returns it in alphabetical order, and the path that the address has in the end. */
  const requestsAt = async (path: string) => {
    const { context, page, mustBeClean } = await open();
    await signedIn(context, token);
    const { levels, release } = await inRoundTrips(page, 2);
    await page.goto(server.url + path, { waitUntil: 'commit' });
    await expect.poll(() => levels.length).toBe(2);
    await release();
    await page.waitForSelector('#souk.souk h1');
    await page.waitForLoadState('networkidle');
    mustBeClean();
    const { pathname } = new URL(page.url());
    await context.close();
    return { requests: [...(levels[1] ?? [])].sort(), pathname };
  };

  test('is that of any unknown address where the path is the name of a member of every object', async () => {
    const { requests } = await requestsAt('/nowhere');
    for (const path of ['/constructor', '/__proto__'])
      expect(await requestsAt(path)).toEqual({ requests, pathname: path });
  });

  test('has the code of a screen that visits often begin with', async () => {
    const codeAt = async (path: string) =>
      (await requestsAt(path)).requests.filter((request) => request.endsWith('.js'));
    const [unknown, wallet] = [await codeAt('/nowhere'), await codeAt('/wallet')];
    expect(wallet).toEqual(expect.arrayContaining(unknown));
    expect(wallet.length).toBeGreaterThan(unknown.length);
  });

  test.each(['/wallet', '/shopCenter'])(
    'is the same with a slash at the end of the path: %s',
    async (path) => {
      expect(await requestsAt(`${path}/`)).toEqual(await requestsAt(path));
    },
  );
});

describe('a token in the address', () => {
  test.each([
    ['the fragment', (secret: string) => `/shopCenter#token=${secret}&lang=ar`, '/shopCenter'],
    [
      'the query',
      (secret: string) => `/shopCenter?token=${secret}&lang=ar&from=app`,
      '/shopCenter?lang=ar&from=app',
    ],
  ])('is taken out of %s before any request, and never stored', async (_, address, left) => {
    const { context, page, mustBeClean } = await open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await page.goto(server.url + address(token));
    await page.waitForSelector(usable);
    expect(page.url()).toBe(server.url + left);
    // The query's first request carries it, which is why the fragment is the form to use.
    expect(asked.slice(1).filter((url) => url.includes(token))).toEqual([]);
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
      token,
    );
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
    mustBeClean();
    await context.close();
  });
});

test.each([
  ['a browser', 'null', 0],
  ['a browser on iOS, which has what only looks like a host', 'window.webkit = { messageHandlers: {} }', 0],
  // What was asked early is thrown away as soon as it shows that no app is there.
  ['a browser that was made to look like an app', 'window.soukHostOf = {}', 1],
] as const)('a token in the address, in %s, does not replace a stored sign-in', async (_, script, early) => {
  const { context, page, mustBeClean } = await open();
  await page.addInitScript(script);
  await signedIn(context, token);
  const used = new Set<string | undefined>();
  page.on('request', (request) => {
    if (/home|store/.test(request.url())) used.add(request.headers().authorization);
  });
  const other = await server.signIn();
  const looked = page.waitForRequest((request) => request.headers().authorization === other);
  await page.goto(`${server.url}/shopCenter#token=${other}`);
  await page.waitForSelector(usable);
  await looked;
  expect([...used]).toEqual([other, token].slice(1 - early));
  mustBeClean();
  await context.close();
});

test('a token in the address is not used where a host app says who is signed in', async () => {
  const { context, page, mustBeClean } = await open();
  const greeting = JSON.stringify({ version: 1, platform: 'app', capabilities: [], state: { token } });
  await page.addInitScript(`window.soukHost = {
    postMessage(text) {
      const { t, n } = JSON.parse(text);
      const hi = JSON.stringify({ souk: 1, t: 'hi', n, p: ${greeting} });
      if (t === 'hello') setTimeout(() => this.onmessage({ data: hi }));
    },
  }`);
  const stranger = await server.signIn();
  const taken = page.waitForRequest((request) => request.headers().authorization === token);
  await page.goto(`${server.url}/shopCenter#token=${stranger}`);
  await taken;
  await page.waitForSelector(usable);
  const later = page.waitForRequest(/v1\/user\/wallet$/);
  await page.click('a[href="/wallet"]');
  expect((await later).headers().authorization).toBe(token);
  mustBeClean();
  await context.close();
});

describe('what fails to load', () => {
  const expected = /Failed to load resource|net::ERR_FAILED|dynamically imported module/;
  const parts: [string, RegExp][] = [
    ['the code', /\/app\/\w+\/core\.js$/],
    ['the language', /\.first\.json$/],
    ['the stylesheet', /souk\.css$/],
  ];

  test.each(parts)('is requested again where it fails once: %s', async (_, pattern) => {
    const { context, page } = await open({ expected });
    await signedIn(context, token);
    await page.route(pattern, (route) => route.abort(), { times: 1 });
    await page.goto(`${server.url}/shopCenter`);
    await page.waitForSelector(usable);
    await context.close();
  });

  test.each(parts)(
    'ends in a message and a retry that works where it fails every time: %s',
    async (_, pattern) => {
      const { context, page, mustBeClean } = await open({ expected });
      await signedIn(context, token);
      await page.route(pattern, (route) => route.abort());
      await page.goto(`${server.url}/shopCenter`);
      const button = page.getByRole('alert').getByRole('button', { name: 'Try again' });
      await button.waitFor();
      await page.unroute(pattern);
      await button.click();
      await page.waitForSelector(usable);
      mustBeClean();
      await context.close();
    },
  );
});

test('the token of another visit is not used in a frame', async () => {
  const { context, page } = await open();
  await signedIn(context, token);
  const used: string[] = [];
  context.on('request', (request) => {
    if (request.headers().authorization) used.push(request.url());
  });
  await page.route(`${server.url}/frame`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<iframe src="/shopCenter" width="390" height="800"></iframe>',
    }),
  );
  await page.goto(`${server.url}/frame`);
  await page.frameLocator('iframe').locator('#souk.souk, #souk .souk, #souk form').first().waitFor();
  expect(used).toEqual([]);
  await context.close();
});

describe('in a frame of a host that answers', () => {
  /** A page of the host that frames the app and hands over what it is given. */
  const hosted = async (page: Page, state: object, listener = '') => {
    await page.route(`${server.url}/frame`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="/shopCenter" width="390" height="800"></iframe><script type="module">
          import { hostFrame } from '/host.js';
          window.notes = [];
          window.host = hostFrame(document.querySelector('iframe'), location.origin,
            { platform: 'test', methods: {}, state: ${JSON.stringify(state)}, ${listener} });
        </script>`,
      }),
    );
  };

  test('the figures are there after the calls for them, with at most six requests, in the host’s theme', async () => {
    const { context, page } = await open();
    // The host's page; its script and ours; what the first screen needs; its data.
    const { levels, release } = await inRoundTrips(page, 4);
    await hosted(page, { token, theme: 'dark', lang: 'en' });
    await page.goto(`${server.url}/frame`, { waitUntil: 'commit' });
    const app = page.frameLocator('iframe');
    await app.locator(usable).waitFor();
    const figures = levels.findIndex((asked) => asked.includes('POST /api/v1/home'));
    expect(figures).toBeGreaterThan(0);
    // What is asked for once the figures are on their way is not waited for.
    const ours = levels
      .slice(0, figures + 1)
      .flat()
      .filter((asked) => !/\/(frame|host\.js)$/.test(asked));
    expect(ours.length).toBeLessThanOrEqual(6);
    expect(await app.locator('#souk').getAttribute('data-theme')).toBe('dark');
    await release();
    await context.close();
  });

  test('a message of the host from before the rest of the bridge is delivered once that has loaded', async () => {
    const { context, page } = await open();
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/\/guest\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await hosted(page, { token, lang: 'en' });
    const asked = page.waitForRequest(/\/guest\.js$/);
    await page.goto(`${server.url}/frame`);
    const app = page.frameLocator('iframe');
    await app.locator(usable).waitFor();
    await asked;
    await page.evaluate("window.host.update({ lang: 'ar', theme: 'dark' })");
    expect(await app.locator('#souk').getAttribute('dir')).toBe('ltr');
    letThrough();
    await app.locator('#souk[dir=rtl][data-theme=dark]').waitFor();
    await context.close();
  });

  test('the host receives failed where the code of the app does not load', async () => {
    const { context, page } = await open();
    await page.route(/\/core\.js$/, (route) => route.abort());
    await hosted(page, { token, lang: 'en' }, 'onNote: (name, params) => notes.push([name, params])');
    await page.goto(`${server.url}/frame`);
    await page.frameLocator('iframe').getByRole('button', { name: 'Try again' }).waitFor();
    await expect.poll(() => page.evaluate('window.notes')).toEqual([['failed', { code: 'load' }]]);
    await context.close();
  });
});
