import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findChromium, launch, phone } from '../harness/browser.ts';
import { type Engine, expressionOf, type Hear, type View, type ViewOptions } from './engine.ts';

/** A platform's object, made in the page of what carries a text out of it; and how a text is said to it. */
interface Platform {
  put(post: (text: string) => Promise<string | null>): void;
  readonly say: string;
}

const byDoor = 'soukBridge.receive(text)';

/** What each platform puts into a page that its WebView shows, as a script of the page sees it. */
const platforms: Readonly<Record<string, Platform>> = {
  android: {
    put: (post) =>
      Object.assign(window, {
        soukHost: { onmessage: null, postMessage: (text: string) => void post(text) },
      }),
    say: 'soukHost.onmessage({ data: text })',
  },
  'android-object': {
    put: (post) =>
      Object.assign(window, { SoukAndroid: { postMessage: (text: string) => void post(`${text}`) } }),
    say: byDoor,
  },
  'react-native': {
    put: (post) =>
      Object.assign(window, { ReactNativeWebView: { postMessage: (text: string) => void post(`${text}`) } }),
    say: byDoor,
  },
  none: { put: () => {}, say: '' },
  flutter: {
    put: (post) =>
      Object.assign(window, {
        flutter_inappwebview: {
          callHandler: (name: string, text: string) => (name === 'souk' ? post(text) : Promise.resolve(null)),
        },
      }),
    say: byDoor,
  },
};

export const chromiumChannels = Object.keys(platforms).filter((name) => name !== 'none');

/** The platform's object in every document of one origin, before any script of the page; the host hears its main frame. */
const openChannel = async (page: Page, { put }: Platform, origin: string) => {
  let heard: Hear = () => {};
  let answers = false;
  await page.exposeBinding('soukPost', ({ frame }, text: string) => {
    if (frame !== page.mainFrame() || new URL(frame.url()).origin !== origin) return null;
    return new Promise<string | null>((resolve) => heard(text, answers ? resolve : undefined));
  });
  await page.addInitScript(`{
    const post = globalThis.soukPost;
    delete globalThis.soukPost;
    if (location.origin === ${JSON.stringify(origin)}) (${put})(post);
  }`);
  return {
    hear: (hear: Hear) => {
      heard = hear;
    },
    answering: () => {
      answers = true;
    },
  };
};

const historyOf = async (context: BrowserContext, page: Page): Promise<string[]> => {
  const line = await context.newCDPSession(page);
  const { entries } = await line.send('Page.getNavigationHistory');
  await line.detach();
  return entries.map(({ url }) => url);
};

const openView = async (
  browser: Browser,
  channel: string,
  { origin, scripts = [] }: ViewOptions,
): Promise<View> => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  let log = '';
  context.on('console', (message) => {
    log += `${message.text()}\n`;
  });
  context.on('weberror', (error) => {
    log += `${error.error()}\n`;
  });
  const platform = platforms[channel];
  if (!platform) throw new Error(`No platform is called ${channel}.`);
  const wire = await openChannel(page, platform, origin);
  if (channel === 'flutter') wire.answering();
  for (const script of scripts) await page.addInitScript(script);
  const evaluate = <T>(expression: string) => page.evaluate<T>(`(async () => await ${expression})()`);
  return {
    hear: wire.hear,
    say: (text) => {
      page.evaluate(`{ const text = ${JSON.stringify(text)}; ${platform.say}; }`).catch(() => {});
    },
    go: async (url) => void (await page.goto(url, { waitUntil: 'commit' })),
    reload: async () => void (await page.reload({ waitUntil: 'commit' })),
    evaluate,
    run: (act, ...args) => evaluate(expressionOf(act, args)),
    addresses: () => historyOf(context, page),
    log: () => log,
    close: () => context.close(),
  };
};

/** Chromium, as the WebView of Android is, with each platform's object put into the page. */
export async function startChromium(): Promise<Engine> {
  const [browser, { says }] = await Promise.all([launch(), findChromium()]);
  return {
    says,
    open: (channel, options) => openView(browser, channel, options),
    close: () => browser.close(),
  };
}
