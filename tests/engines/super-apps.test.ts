import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usable } from '../../tools/usable.mjs';
import { openPage, sharedBrowser } from '../harness/browser.ts';
import { projectDir } from '../harness/built.ts';
import { isFullRun } from '../harness/full-run.ts';
import { type HostSite, hostSite } from '../harness/host-site.ts';
import { type Served, serve } from '../harness/served.ts';

/** The makers' own packages, which only these tests need. */
const packages = [
  '@twa-dev/sdk@8.0.2',
  '@line/liff@2.31.0',
  '@line/liff-mock@1.0.4',
  '@capacitor/core@8.5.2',
  '@capacitor/app@8.1.1',
  '@capacitor/browser@8.0.4',
  '@capacitor/share@8.0.2',
  '@capacitor/haptics@8.0.2',
];

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

/** Puts a page of a partner on the site: its code, bundled with the maker's package, beside the script tag. */
const putPage = async (code: string): Promise<void> => {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    alias: { souk: join(projectDir, 'bridge/super-apps') },
  });
  const script = `<script src="${souk.url}/souk.js"></script><div id="place"></div>`;
  site.put(
    '/',
    `<body>${script}<script>${outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`,
  );
};

/** What the partner's server would answer for what the super-app vouches for. */
const openSession = async () => {
  const token = await souk.signIn();
  return `async (proof) => { window.proof = proof; return { token: ${JSON.stringify(token)} }; }`;
};

const played = isFullRun ? test : () => {};

played(
  'a shop in a Telegram Mini App has its user, look and language, and goes back by its button',
  async () => {
    await putPage(`
    import WebApp from '@twa-dev/sdk';
    import { telegramHost } from 'souk/telegram.ts';
    const { host } = telegramHost(WebApp, { openSession: ${await openSession()}, leaveQuestion: 'Leave?' });
    Souk.mount(document.getElementById('place'), { host, location: 'memory' });`);
    const { page, context, mustBeClean } = await openPage(await sharedBrowser());
    await page.addInitScript(() => {
      const posted: [string, object][] = [];
      const postEvent = (name: string, data: string) => posted.push([name, JSON.parse(data)]);
      Object.assign(window, { posted, TelegramWebviewProxy: { postEvent } });
    });
    const initData = new URLSearchParams({
      user: JSON.stringify({ id: 7, first_name: 'Amina', language_code: 'ar' }),
      auth_date: '1',
      hash: 'signed',
    }).toString();
    const launch = new URLSearchParams({
      tgWebAppData: initData,
      tgWebAppVersion: '8.0',
      tgWebAppPlatform: 'android',
      tgWebAppThemeParams: JSON.stringify({
        bg_color: '#101820',
        text_color: '#ffffff',
        button_color: '#2f9e6e',
      }),
    });
    await page.goto(`${site.origin}/#${launch}`);
    await page.waitForSelector(usable);
    expect(await page.evaluate('window.proof')).toBe(initData);
    const root = page.locator('#souk');
    expect(await root.getAttribute('dir')).toBe('rtl');
    expect(await root.getAttribute('data-theme')).toBe('dark');
    const posted = (name: string) =>
      page.evaluate((wanted) => {
        const { posted } = window as unknown as { posted: [string, object][] };
        return posted.filter(([event]) => event === wanted).at(-1)?.[1];
      }, name);
    await expect.poll(() => posted('web_app_ready')).toBeDefined();
    await page.locator('#souk nav a').nth(1).click();
    await page.locator('#souk a[href*="order?"]').first().click();
    await expect.poll(() => posted('web_app_setup_back_button')).toEqual({ is_visible: true });
    await page.evaluate("Telegram.WebView.receiveEvent('back_button_pressed', null)");
    await page.waitForSelector('#souk a[href*="order?"]');
    const light = { bg_color: '#ffffff', text_color: '#000000', button_color: '#2f9e6e' };
    await page.evaluate((theme_params) => {
      (
        window as never as { Telegram: { WebView: { receiveEvent(name: string, data: object): void } } }
      ).Telegram.WebView.receiveEvent('theme_changed', { theme_params });
    }, light);
    await expect.poll(() => root.getAttribute('data-theme')).toBe('light');
    mustBeClean();
    await context.close();
  },
);

played('a shop in a LIFF app has the session and the language of LINE', async () => {
  await putPage(`
    import liff from '@line/liff';
    import { LiffMockPlugin } from '@line/liff-mock';
    import { lineHost } from 'souk/line.ts';
    const start = async () => {
      liff.use(new LiffMockPlugin());
      await liff.init({ liffId: '1234567890-AbcdEfgh', mock: true });
      liff.$mock.set((mocked) => ({ ...mocked, isLoggedIn: true, getIDToken: 'id-token-of-line', getAppLanguage: 'ja' }));
      const { host } = lineHost(liff, { openSession: ${await openSession()}, leaveQuestion: 'Leave?' });
      Souk.mount(document.getElementById('place'), { host, location: 'memory' });
    };
    void start();`);
  const { page, context, mustBeClean } = await openPage(await sharedBrowser());
  await page.goto(`${site.origin}/`);
  await page.waitForSelector(usable);
  expect(await page.evaluate('window.proof')).toBe('id-token-of-line');
  expect(await page.locator('#souk').getAttribute('lang')).toBe('ja');
  mustBeClean();
  await context.close();
});

played(
  'a shop in a Capacitor app goes back by its key, vibrates, and leaves at the first screen',
  async () => {
    await putPage(`
    import { App } from '@capacitor/app';
    import { Browser } from '@capacitor/browser';
    import { Haptics } from '@capacitor/haptics';
    import { Share } from '@capacitor/share';
    import { capacitorHost } from 'souk/capacitor.ts';
    const { host } = capacitorHost({ App, Browser, Haptics, Share }, {
      lang: 'ar', openSession: ${await openSession()}, onClose: (dirty) => { window.left = { dirty }; return true; },
    });
    Souk.mount(document.getElementById('place'), { host, location: 'memory' });`);
    const { page, context, mustBeClean } = await openPage(await sharedBrowser());
    // The app's side: which methods its plugins have, and how they are called.
    await page.addInitScript(() => {
      const press: Record<string, () => void> = {};
      const called: string[] = [];
      const methods = [{ name: 'addListener' }, { name: 'impact', rtype: 'promise' }];
      const native = {
        PluginHeaders: ['App', 'Haptics'].map((name) => ({ name, methods })),
        nativePromise: async (plugin: string, method: string) => called.push(`${plugin}.${method}`),
        nativeCallback: async (
          _plugin: string,
          _method: string,
          on: { eventName: string },
          act: () => void,
        ) => {
          press[on.eventName] = act;
        },
      };
      Object.assign(window, { press, called, androidBridge: {}, Capacitor: native });
    });
    await page.goto(`${site.origin}/`);
    await page.waitForSelector(usable);
    await expect.poll(() => page.locator('#souk').getAttribute('dir')).toBe('rtl');
    await page.locator('#souk nav a').nth(1).click();
    await page.locator('#souk a[href*="order?"]').first().click();
    await page.waitForSelector('#souk .steps');
    await page.evaluate('press.backButton()');
    await page.waitForSelector('#souk a[href*="order?"]');
    await page.evaluate('press.pause(), press.resume()');
    await page.evaluate('press.backButton()');
    await page.waitForSelector(usable);
    await page.evaluate('press.backButton()');
    await expect.poll(() => page.evaluate('window.left')).toEqual({ dirty: false });
    mustBeClean();
    await context.close();
  },
);
