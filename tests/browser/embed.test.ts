// Souk in pages of others: by the script tag, under their policies, in their styles, beside their routers.
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { usable } from '../../tools/usable.mjs';
import { axe, openPage, sharedBrowser, shot, type Watched } from '../harness/browser.ts';
import { projectDir } from '../harness/built.ts';
import { type HostSite, hostSite } from '../harness/host-site.ts';
import { type Served, serve } from '../harness/served.ts';

const operatorKey = 'the-key-of-the-operator-of-this-souk';
let site: HostSite;
let souk: Served;
let browser: Browser;
let token: string;
/** One page for all that has to stay clean, so that what came once need not come again. */
let page: Page;
let context: Watched['context'];
let mustBeClean: () => void;

beforeAll(async () => {
  site = await hostSite();
  [souk, browser] = await Promise.all([
    serve({ SOUK_HOSTS: site.origin, SOUK_OPS_KEY: operatorKey }),
    sharedBrowser(),
  ]);
  token = await souk.signIn();
  ({ page, context, mustBeClean } = await openPage(browser));
  site.put('/empty', '<title>Nothing</title>');
});
afterEach(async () => {
  await page.goto(`${site.origin}/empty`);
  await page.evaluate('localStorage.clear(), sessionStorage.clear()');
  mustBeClean();
});
afterAll(() => Promise.all([souk?.stop(), site?.close()]));

const tag = (attributes = '') =>
  `<script nonce="once" async src="${souk.url}/souk.js" ${attributes}></script>`;
const policy = () =>
  [
    "default-src 'none'; base-uri 'none'; form-action 'none'",
    "script-src 'nonce-once'; style-src 'nonce-once'",
    `connect-src ${souk.url}; img-src ${souk.url} data: blob:`,
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; ');

/** A page that does all that pages do to their elements and to what scripts stand on. */
const rough = `<style nonce="once">
  * { all: unset; line-height: 4 !important; letter-spacing: 3px !important }
  html { font-size: 62.5% } body { display: block; font: italic 30px serif; color: red; text-transform: uppercase }
  div, p, h2, a, button, input, form, label { border: 7px solid lime !important; padding: 40px !important }
  script, style, head, title { display: none }
</style>
<script nonce="once">
  for (const type of [Object, Array, Function, String]) {
    type.prototype.extend = function () {};
    type.prototype.className = 'polluted';
  }
  Object.prototype.api = 'https://attacker.example/api';
  Object.prototype.token = 'polluted';
  const native = window.fetch;
  window.asked = [];
  window.fetch = (...request) => (window.asked.push(String(request[0])), native(...request));
</script>`;

const mount = (page: Page, options: object = {}) =>
  page.evaluate(`window.leave = Souk.mount(document.querySelector('#place'), ${JSON.stringify(options)})`);
const ready = (page: Page) => page.waitForFunction('window.Souk');
const signIn = async () => {
  await page.getByLabel('Username').fill('amina');
  await page.getByLabel('Password', { exact: true }).fill('souk-demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator(usable).waitFor();
};

describe('in a page of the strictest policy, of rough styles and polluted prototypes', () => {
  test('a merchant signs in, sees the figures and goes on, and nothing is refused', async () => {
    site.put(
      '/',
      `<title>My app</title>${rough}${tag('data-lang="en"')}<h1>My app</h1><souk-app></souk-app>`,
      {
        'content-security-policy': policy(),
      },
    );
    await page.goto(`${site.origin}/`);
    await signIn();
    await shot(page, 'embed-rough');

    const heading = page.getByRole('heading', { name: 'Store', level: 2 });
    const look = await heading.evaluate((element) => {
      const { fontSize, fontStyle, lineHeight, letterSpacing, textTransform, borderTopWidth } =
        getComputedStyle(element);
      return [fontSize, fontStyle, lineHeight, letterSpacing, textTransform, borderTopWidth];
    });
    expect(look).toEqual(['18px', 'normal', '21.6px', 'normal', 'none', '0px']);
    // Pictures come from the server, not from the page's own.
    const pictures = page.locator('souk-app img');
    await pictures.first().waitFor({ state: 'attached' });
    const from = await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
    expect(from.filter((src) => !src.startsWith(`${souk.url}/files/`))).toEqual([]);

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('heading', { name: 'Orders', level: 2 }).waitFor();
    await page.locator('souk-app a[href*="/order?id="]').first().waitFor();
    expect(page.url()).toBe(`${site.origin}/#/orderList`);
    expect(await page.title()).toBe('My app');
    expect(await page.evaluate('[...new Set(window.asked.map((url) => new URL(url).origin))]')).toEqual([
      souk.url,
    ]);
  });

  test('Souk leaves two names on window, prefixed keys in storage, and a token nowhere', async () => {
    site.put('/bare', '<title>My app</title>');
    site.put('/', `<title>My app</title>${tag()}<div id="place"></div>`);
    await page.goto(`${site.origin}/bare`);
    const before: string[] = await page.evaluate('Object.keys(window)');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await page.goto(`${site.origin}/?token=theirs&lang=ar#token=${token}`);
    await ready(page);
    await mount(page, { token });
    await page.locator(usable).waitFor();
    await page.locator('a[href="#/settings"]').click();
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('radio', { name: 'العربية' }).click();
    await page.locator('#souk[dir=rtl]').waitFor();
    await page.keyboard.press('Escape');
    const after: string[] = await page.evaluate('Object.keys(window)');
    expect(after.filter((name) => !before.includes(name) && !name.startsWith('__playwright'))).toEqual(
      expect.arrayContaining(['Souk']),
    );
    expect(after.filter((name) => /souk/i.test(name) && !/^(Souk|soukBridge)$/.test(name))).toEqual([]);
    await expect.poll(() => page.evaluate("localStorage.getItem('souk:lang')")).toBe('ar');
    const kept: Record<string, string> = await page.evaluate('({ ...localStorage, ...sessionStorage })');
    expect(Object.keys(kept).filter((name) => !name.startsWith('souk:'))).toEqual([]);
    expect(JSON.stringify(kept)).not.toContain(token);
    // The page's own address is its own: its query stands as it did, and Souk took nothing from it.
    expect(page.url()).toBe(`${site.origin}/?token=theirs&lang=ar#/settings`);
    expect(asked.slice(1).filter((one) => one.includes(token))).toEqual([]);
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(token);
  });
});

describe('beside a router of the page', () => {
  const app = `
    import { h, render } from 'preact';
    import { LocationProvider, Router } from 'preact-iso/router';
    const Home = () => h('main', null, h('a', { href: '/other' }, 'Elsewhere'), h('souk-app', null));
    const Other = () => h('main', null, h('h1', null, 'Elsewhere'), h('a', { href: '/' }, 'Home'));
    const NotFound = () => h('h1', null, 'The host lost its way');
    // The strictest kind of router handles a click before any other listener.
    window.heard = [];
    addEventListener('click', (event) => {
      const link = event.composedPath().find((node) => node.nodeName === 'A');
      const href = link && link.getAttribute('href');
      if (href && !href.startsWith('#')) window.heard.push(href);
    }, true);
    render(h(LocationProvider, null, h(Router, null,
      h(Home, { path: '/' }), h(Other, { path: '/other' }), h(NotFound, { default: true }))), document.querySelector('#app'));
  `;

  test('each router handles its own links, and each has its own steps back', async () => {
    const { outputFiles } = await build({
      stdin: { contents: app, resolveDir: projectDir },
      bundle: true,
      format: 'iife',
      write: false,
    });
    const page1 = `<title>My app</title><base href="/elsewhere/">${tag('data-lang="en"')}<div id="app"></div><script src="/app.js"></script>`;
    site.put('/app.js', outputFiles[0]?.text ?? '', { 'content-type': 'text/javascript' });
    for (const path of ['/', '/other']) site.put(path, page1);
    await page.goto(`${site.origin}/`);
    await signIn();
    for (const name of ['Orders', 'Products', 'Account']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      // A tab that is tapped before the one before was followed takes its place, and its step.
      await page.getByRole('heading', { name, level: 2 }).waitFor();
    }
    expect(page.url()).toBe(`${site.origin}/#/wallet`);
    expect(await page.evaluate('window.heard')).toEqual([]);
    await page.goBack();
    await page.getByRole('heading', { name: 'Products', level: 2 }).waitFor();

    await page.getByRole('link', { name: 'Elsewhere' }).click();
    await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
    expect(await page.locator('souk-app').count()).toBe(0);
    // A second mount begins signed out: the token went with the first.
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByLabel('Username').waitFor();
    expect(await page.getByText('The host lost its way').count()).toBe(0);
  });

  test('Souk in memory mode leaves the address alone', async () => {
    // Without a language of the page's the account's is taken, which an earlier visit may have chosen.
    site.put(
      '/',
      `<title>My app</title>${tag('data-location="memory" data-lang="en"')}<div id="place"></div>`,
    );
    await page.goto(`${site.origin}/#their-own`);
    await ready(page);
    const steps = await page.evaluate('history.length');
    await mount(page, { token });
    await page.locator(usable).waitFor();
    await page.getByRole('link', { name: 'Catalog', exact: true }).click();
    await page.getByRole('heading', { name: 'Catalog', level: 2 }).waitFor();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.locator(usable).waitFor();
    expect(page.url()).toBe(`${site.origin}/#their-own`);
    expect(await page.evaluate('history.length')).toBe(steps);
  });
});

describe('the host object', () => {
  test('supplies person, language and theme live, and receives notes', async () => {
    site.put(
      '/',
      `<html lang="en"><title>My app</title>${tag()}<main><h1>My app</h1><div id="place"></div></main><script type="module">
        import { createHost, createHostObject } from '${souk.url}/host.js';
        const { host, end } = createHostObject();
        window.notes = [];
        window.host = createHost(end, {
          platform: 'my-app', methods: {}, state: { token: '${token}', lang: 'en', theme: 'light' },
          onNote: (name, params) => window.notes.push([name, params]),
        });
        const show = () => { window.leave = Souk.mount(document.querySelector('#place'), { host }); };
        customElements.whenDefined('souk-app').then(show);
      </script>`,
    );
    await page.goto(`${site.origin}/`);
    await page.locator(usable).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.evaluate(
      "window.host.update({ lang: 'ar', theme: 'dark', appearance: { colorAccent: '#0a7d4f' } })",
    );
    await page.locator('#souk[dir=rtl][data-theme=dark]').waitFor();
    await shot(page, 'embed-arabic-dark');
    expect(await axe(page)).toEqual([]);
    // The page around it keeps its own language.
    expect(await page.evaluate('document.documentElement.dir')).toBe('');
    await page.getByRole('link', { name: 'الطلبات', exact: true }).click();
    await expect.poll(() => page.evaluate('JSON.stringify(window.notes)')).toContain('["back",{"depth":1}]');
    await expect.poll(() => page.evaluate('JSON.stringify(window.notes)')).toContain('"text":"الطلبات"');
    expect(await page.evaluate('window.host.back()')).toBe(true);
    await page.locator(usable).waitFor();
  });
});

describe('a session that the host’s merchant loses', () => {
  const hostPage = () =>
    `<title>My app</title>${tag()}<div id="place"></div><script type="module">
      import { createHost, createHostObject } from '${souk.url}/host.js';
      const { host, end } = createHostObject();
      window.notes = [];
      window.asked = 0;
      window.host = createHost(end, {
        platform: 'my-app', state: { token: localStorage.token ?? null, lang: 'en' },
        methods: { token: () => { window.asked++; throw new Error('later'); } },
        onNote: (name, params) => window.notes.push([name, params]),
      });
      customElements.whenDefined('souk-app').then(() => Souk.mount(document.querySelector('#place'), { host }));
    </script>`;
  const hand = (fresh: string) => page.evaluate(`window.host.update({ token: '${fresh}' })`);
  const revoke = () =>
    fetch(`${souk.url}/ops/session-end`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-ops-key': operatorKey,
        'x-ops-by': 'rosa',
        'idempotency-key': crypto.randomUUID(),
      },
      body: '{"user":"amina"}',
    });

  test('is reported to the host, and a later token leads back from #/404?code=401, also after a reload of its page', async () => {
    site.put('/lost', hostPage());
    await page.goto(`${site.origin}/lost`);
    await page.waitForFunction('window.host');
    await hand(await souk.signIn());
    await page.locator(usable).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Feedback' }).click();
    await page.locator('textarea[name=content]').fill('Half a word');
    expect((await revoke()).ok).toBe(true);
    await page.evaluate('window.host.pause(), window.host.resume()');
    await page.getByRole('link', { name: 'Sign in again' }).waitFor();
    await expect
      .poll(() => page.evaluate('JSON.stringify(window.notes)'))
      .toContain('["session-lost",{"code":401}]');
    // The question comes after the note.
    await expect.poll(() => page.evaluate('window.asked')).toBe(1);
    await page.evaluate(`localStorage.token = '${await souk.signIn()}'`);
    expect(page.url()).toContain('#/404?code=401');
    await page.reload();
    await page.locator('textarea[name=content]').waitFor();
    expect(await page.locator('textarea[name=content]').inputValue()).toBe('Half a word');
    expect(page.url()).toBe(`${site.origin}/lost#/feedback`);
    // The other tests that run here use amina's session, too.
    token = await souk.signIn();
  });
});

describe('messages between the page and Souk', () => {
  test('memory mode begins at the path that mount is given, navigate leads on, and options that are none are named in the console', async () => {
    // The account's language is Arabic or English, by whichever call of an earlier page came last.
    site.put('/wrong', `<title>My app</title>${tag('data-lang="en"')}<div id="place"></div>`);
    const { page, context } = await openPage(browser);
    const consoleTexts: string[] = [];
    page.on('console', (message) => consoleTexts.push(message.text()));
    await page.goto(`${site.origin}/wrong`);
    await page.waitForFunction('window.Souk');
    await page.evaluate(
      `window.leave = Souk.mount(document.querySelector('#place'), ${JSON.stringify({ token, location: 'memory', path: '/wallet' })})`,
    );
    await page.getByRole('heading', { name: 'Account', level: 2 }).waitFor();
    await page.evaluate('window.leave()');
    expect(consoleTexts.filter((text) => text.startsWith('Souk:'))).toEqual([]);
    const wrong = { token, lang: 'xx', location: 'path', theme: 'pink', storage: 'disk', path: '/nowhere' };
    await page.evaluate(
      `window.leave = Souk.mount(document.querySelector('#place'), ${JSON.stringify(wrong)})`,
    );
    await page.locator(usable).waitFor();
    await expect.poll(() => consoleTexts.join('\n')).toContain('the option lang is "xx"');
    for (const name of ['location', 'theme', 'storage'])
      expect(consoleTexts.join('\n')).toContain(`Souk: the option ${name} is "`);
    await page.evaluate('window.leave()');
    await context.close();
  });

  test('a host receives failed where the code of the app or of a screen does not load, and the badge', async () => {
    site.put(
      '/chunks',
      `<title>My app</title>${tag()}<div id="place"></div><script type="module">
        import { createHost, createHostObject } from '${souk.url}/host.js';
        const { host, end } = createHostObject();
        window.notes = [];
        window.host = createHost(end, {
          platform: 'my-app', methods: {}, state: { token: '${token}', lang: 'en' },
          onNote: (name, params) => window.notes.push(name + JSON.stringify(params)),
        });
        customElements.whenDefined('souk-app').then(() => Souk.mount(document.querySelector('#place'), { host }));
      </script>`,
    );
    const { page, context } = await openPage(browser);
    const notes = () => page.evaluate<string>('window.notes.join()');
    await page.route(/\/embedded\.js/, (route) => route.abort());
    await page.goto(`${site.origin}/chunks`);
    await expect.poll(notes).toContain('failed{"code":"load"}');
    await page.unroute(/\/embedded\.js/);
    await page.route(/\/orderList\.js|order-list|orders/, (route) =>
      route.request().resourceType() === 'script' ? route.abort() : route.continue(),
    );
    await page.reload();
    await page.locator(usable).waitFor();
    await expect.poll(notes).toMatch(/badge\{"count":\d+\}/);
    await page.evaluate("window.host.navigate('/nowhere')");
    await page.evaluate("window.host.navigate('/orderList?status=shipped#token=x')");
    await expect.poll(() => page.url()).toContain('#/orderList?status=shipped');
    expect(page.url()).not.toContain('token=x');
    await expect.poll(notes).toContain('failed{"code":"chunk"}');
    await context.close();
  });
});

describe('the element and mount()', () => {
  test('name a token in an attribute in the console, without its text, and draw the sign-in', async () => {
    site.put('/', `<title>My app</title>${tag('data-lang="en"')}<souk-app data-token="${token}"></souk-app>`);
    const { page, context } = await openPage(browser);
    const consoleTexts: string[] = [];
    page.on('console', (message) => consoleTexts.push(message.text()));
    await page.goto(`${site.origin}/`);
    await page.getByLabel('Username').waitFor();
    await expect.poll(() => consoleTexts.join('\n')).toContain('the option data-token is "…"');
    expect(consoleTexts.join('\n')).not.toContain(token);
    await context.close();
  });

  test('follow the language and theme of the element live, and keep what is typed', async () => {
    site.put('/', `<title>My app</title>${tag('data-lang="fr"')}<souk-app data-lang="en"></souk-app>`);
    await page.goto(`${site.origin}/`);
    await page.getByLabel('Username').fill('amina');
    const say = (attributes: object) =>
      page.evaluate(
        `Object.assign(document.querySelector('souk-app').dataset, ${JSON.stringify(attributes)})`,
      );
    await say({ lang: 'ar', theme: 'dark' });
    await page.locator('#souk[dir=rtl][data-theme=dark]').waitFor();
    expect(await page.locator('souk-app input:focus').inputValue()).toBe('amina');
    await say({ theme: 'auto' });
    await page.locator('#souk:not([data-theme])').waitFor();
    await page.evaluate("document.querySelector('souk-app').remove()");
  });

  test('the undo can be called twice', async () => {
    site.put('/', `<title>My app</title>${tag()}<div id="place"></div>`);
    await page.goto(`${site.origin}/`);
    await ready(page);
    await mount(page, { token });
    await page.locator(usable).waitFor();
    await page.evaluate('window.leave(), window.leave()');
    expect(await page.evaluate("document.querySelector('#place').shadowRoot.childElementCount")).toBe(0);
  });

  const routers = {
    'a router that inserts the next page and then empties the last one':
      "b.append(document.createElement('souk-app')); a.innerHTML = ''",
    'a router that inserts the next page and then cleans up what mount() showed':
      "b.append(document.createElement('souk-app')); window.leave()",
    'a router that removes what mount() showed and never calls its undo':
      "place.remove(); Souk.mount(b, { lang: 'en' })",
  };
  test.each(Object.entries(routers))('%s shows Souk there', async (name, navigate) => {
    const former = name.includes('mount()') ? '<div id="place"></div>' : '<souk-app></souk-app>';
    site.put(
      '/',
      `<title>My app</title>${tag('data-lang="en"')}<div id="a">${former}</div><div id="b"></div>`,
    );
    await page.goto(`${site.origin}/`);
    await ready(page);
    if (name.includes('mount()')) await mount(page, { token });
    await page.locator('#a #souk :is(form, h2)').first().waitFor();
    await page.evaluate(navigate);
    await page.locator('#b #souk :is(form, h2)').first().waitFor();
    // The page's only Souk, and whole: its own shadow root alone has something to show.
    expect(await page.locator('#souk').count()).toBe(1);
    await page.evaluate("document.querySelector('#b').replaceChildren()");
  });

  test('styles that arrive after Souk has left the page stay out of it', async () => {
    site.put('/', `<title>My app</title>${tag()}<div id="place"></div>`);
    await page.goto(`${site.origin}/`);
    await ready(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/deferred\.css/, async (route) => {
      await held;
      await route.continue();
    });
    const requested = page.waitForRequest(/\/deferred\.css/);
    const answered = page.waitForResponse(/\/deferred\.css/);
    await mount(page, { token });
    await page.locator(usable).waitFor();
    await requested;
    await page.evaluate('window.leave()');
    release();
    await (await answered).finished();
    await page.waitForTimeout(100);
    const left = "document.querySelector('#place').shadowRoot.adoptedStyleSheets.length";
    expect(await page.evaluate(left)).toBe(0);
    await page.unroute(/\/deferred\.css/);
  });

  test('come and go a hundred times and leave no listener, no node and no style behind', async () => {
    site.put('/', `<title>My app</title>${tag()}<div id="place"></div>`);
    await page.goto(`${site.origin}/`);
    await ready(page);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const counts = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((one) => one.name === name)?.value;
      const styles = await page.evaluate(
        "[document.querySelectorAll('style, link').length, document.querySelector('#place').shadowRoot.adoptedStyleSheets.length, document.documentElement.getAttribute('style')]",
      );
      return { listeners: of('JSEventListeners'), nodes: of('Nodes'), styles };
    };
    // Every tenth time with a shop in it: figures, a chart, radio buttons.
    const cycles = (times: number) =>
      page.evaluate(`(async () => {
        const place = document.querySelector('#place');
        for (let at = 0; at < ${times}; at++) {
          const token = at % 10 ? null : '${token}';
          const leave = Souk.mount(place, { token, lang: at % 2 ? 'ar' : 'en', location: 'memory' });
          const drawn = () => place.shadowRoot.querySelector(token ? '.gain .num' : 'form');
          while (!drawn()) await new Promise((resolve) => setTimeout(resolve, 1));
          leave();
        }
      })()`);
    await cycles(2);
    const { nodes = 0, listeners = 0, styles } = await counts();
    await cycles(100);
    // A mount that stayed would be some 200 nodes and 10 listeners; the browser's own few come and go.
    await expect.poll(async () => (await counts()).nodes).toBeLessThan(nodes + 50);
    const after = await counts();
    expect(after.listeners).toBeLessThan(listeners + 10);
    expect(after.styles).toEqual(styles);
  });
});

test('a page that is not listed gets no answer, neither by script tag nor in a frame', async () => {
  const { page, context, faults } = await openPage(browser);
  const stranger = await hostSite();
  stranger.put(
    '/',
    `<title>Stranger</title>${tag('data-lang="en"')}<souk-app></souk-app><iframe src="${souk.url}/shopCenter"></iframe>`,
  );
  await page.goto(`${stranger.origin}/`);
  await page.getByLabel('Username').fill('amina');
  await page.getByLabel('Password', { exact: true }).fill('souk-demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => faults().join()).toMatch(/frame-ancestors/);
  await expect
    .poll(() => faults().join())
    .toContain(`/api/login' from origin '${stranger.origin}' has been blocked`);
  expect(await page.locator(usable).count()).toBe(0);
  await context.close();
  await stranger.close();
});

describe('the script', () => {
  test('loads nothing from an address that an injected element pretends to be the script’s', async () => {
    const stranger = await hostSite();
    const asked: string[] = [];
    site.put(
      '/',
      `<title>My app</title><img name="currentScript" src="${stranger.origin}/souk.js">${tag('data-lang="en"')}<souk-app></souk-app>`,
    );
    const { page, context, faults } = await openPage(browser);
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${site.origin}/`);
    await expect.poll(() => faults().join()).toContain('Load it by');
    expect(asked.filter((url) => url.startsWith(`${stranger.origin}/`))).toEqual([
      `${stranger.origin}/souk.js`,
    ]);
    expect(await page.evaluate('"Souk" in window')).toBe(false);
    await context.close();
    await stranger.close();
  });

  test('the script by the tag of a release runs with its integrity, and not where one byte differs', async () => {
    const { script } = (await (await fetch(`${souk.url}/release.json`)).json()) as {
      script: { src: string; integrity: string };
    };
    const pinned = (integrity: string) =>
      `<title>My app</title><script async crossorigin src="${souk.url}${script.src}" integrity="${integrity}" data-lang="en"></script><souk-app></souk-app>`;
    site.put('/', pinned(script.integrity));
    site.put('/altered', pinned(script.integrity.replace(/.{4}$/, 'AAAA')));
    const { page, context, faults } = await openPage(browser);
    await page.goto(`${site.origin}/`);
    await page.locator('souk-app form').waitFor();
    expect(faults()).toEqual([]);
    await page.goto(`${site.origin}/altered`);
    await expect.poll(() => faults().join()).toMatch(/integrity/);
    expect(await page.evaluate('"Souk" in window')).toBe(false);
    await context.close();
  });

  test('makes no markup of what a page has put on Object.prototype', async () => {
    const polluted = { __html: `<img src="data:," onerror="document.title = 'ran'" class="theirs">` };
    site.put(
      '/',
      `<title>My app</title><script>Object.prototype.dangerouslySetInnerHTML = ${JSON.stringify(polluted)}</script>${tag('data-lang="en"')}<souk-app></souk-app>`,
    );
    await page.goto(`${site.origin}/`);
    await page.getByLabel('Username').waitFor();
    expect(await page.locator('.theirs').count()).toBe(0);
    expect(await page.title()).toBe('My app');
  });

  test('shows an error where its code does not load, and the button loads it', async () => {
    site.put('/', `<title>My app</title>${tag('data-lang="fr"')}<souk-app></souk-app>`);
    const { page, context } = await openPage(browser);
    await page.route(/\/embedded\.js/, (route) => route.abort());
    await page.goto(`${site.origin}/`);
    const button = page.getByRole('alert').getByRole('button', { name: 'Réessayer' });
    await button.waitFor();
    await page.unroute(/\/embedded\.js/);
    await button.click();
    await page.locator('souk-app form').waitFor();
    await context.close();
  });

  test('styles itself by a style element with the page’s nonce where sheets cannot be adopted', async () => {
    site.put(
      '/',
      `<title>My app</title><script nonce="once">
        delete Document.prototype.adoptedStyleSheets; delete ShadowRoot.prototype.adoptedStyleSheets;
      </script>${tag('data-lang="en"')}<souk-app></souk-app>`,
      { 'content-security-policy': policy() },
    );
    await page.goto(`${site.origin}/`);
    const button = page.getByRole('button', { name: 'Sign in' });
    await button.waitFor();
    expect(await button.evaluate((element) => getComputedStyle(element).borderRadius)).not.toBe('0px');
  });
});
