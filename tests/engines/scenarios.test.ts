// Long, because it is one list. Each channel goes through it in order with one page, as a merchant does with one phone:
// a separate page for each scenario would take longer than its checks.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BridgeError } from '../../bridge/host.ts';
import { usable } from '../../tools/usable.mjs';
import type { Hear } from '../bridge/harness/wire.ts';
import { type Demo, startDemo } from '../harness/demo.ts';
import type { Engine, View } from './engine.ts';
import { channels, startEngines, wholeList } from './engines.ts';
import { find, press, see, until } from './hands.ts';
import { depthOf, type Hosted, hostOf } from './hosted.ts';

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
    await press(view, 'List products');
    await until(view, () => {
      const found = [...document.querySelectorAll<HTMLElement>('li.goods button')].find((one) =>
        (one.getAttribute('aria-label') ?? one.innerText).startsWith('List '),
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
    expect(demo.logged()).toContain('/v1/home');
    const places = { ...traces, addresses, console: view.log(), server: demo.logged() };
    expect(tokens.length).toBeGreaterThanOrEqual(4);
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
