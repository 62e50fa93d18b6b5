// Long, because it is one list. Each channel goes through it in order with one page, as a merchant does with one phone:
// a separate page for each scenario would take longer than its checks.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BridgeError } from '../../bridge/host.ts';
import { day } from '../../src/server/platform/clock.ts';
import { usable } from '../../tools/usable.mjs';
import type { Hear } from '../bridge/harness/wire.ts';
import { type Demo, startDemo } from '../harness/demo.ts';
import type { Engine, View } from './engine.ts';
import { channels, startEngines, wholeList } from './engines.ts';
import { find, press, see, type, until } from './hands.ts';
import { depthOf, type Hosted, hostOf } from './hosted.ts';
import { watchTexts } from './watch-texts.ts';

type EngineName = keyof typeof startEngines;

/** A page with a host that records its messages and has not answered yet. */
interface Silence {
  readonly view: View;
  /** Connects the page to its host, which receives the last message and all later ones. */
  wake<T>(be: (view: View) => T): T;
  /** When the page drew its own sign-in, by its clock. */
  readonly alone: Promise<number>;
}

let demo: Demo;
let engines: Record<EngineName, Engine>;
/** While one channel is looked at, the pages of the others wait their three seconds. */
let silences: Map<string, Silence>;

const open = (engine: EngineName, channel: string, scripts: string[] = []) =>
  engines[engine].open(channel, { origin: demo.url, scripts });

const keepSilent = async (engine: EngineName, channel: string): Promise<[string, Silence]> => {
  const view = await open(engine, channel);
  let last: Parameters<Hear> | undefined;
  view.hear((...args) => {
    last = args;
  });
  await view.go(`${demo.url}/shopCenter`);
  const alone = until(view, () => document.querySelector('input[name=username]') && performance.now());
  alone.catch(() => {}); // Reported by the code that awaits it.
  const hear = (hearing: Hear) => {
    view.hear(hearing);
    if (last) hearing(...last);
    last = undefined;
  };
  return [channel, { view, alone, wake: (be) => be({ ...view, hear }) }];
};

beforeAll(async () => {
  const [started, Chromium, WebKitGTK] = await Promise.all([
    startDemo(),
    startEngines.Chromium(),
    startEngines.WebKitGTK(),
  ]);
  demo = started;
  engines = { Chromium, WebKitGTK };
  silences = new Map(await Promise.all(wholeList.map(([engine, channel]) => keepSilent(engine, channel))));
});
afterAll(() => Promise.all([engines?.Chromium.close(), engines?.WebKitGTK.close(), demo?.close()]));

const anotherLook = { timeout: 30_000, interval: 20 };
const depth = (hosted: Hosted, wanted: number) =>
  vi.waitFor(() => expect(depthOf(hosted)).toBe(wanted), anotherLook);
const pathOf = (view: View) => view.evaluate<string>('location.pathname');
const isTurned = (view: View) => until(view, () => document.documentElement.dir === 'rtl');
const greetingsOf = ({ crossed }: Hosted) =>
  new Set(crossed.filter(({ t }) => t === 'hello').map(({ n }) => n)).size;
const lossesOf = ({ crossed }: Hosted) =>
  crossed.filter(({ m }) => m === 'session-lost').map(({ p }) => p?.code);
const countOf = (log: string) => log.split('/v1/home/stat').length;

/** All that a page shows or leaves to other code. Only its own scripts know the address that opened it. */
const tracesOf = (view: View) =>
  view.run(async () => ({
    address: location.href,
    referrer: document.referrer,
    kept: [{ ...localStorage }, { ...sessionStorage }, document.cookie, name, history.state],
    databases: await indexedDB.databases(),
    caches: 'caches' in window ? await caches.keys() : [],
    asked: performance.getEntriesByType('resource').map((entry) => entry.name),
    document: document.documentElement.outerHTML,
    typed: [...document.querySelectorAll('input, textarea')].map(
      (field) => (field as HTMLInputElement).value,
    ),
    globals: Object.values(window).filter((value) => typeof value === 'string'),
  }));

describe.each(wholeList)('%s, %s', (_engine, channel) => {
  let view: View;
  let hosted: Hosted;
  let mayHave = true;
  /** Every token that the page was ever given. */
  const tokens: string[] = [];
  const newToken = async () => {
    if (!mayHave) throw new BridgeError('denied');
    const token = await demo.signIn();
    tokens.push(token);
    return token;
  };
  afterAll(() => view?.close());

  test('a host that is silent for 3 s leaves Souk its own sign-in, and may still hand over token and language later', async () => {
    const silence = silences.get(channel) as Silence;
    ({ view } = silence);
    expect(await silence.alone).toBeGreaterThanOrEqual(3_000);
    const state = { token: await newToken(), lang: 'ar' };
    hosted = silence.wake((woken) => hostOf(woken, { state, newToken }));
    await find(view, usable);
    await isTurned(view);
  });

  test('token and language come by the greeting again after a reload, as no token was stored', async () => {
    expect(greetingsOf(hosted)).toBe(1);
    expect(JSON.stringify(await tracesOf(view))).not.toContain(tokens[0]);
    await view.reload();
    await find(view, usable);
    await isTurned(view);
    expect(greetingsOf(hosted)).toBe(2);
    hosted.host.update({ lang: 'en' });
    await see(view, 'Reviews');
  });

  test('the host’s back closes the sheet, then goes back screen by screen, and leaves from the first', async () => {
    await depth(hosted, 0);
    expect(hosted.host.back()).toBe(false);
    await press(view, 'Products');
    await press(view, 'Add products');
    await until(view, () => {
      const found = [...document.querySelectorAll<HTMLElement>('li.goods button')].find((one) =>
        (one.getAttribute('aria-label') ?? one.innerText).startsWith('Add '),
      );
      found?.click();
      return !!found;
    });
    await find(view, 'dialog[open]');
    await depth(hosted, 3);
    expect(hosted.host.back()).toBe(true);
    await until(view, () => !document.querySelector('dialog'));
    await depth(hosted, 2);
    expect(await pathOf(view)).toBe('/goodsList/warehouse');
    hosted.host.back();
    await depth(hosted, 1);
    expect(await pathOf(view)).toBe('/goodsList');
    hosted.host.back();
    await depth(hosted, 0);
    await find(view, usable);
    expect(hosted.host.back()).toBe(false);
  });

  test('what is shown is asked for again when the host comes back', async () => {
    hosted.host.pause();
    const before = countOf(demo.logged());
    hosted.host.resume();
    await vi.waitFor(() => expect(countOf(demo.logged())).toBeGreaterThan(before), anotherLook);
  });

  test('a frame of another origin cannot load inside Souk, by the page’s own policy', async () => {
    const refused = await view.run(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
            resolve(`${effectiveDirective} ${blockedURI}`),
          );
          const src = 'http://127.0.0.2:8099/frame';
          document.body.append(Object.assign(document.createElement('iframe'), { src }));
        }),
    );
    expect(refused).toMatch(/^frame-src http:\/\/127\.0\.0\.2:8099/);
  });

  test('an open form changes its language one frame after the texts arrive, and keeps focus, caret and what was typed', async () => {
    await press(view, 'Settings');
    await press(view, 'Feedback');
    await type(view, 'textarea[name=content]', 'The parcel came open');
    await view.run(watchTexts, 'textarea[name=content]', '/zh-CN.');
    hosted.host.update({ lang: 'zh-CN' });
    const seen = await until(view, () => {
      const { watched } = window as unknown as { watched: { field: HTMLTextAreaElement; frames?: number } };
      if (document.documentElement.lang !== 'zh-CN' || watched.frames === undefined) return;
      const { field, frames } = watched;
      const { selectionStart, selectionEnd, value } = field;
      const isHeld = field.isConnected && document.activeElement === field;
      return { frames, isHeld, value, caret: [selectionStart, selectionEnd] };
    });
    expect(seen).toMatchObject({ isHeld: true, value: 'The parcel came open', caret: [4, 10] });
    expect(seen.frames).toBeLessThanOrEqual(1);
    hosted.host.update({ lang: 'en' });
    hosted.host.back();
    await see(view, 'Payments and security');
    hosted.host.back();
    await find(view, usable);
  });

  test('a session that ended is renewed by one request for a token; where it is denied, sign-in is drawn over the screen', async () => {
    demo.clock.advance(2 * day);
    await press(view, 'Orders');
    await find(view, 'a[href^="/order?id="]');
    expect(hosted.asked()).toBe(1);
    mayHave = false;
    demo.clock.advance(2 * day);
    await press(view, 'Account');
    await see(view, 'Your session has expired');
    expect(hosted.asked()).toBe(2);
    expect(await pathOf(view)).toBe('/wallet');
    mayHave = true;
    expect(lossesOf(hosted)).toEqual([408]);
    hosted.host.update({ token: await newToken() });
    await find(view, '.big');
  });

  test('a session that was revoked is reported to the host; a token, then or later, leads back to the form with what was typed', async () => {
    const before = lossesOf(hosted).length;
    hosted.host.navigate('/feedback');
    await find(view, 'textarea[name=content]');
    await type(view, 'textarea[name=content]', 'Half a word');
    const asked = hosted.asked();
    await demo.ops('session-end', { user: 'amina' });
    // What is shown is asked for again, and the host has a token at once.
    hosted.host.resume();
    await vi.waitFor(() => expect(hosted.asked()).toBe(asked + 1), anotherLook);
    await until(
      view,
      () =>
        location.pathname === '/feedback' &&
        document.querySelector<HTMLTextAreaElement>('textarea[name=content]')?.value.includes('Half a word'),
    );
    mayHave = false;
    await demo.ops('session-end', { user: 'amina' });
    hosted.host.resume();
    await until(view, () => location.search === '?code=401' && document.querySelector('a[href="/login"]'));
    expect(lossesOf(hosted).slice(before)).toEqual([401, 401]);
    mayHave = true;
    hosted.host.update({ token: await newToken() });
    await until(
      view,
      () =>
        location.pathname === '/feedback' &&
        document.querySelector<HTMLTextAreaElement>('textarea[name=content]')?.value.includes('Half a word'),
    );
  });

  test('a sign-out in Souk is reported to the host and draws sign-in, and a reload does not loop', async () => {
    hosted.host.navigate('/settings');
    await press(view, 'Sign out');
    await find(view, 'input[name=username]');
    await vi.waitFor(() => expect(lossesOf(hosted).at(-1)).toBe('signed-out'), anotherLook);
    mayHave = false;
    // The dead one, once more, as a host does that has not listened.
    hosted.host.update({ token: tokens.at(-1) ?? '' });
    await view.reload();
    await find(view, 'a[href="/login"], input[name=username]');
    // A page that is slow may still ask; one that loops asks in every half second.
    await vi.waitFor(async () => {
      const before = hosted.asked();
      await view.run(() => new Promise((resolve) => setTimeout(resolve, 500)));
      expect(hosted.asked()).toBe(before);
    }, anotherLook);
    mayHave = true;
    hosted.host.update({ token: await newToken() });
    await until(view, () => !location.search.includes('401') && document.querySelector('nav.tabs'));
  });

  test('no token is found anywhere: not in an address, a storage, a log, the document or the history', async () => {
    const inUrl = [await newToken(), await newToken()];
    await view.go(`${demo.url}/shopCenter?token=${inUrl[0]}&lang=en#token=${inUrl[1]}`);
    await find(view, usable);
    await press(view, 'Account');
    // The figures of the screen before are as large.
    await until(view, () => location.pathname === '/wallet' && !!document.querySelector('.big'));
    const traces = await tracesOf(view);
    expect(traces.document.length).toBeGreaterThan(1_000);
    const addresses = await view.addresses();
    expect(addresses.length).toBeGreaterThan(2);
    expect(demo.logged()).toContain('/v1/me');
    const places = { ...traces, addresses, console: view.log(), server: demo.logged() };
    expect(tokens.length).toBeGreaterThanOrEqual(5);
    const found = Object.entries(places)
      .map(([place, text]) => [place, JSON.stringify(text)] as const)
      .filter(([, text]) => tokens.some((token) => text.includes(token)));
    expect(found.map(([place]) => place)).toEqual([]);
  });
});

const others = channels.filter(([, channel]) => !wholeList.some(([, whole]) => whole === channel));

test.each(others)('%s, %s: token and language come by the greeting', async (engine, channel) => {
  const view = await open(engine, channel);
  const hosted = hostOf(view, { state: { token: await demo.signIn(), lang: 'ar' } });
  await view.go(`${demo.url}/shopCenter`);
  await find(view, usable);
  await isTurned(view);
  await depth(hosted, 0);
  await view.close();
});

/** No timer rings that waits as long as one waits for a host. */
const noLongTimers = `{
  const { setTimeout } = window;
  window.setTimeout = (act, wait, ...args) => wait >= 2500 ? 0 : setTimeout(act, wait, ...args);
}`;

test.each(['Chromium', 'WebKitGTK'] as const)(
  'a page in %s that no host shows draws its sign-in without waiting for one',
  async (engine) => {
    const view = await open(engine, 'none', [noLongTimers]);
    await view.go(`${demo.url}/shopCenter`);
    await find(view, 'input[name=username]');
    await view.close();
  },
);
