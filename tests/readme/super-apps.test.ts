// The recipes of docs/super-apps.md against the makers' own packages, whose app's side is answered as they document it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { usable } from '../../tools/usable.mjs';
import { openPage, sharedBrowser } from '../harness/browser.ts';
import { projectDir } from '../harness/built.ts';
import { isFullRun } from '../harness/full-run.ts';
import { type HostSite, hostSite } from '../harness/host-site.ts';
import { type Served, serve } from '../harness/served.ts';
import { recipeOf, recipesIn } from './frameworks.ts';
import { blocks } from './readme.ts';

const file = 'docs/super-apps.md';
/** What only these tests need. */
const packages = [
  '@twa-dev/sdk@8.0.2',
  '@tma.js/init-data-node@2.0.8',
  '@line/liff@2.31.0',
  '@line/liff-mock@1.0.4',
  '@capacitor/core@8.5.2',
  '@capacitor/app@8.1.1',
  '@capacitor/browser@8.0.4',
  '@capacitor/share@8.0.2',
  '@capacitor/haptics@8.0.2',
];

test.each(['Telegram Mini App', 'LINE (LIFF)'])(
  'the recipe for %s takes no page of an error for a session',
  async (name) => {
    const [code = ''] = Object.values(recipeOf(name, file).files);
    const [openSession = ''] = /^const openSession = [^;]*;/m.exec(code) ?? [];
    const refuse = async () => new Response('<h1>Down for maintenance</h1>', { status: 503 });
    await expect(new Function('fetch', `${openSession} return openSession('x');`)(refuse)).rejects.toBe(503);
  },
);

let folder: string;
let site: HostSite;
let souk: Served;

beforeAll(async () => {
  if (!isFullRun) return;
  folder = mkdtempSync(join(tmpdir(), 'souk-super-apps-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
  });
  site = await hostSite();
  souk = await serve({ SOUK_HOSTS: site.origin });
}, 300_000);
afterAll(async () => {
  await Promise.all([souk?.stop(), site?.close()]);
  if (folder) rmSync(folder, { recursive: true });
});

/** Puts a recipe's page on the partner's site: after a plain script, and a module that sets a mock up. */
async function putPage(recipe: string, { script = '', setUp = '' } = {}): Promise<void> {
  const [code = ''] = Object.values(recipeOf(recipe, file).files);
  writeFileSync(join(folder, 'recipe.ts'), code.replace('http://127.0.0.1:8080', souk.url));
  writeFileSync(join(folder, 'script.ts'), script);
  writeFileSync(join(folder, 'set-up.ts'), setUp);
  writeFileSync(join(folder, 'page.ts'), "import './set-up.ts'; import './recipe.ts';");
  writeFileSync(
    join(folder, 'session.ts'),
    `export const openSession = async () => (await fetch('/souk-session')).json();
    export const leave = (dirty: boolean) => { Object.assign(window, { left: { dirty } }); return true; };`,
  );
  const options = {
    bundle: true,
    write: false,
    absWorkingDir: folder,
    alias: { '@souk/embed': join(projectDir, 'bridge/packages/embed/index.ts') },
  } as const;
  for (const [name, format] of [
    ['script', 'iife'],
    ['page', 'esm'],
  ] as const) {
    const { outputFiles } = await build({ ...options, entryPoints: [`${name}.ts`], format });
    site.put(`/${name}.js`, `${outputFiles[0]?.text}`, { 'content-type': 'text/javascript' });
  }
  const scripts = '<script src="/script.js"></script><script type="module" src="/page.js"></script>';
  site.put('/', `<body><div id="root"></div>${scripts}`);
}

/** Opens the page after `app`, the super-app's side; returns what was handed to the partner's back end for a session, too. */
async function openApp(path: string, app: () => void = () => {}) {
  const opened = await openPage(await sharedBrowser());
  onTestFinished(() => opened.context.close());
  const { page } = opened;
  const proofs: (string | null)[] = [];
  const token = await souk.signIn();
  await page.route('**/souk-session', (route) => {
    proofs.push(route.request().postData());
    return route.fulfill({ json: { token } });
  });
  await page.addInitScript(app);
  await page.goto(`${site.origin}/${path}`);
  await page.waitForSelector(usable);
  return { ...opened, proofs, root: page.locator('#souk') };
}

async function openOrder(page: Page): Promise<void> {
  await page.locator('#souk nav a[href$="/orderList"]').click();
  await page.locator('#souk a[href*="order?"]').first().click();
  await page.waitForSelector('#souk .steps');
}
async function typeFeedback(page: Page): Promise<void> {
  await page.locator('#souk a[href$="/service"]').click();
  await page.locator('#souk a[href$="/feedback"]').click();
  await page.locator('#souk textarea').fill('Where is my parcel?');
}
const waitForList = (page: Page) => page.waitForSelector('#souk a[href*="order?"]');

test.each(recipesIn(file))('the recipe for %s has at most 15 lines', (name) => {
  const [code = ''] = Object.values(recipeOf(name, file).files);
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(15);
});

if (isFullRun) {
  test('a shop in a Telegram Mini App has its user, look and language, and goes back by its button', async () => {
    const { sign } = createRequire(join(folder, 'package.json'))('@tma.js/init-data-node');
    const user = { id: 7, first_name: 'Amina', language_code: 'ar' };
    const initData: string = sign({ user }, '7:the-bot', new Date());
    writeFileSync(
      join(folder, 'user.mjs'),
      blocks(file, 'js').find((code) => code.includes('createHmac')) ?? '',
    );
    const { telegramUser } = await import(join(folder, 'user.mjs'));
    expect(telegramUser(initData, '7:the-bot')).toBe('telegram:7');
    expect(() => telegramUser(initData.replace('Amina', 'Amira'), '7:the-bot')).toThrow('not signed');
    expect(() => telegramUser(sign({ user }, '7:the-bot', new Date(0)), '7:the-bot')).toThrow('a day ago');

    await putPage('Telegram Mini App', {
      script: "import WebApp from '@twa-dev/sdk'; Object.assign(window, { WebApp });",
    });
    const look = { bg_color: '#101820', text_color: '#ffffff', button_color: '#2f9e6e' };
    const launch = new URLSearchParams({
      tgWebAppData: initData,
      tgWebAppVersion: '8.0',
      tgWebAppPlatform: 'android',
      tgWebAppThemeParams: JSON.stringify(look),
    });
    const { page, root, proofs, mustBeClean } = await openApp(`#${launch}`, () => {
      const posted: [string, unknown][] = [];
      const postEvent = (name: string, data: string) => posted.push([name, JSON.parse(data)]);
      Object.assign(window, { posted, TelegramWebviewProxy: { postEvent } });
    });
    expect(proofs).toEqual([initData]);
    await expect.poll(() => root.getAttribute('dir')).toBe('rtl');
    expect(await root.getAttribute('data-theme')).toBe('dark');
    /** Returns the data of the last event of a name that Telegram got. */
    const posted = (name: string) =>
      page.evaluate(`posted.filter(([event]) => event === ${JSON.stringify(name)}).at(-1)?.[1]`);
    const say = (name: string, data: object | null) =>
      page.evaluate(`Telegram.WebView.receiveEvent(${JSON.stringify(name)}, ${JSON.stringify(data)})`);
    await openOrder(page);
    await expect.poll(() => posted('web_app_setup_back_button')).toEqual({ is_visible: true });
    await say('back_button_pressed', null);
    await waitForList(page);
    await say('theme_changed', { theme_params: { ...look, bg_color: '#ffffff', text_color: '#000000' } });
    await expect.poll(() => root.getAttribute('data-theme')).toBe('light');
    await page.locator('#souk nav a[href$="/shopCenter"]').click();
    await typeFeedback(page);
    await expect.poll(() => posted('web_app_setup_closing_behavior')).toEqual({ need_confirmation: true });
    mustBeClean();
  });

  test('a shop in a LIFF app has the session and the language of LINE', async () => {
    await putPage('LINE (LIFF)', {
      setUp: `import liff from '@line/liff';
      import { LiffMockPlugin } from '@line/liff-mock';
      const plugin = new LiffMockPlugin();
      liff.use(plugin);
      const init = liff.init.bind(liff);
      liff.init = (config) => init({ ...config, mock: true });
      const mine = { isLoggedIn: true, getIDToken: 'id-token-of-line', getAppLanguage: 'ja' };
      liff.$mock.set((mocked) => ({ ...mocked, ...mine }));`,
    });
    const { root, proofs, mustBeClean } = await openApp('');
    expect(proofs).toEqual(['id-token-of-line']);
    await expect.poll(() => root.getAttribute('lang')).toBe('ja');
    mustBeClean();
  });

  test('a shop in a Capacitor app goes back by its key, and leaves at the first screen', async () => {
    await putPage('Capacitor');
    const { page, root, mustBeClean } = await openApp('', () => {
      const press: Record<string, () => void> = {};
      const methods = [{ name: 'addListener' }, { name: 'impact', rtype: 'promise' }];
      const native = {
        PluginHeaders: ['App', 'Haptics'].map((name) => ({ name, methods })),
        nativePromise: async () => {},
        nativeCallback: async (
          _plugin: string,
          _method: string,
          on: { eventName: string },
          act: () => void,
        ) => {
          press[on.eventName] = act;
        },
      };
      Object.assign(window, { press, androidBridge: {}, Capacitor: native });
    });
    await expect.poll(() => root.getAttribute('dir')).toBe('rtl');
    await openOrder(page);
    await page.evaluate('press.backButton()');
    await waitForList(page);
    await page.evaluate('press.pause(), press.resume(), press.backButton()');
    await page.waitForSelector(usable);
    await page.evaluate('press.backButton()');
    await expect.poll(() => page.evaluate('window.left')).toEqual({ dirty: false });
    await typeFeedback(page);
    for (const link of ['/feedback', '/service']) {
      await page.evaluate('press.backButton()');
      await page.waitForSelector(`#souk a[href$="${link}"]`);
    }
    await page.evaluate('press.backButton()');
    await expect.poll(() => page.evaluate('window.left')).toEqual({ dirty: true });
    mustBeClean();
  });
}
