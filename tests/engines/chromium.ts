import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Hear } from '../bridge/harness/wire.ts';
import { findChromium, launch, phone } from '../harness/browser.ts';
import { type Engine, expressionOf, type View, type ViewOptions } from './engine.ts';

/** A platform's object, made in the page of what carries a text out of it; and how a text is sent to it. */
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

/** The engine's own way into a page: what Playwright adds for its callers costs more than a channel's tests do. */
const evaluateBy =
  (line: CDPSession) =>
  async <T>(expression: string): Promise<T> => {
    const asked = { expression, awaitPromise: true, returnByValue: true } as const;
    const { result, exceptionDetails: fault } = await line.send('Runtime.evaluate', asked);
    if (fault) throw new Error(fault.exception?.description ?? fault.text);
    return result.value as T;
  };

/** The platform's object in every document of one origin, before any script of the page; the host hears its main frame. */
const openChannel = async (page: Page, line: CDPSession, { put }: Platform, origin: string) => {
  let heard: Hear = () => {};
  let answers = false;
  const evaluate = evaluateBy(line);
  const documents = new Map<number, boolean>();
  const { frameTree } = await line.send('Page.getFrameTree');
  line.on('Runtime.executionContextCreated', ({ context: { id, origin: from, auxData } }) => {
    documents.set(id, from === origin && auxData?.frameId === frameTree.frame.id);
  });
  line.on('Runtime.bindingCalled', ({ executionContextId, payload }) => {
    if (!documents.get(executionContextId)) return;
    const { at, text } = JSON.parse(payload) as { at: number; text: string };
    const answer = (given: string | null) =>
      void evaluate(`soukAnswers.get(${at})?.(${JSON.stringify(given)})`).catch(() => {});
    heard(text, answers ? answer : undefined);
  });
  await line.send('Runtime.enable');
  await line.send('Runtime.addBinding', { name: 'soukPost' });
  await page.addInitScript(`{
    const post = globalThis.soukPost;
    delete globalThis.soukPost;
    let at = 0;
    const soukAnswers = new Map();
    Object.defineProperty(globalThis, 'soukAnswers', { value: soukAnswers });
    if (location.origin === ${JSON.stringify(origin)}) (${put})((text) => new Promise((resolve) => {
      at += 1;
      soukAnswers.set(at, resolve);
      post(JSON.stringify({ at, text }));
    }));
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

const historyOf = async (line: CDPSession): Promise<string[]> => {
  const { entries } = await line.send('Page.getNavigationHistory');
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
  const line = await context.newCDPSession(page);
  const wire = await openChannel(page, line, platform, origin);
  if (channel === 'flutter') wire.answering();
  for (const script of scripts) await page.addInitScript(script);
  const evaluate = evaluateBy(line);
  return {
    hear: wire.hear,
    say: (text) => {
      evaluate(`{ const text = ${JSON.stringify(text)}; ${platform.say}; }`).catch(() => {});
    },
    go: async (url) => void (await page.goto(url, { waitUntil: 'commit' })),
    reload: async () => void (await page.reload({ waitUntil: 'commit' })),
    evaluate,
    run: (act, ...args) => evaluate(expressionOf(act, args)),
    addresses: () => historyOf(line),
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
