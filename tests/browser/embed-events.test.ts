// The events and properties of the element in a host's page, and how one Souk follows another.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { usable } from '../../tools/usable.mjs';
import { openPage, sharedBrowser, type Watched } from '../harness/browser.ts';
import { type HostSite, hostSite } from '../harness/host-site.ts';
import { type Served, serve } from '../harness/served.ts';

let site: HostSite;
let souk: Served;
let browser: Browser;
let token: string;
let page: Page;
let context: Watched['context'];

beforeAll(async () => {
  site = await hostSite();
  [souk, browser] = await Promise.all([serve({ SOUK_HOSTS: site.origin }), sharedBrowser()]);
  token = await souk.signIn();
});
beforeEach(async () => {
  ({ page, context } = await openPage(browser));
});
afterEach(() => context.close());
afterAll(() => Promise.all([souk?.stop(), site?.close()]));

const names = ['ready', 'error', 'session-lost', 'badge', 'navigate', 'dirty'];
/** Writes every event of an element into `window.events`. */
const listen = `<script>
  window.events = [];
  window.listen = (element) => {
    for (const name of ${JSON.stringify(names)})
      element.addEventListener('souk:' + name, ({ detail }) => window.events.push([name, detail]));
    return element;
  };
</script>`;
const script = (attributes = '') => `<script async src="${souk.url}/souk.js" ${attributes}></script>`;
/** Opens a page with an element to which the page has listened from the beginning. */
async function open(body: string) {
  site.put('/', `<title>My app</title>${listen}${script('data-lang="en"')}${body}`);
  await page.goto(`${site.origin}/`);
  await page.waitForFunction('window.Souk');
}
/** Adds a listened `<souk-app>` to the page, with what is done to it before. */
const add = (before = '') =>
  page.evaluate(
    `(() => { const element = listen(document.createElement('souk-app')); window.souk = element; ${before}; document.body.append(element); })()`,
  );
const events = (name: string) =>
  page.evaluate<Record<string, unknown>[]>(
    `window.events.filter(([name]) => name === '${name}').map(([, detail]) => detail)`,
  );
const element = (act: string) => page.evaluate(`window.souk.${act}`);
const heading = (name: string) => page.getByRole('heading', { name, level: 2 }).waitFor();

describe('the events of <souk-app>', () => {
  test('say that it is ready, what waits, where it is, and whether something typed would be lost', async () => {
    await open('');
    await add(`element.token = '${token}'`);
    await page.locator(usable).waitFor();
    await expect.poll(() => events('ready')).toEqual([{ ms: expect.any(Number) }]);
    await expect.poll(() => events('badge')).toEqual([{ count: expect.any(Number) }]);
    await element("path = '/feedback'");
    await expect.poll(() => events('navigate')).toEqual([{ path: '/feedback' }]);
    const field = page.locator('textarea[name=content]');
    await field.fill('Half a word');
    await expect.poll(() => events('dirty')).toEqual([{ value: true }]);
    await field.fill('');
    await expect.poll(() => events('dirty')).toEqual([{ value: true }, { value: false }]);
    expect(await events('error')).toEqual([]);
  });

  test('say that the sign-in is ready, and take a token at any time; null signs out', async () => {
    await open('');
    await add();
    await page.getByLabel('Username').waitFor();
    await expect.poll(() => events('ready')).toHaveLength(1);
    await element(`token = '${token}'`);
    await page.locator(usable).waitFor();
    await element('token = null');
    await page.getByLabel('Username').waitFor();
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
      token,
    );
  });

  test('say that the token has ended, and another one leads on', async () => {
    await open('');
    const ending = await souk.signIn();
    await add(`element.token = '${ending}'`);
    await page.locator(usable).waitFor();
    await expect.poll(() => events('badge')).toHaveLength(1);
    const expire = `fetch('${souk.url}/host/expire', { method: 'POST', headers: { authorization: '${ending}' } })`;
    expect(await page.evaluate(`${expire}.then((answer) => answer.ok)`)).toBe(true);
    await element("path = '/orderList'");
    await expect
      .poll(() => events('session-lost'))
      .toEqual([{ code: 408, message: expect.stringContaining('element.token') }]);
    await element(`token = '${await souk.signIn()}'`);
    await heading('Orders');
  });

  test('come from an element that mount() is given, too', async () => {
    await open('<div id="place"></div>');
    await page.evaluate(`Souk.mount(listen(document.querySelector('#place')), { token: '${token}' })`);
    await page.locator(usable).waitFor();
    await expect.poll(() => events('ready')).toHaveLength(1);
  });

  test('properties that were set before the script came count', async () => {
    site.put(
      '/',
      `<title>My app</title>${listen}<souk-app></souk-app><script>
        const element = listen(document.querySelector('souk-app'));
        Object.assign(element, { token: '${token}', lang: 'ar', theme: 'dark', path: '/wallet' });
      </script>${script()}`,
    );
    await page.goto(`${site.origin}/`);
    await page.locator('#souk[dir=rtl][data-theme=dark] a[href="#/withdraw"]').waitFor();
    await page.evaluate("document.querySelector('souk-app').lang = 'en'");
    await page.locator('#souk[dir=ltr]').waitFor();
  });

  test('an appearance that is set to undefined is Souk’s own', async () => {
    await open('');
    await add('element.appearance = undefined');
    expect(await element('dataset.appearance')).toBe('{}');
  });
});

describe('what is wrong', () => {
  const errors = async () =>
    (await events('error')).map(({ code, message }) => `${code}: ${message}`).join('\n');

  test.each([
    [
      'a misspelt attribute',
      "element.dataset.them = 'dark'",
      /^option: .*no option data-them: write data-theme\./,
    ],
    ['an attribute that is none', "element.dataset.shade = 'dark'", /^option: .*data-shade: it has data-api/],
    [
      'a variable of the look that is none',
      "element.appearance = { colourAccent: '#123456' }",
      /^appearance: .*colourAccent.*write colorAccent\./,
    ],
    [
      'a colour that is none',
      "element.appearance = { colorAccent: 'greenish' }",
      /^appearance: .*"greenish".*opaque colour/,
    ],
    [
      'a colour that is not readable',
      "element.appearance = { colorText: '#eeeeee' }",
      /^appearance: .*"#eeeeee" is drawn as "#.*4\.5:1/,
    ],
    ['a path that is none', "element.path = '/goods-list'", /^unknown_path: .*"\/goods-list".*\/orderList/],
    ['a token as an attribute', "element.setAttribute('token', 'x')", /^option: .*element\.token/],
    [
      'an address that is no Souk',
      "element.dataset.api = location.origin + '/api'",
      /^api: .*\/api is no Souk.*data-api/,
    ],
    [
      'a path in place of an address',
      "element.dataset.api = 'shop.example/api'",
      /^api: .*\/shop\.example\/api is no Souk.*https:\/\/ or http:\/\/ before it/,
    ],
    [
      'an address without its scheme',
      "element.dataset.api = 'localhost:8080/api'",
      /^api: .* localhost:8080\/api is no Souk.*https:\/\/ or http:\/\/ before it/,
    ],
    [
      'an address at which nothing answers',
      "element.dataset.api = 'http://127.0.0.1:9/api'",
      /^api: .*nothing answers.*connect-src/,
    ],
  ])('%s is named in an event and in the console, with its remedy', async (_, before, message) => {
    const consoleTexts: string[] = [];
    page.on('console', (message) => consoleTexts.push(message.text()));
    await open('');
    await add(`element.token = '${token}'; ${before}`);
    await expect.poll(errors).toMatch(message);
    expect(consoleTexts.filter((text) => text.startsWith('Souk:'))).toHaveLength(1);
  });

  test.each([
    ['http', 'https'],
    ['https', 'http'],
  ])('an address by %s of a server that answers by %s alone is named', async (written, right) => {
    await page.route(`${written}://shop.example/**`, (route) => route.abort());
    await page.route(`${right}://shop.example/souk.js`, (route) =>
      route.fulfill({ body: '', headers: { 'access-control-allow-origin': '*' } }),
    );
    await open('');
    await add(`element.token = '${token}'; element.dataset.api = '${written}://shop.example/api'`);
    await expect
      .poll(errors)
      .toMatch(
        new RegExp(`^api: .*${written}://shop\\.example/api, .* by ${right} alone: write ${right} where`),
      );
  });

  test('a misspelt option of mount() is named, with the nearest that it has', async () => {
    await open('<div id="place"></div>');
    await page.evaluate("Souk.mount(listen(document.querySelector('#place')), { them: 'dark', lan: 'ar' })");
    await expect
      .poll(errors)
      .toBe(
        'option: Souk: there is no option them: write theme.\noption: Souk: there is no option lan: write lang.',
      );
  });

  test('a path that the host of mount() leads to, and a look that it gives, are named too', async () => {
    await open(`<div id="place"></div><script type="module">
      import { createHost, createHostObject } from '${souk.url}/host.js';
      const { host, end } = createHostObject();
      window.bridge = createHost(end, { platform: 'x', methods: {}, state: { token: null, appearance: { colorAcent: 'red' } } });
      await customElements.whenDefined('souk-app');
      Souk.mount(listen(document.querySelector('#place')), { host });
    </script>`);
    await expect.poll(errors).toMatch(/^appearance: .*colorAcent.*write colorAccent\.$/);
    await page.getByLabel('Username').waitFor();
    await page.evaluate("window.bridge.navigate('/nowhere')");
    await expect.poll(errors).toMatch(/\nunknown_path: .*"\/nowhere"/);
  });

  test('attributes of frameworks and tests are not named', async () => {
    await open('');
    await add(
      "element.dataset.testid = 'shop'; element.setAttribute('data-v-7ba5bd90', ''); element.className = 'shop'",
    );
    await page.getByLabel('Username').waitFor();
    await element("path = '/nowhere'");
    await expect.poll(errors).toMatch(/^unknown_path: [^\n]*$/);
  });

  test('a host that does not answer, and a storage that the browser refuses', async () => {
    await open(
      `<div id="place"></div><script>
        Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('refused'); } });
      </script>`,
    );
    await page.evaluate(
      "Souk.mount(listen(document.querySelector('#place')), { storage: 'session', host: { postMessage() {}, subscribe: () => () => {} } })",
    );
    await expect.poll(errors).toMatch(/host: .*did not answer within 3 s.*createHostObject/);
    expect(await errors()).toMatch(/storage: .*has no effect/);
    await page.getByLabel('Username').waitFor();
  });

  test('an error names the variable to change where the server does not list the page', async () => {
    const stranger = await hostSite();
    stranger.put('/', `<title>Stranger</title>${listen}${script('data-lang="en"')}`);
    await page.goto(`${stranger.origin}/`);
    await page.waitForFunction('window.Souk');
    await add(`element.token = '${token}'`);
    await expect
      .poll(errors)
      .toContain(
        `origin: Souk: the server at ${souk.url} does not answer this page: add ${stranger.origin} to its SOUK_HOSTS.`,
      );
    await stranger.close();
  });

  test('files that do not load are an error, beside a button that tries again', async () => {
    await page.route(/\/embedded\.js/, (route) => route.abort());
    await open('');
    await add();
    await expect.poll(errors).toMatch(/^load: .*address.*policy/);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });
});

describe('a sign-in in the form of the element', () => {
  const signIn = async () => {
    await page.getByLabel('Username').fill('amina');
    await page.getByLabel('Password', { exact: true }).fill('souk-demo-1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator(usable).waitFor();
  };

  test('lasts over another page and a reload where data-storage asks for it, until the merchant signs out', async () => {
    await open('');
    await add("element.dataset.storage = 'session'");
    await signIn();
    await element('remove()');
    await add("element.dataset.storage = 'session'");
    await page.locator(usable).waitFor();
    await page.reload();
    await page.waitForFunction('window.Souk');
    await add("element.dataset.storage = 'session'");
    await page.locator(usable).waitFor();
    await element('token = null');
    await page.getByLabel('Username').waitFor();
    await element('remove()');
    await add("element.dataset.storage = 'session'");
    await page.getByLabel('Username').waitFor();
  });

  test('ends with the element where nothing asks for more', async () => {
    await open('');
    await add();
    await signIn();
    await element('remove()');
    await add();
    await page.getByLabel('Username').waitFor();
  });
});

test('typed text is there again after the element was removed, its page was reloaded, and another path or token was set', async () => {
  await open('');
  const show = () => add(`element.token = '${token}'; element.path = '/feedback'`);
  const field = page.locator('textarea[name=content]');
  const isThere = () => expect.poll(() => field.inputValue()).toBe('Half a word');
  await show();
  await field.fill('Half a word');
  await expect.poll(() => events('dirty')).toEqual([{ value: true }]);
  await element('remove()');
  await show();
  await isThere();
  await page.reload();
  await page.waitForFunction('window.Souk');
  await show();
  await isThere();
  await element("path = '/settings'");
  await field.waitFor({ state: 'detached' });
  await element("path = '/feedback'");
  await isThere();
  await element(`token = '${await souk.signIn()}'`);
  await isThere();
});

describe('one Souk after another', () => {
  const shops = () => page.locator('#souk').count();

  test('the place before shows Souk again when the newest leaves', async () => {
    await open('<souk-app id="a"></souk-app><div id="b"></div>');
    await page.locator('#a form').waitFor();
    await page.evaluate("window.leave = Souk.mount(document.querySelector('#b'))");
    await page.locator('#b form').waitFor();
    expect(await shops()).toBe(1);
    await page.evaluate('window.leave()');
    await page.locator('#a form').waitFor();
    expect(await shops()).toBe(1);
  });

  test('twenty changes of pages with and without Souk, fast and slow, leave no error and no empty place', async () => {
    await open(`<main></main><script>
      window.wrong = [];
      addEventListener('error', ({ message }) => wrong.push(message));
      addEventListener('unhandledrejection', ({ reason }) => wrong.push(String(reason)));
      let former = {};
      window.change = (at) => {
        const next = document.createElement('section');
        const place = document.createElement(at % 2 ? 'souk-app' : 'div');
        if (at % 4) next.append(place);
        history.pushState({ page: at }, '', '/?' + at);
        // Frameworks insert the next page before they clean up the last one, if they do.
        document.querySelector('main').append(next);
        const leave = at % 4 === 2 ? Souk.mount(place, { location: 'memory' }) : undefined;
        if (at % 3) former.leave?.();
        former.next?.remove();
        former = { next, leave };
      };
      window.isWhole = () => [...document.querySelectorAll('section > *')].every((place) => place.shadowRoot?.querySelector('form'));
    </script>`);
    for (let at = 0; at < 20; at++) {
      await page.evaluate(`change(${at})`);
      if (at < 10 || at === 19) await page.waitForFunction('isWhole()');
    }
    expect(await page.evaluate('wrong')).toEqual([]);
    expect(page.url()).toBe(`${site.origin}/?19`);
  });

  test('an element that is removed without its undo has left, and is whole where it is only moved', async () => {
    await open('<main><div id="a"></div></main><aside></aside>');
    await page.evaluate("Souk.mount(document.querySelector('#a'))");
    await page.locator('#a form').waitFor();
    await page.evaluate("document.querySelector('aside').append(document.querySelector('#a'))");
    await page.locator('aside #a form').waitFor();
    const emptied = await page.evaluate(
      'new Promise((done) => { const { shadowRoot } = a; a.remove(); requestAnimationFrame(() => done(shadowRoot.childElementCount)); })',
    );
    expect(emptied).toBe(0);
  });
});
