// Long, because each engine goes through the same list with one page after the other.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BridgeError } from '../../bridge/host.ts';
import { day } from '../../src/server/clock.ts';
import { type Demo, startDemo } from '../harness/demo.ts';
import { usable } from '../harness/usable.ts';
import type { Engine, View } from './engine.ts';
import { channels, startEngines, wholeList } from './engines.ts';
import { find, press, see, type, until } from './hands.ts';
import { depthOf, type Hosted, hostOf } from './hosted.ts';

let demo: Demo;
let engines: Record<keyof typeof startEngines, Engine>;
beforeAll(async () => {
  const [started, Chromium, WebKitGTK] = await Promise.all([
    startDemo(),
    startEngines.Chromium(),
    startEngines.WebKitGTK(),
  ]);
  demo = started;
  engines = { Chromium, WebKitGTK };
});
afterAll(() => Promise.all([engines?.Chromium.close(), engines?.WebKitGTK.close(), demo?.close()]));

const signIn = async () => {
  const login = { username: 'amina', password: 'souk-demo-1' };
  return (await demo.call<{ token: string }>('POST /login', login)).token;
};
const anotherLook = { timeout: 10_000, interval: 20 };
const depth = (hosted: Hosted, wanted: number) =>
  vi.waitFor(() => expect(depthOf(hosted)).toBe(wanted), anotherLook);
const pathOf = (view: View) => view.evaluate<string>('location.pathname');
const storedBy = (view: View) =>
  view.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');

/** Says how many frames were drawn between the texts' arrival and a label in them. */
const watchTexts = `{
  const texts = (window.texts = { framesUntilSeen: undefined });
  const { json } = Response.prototype;
  let frames = 0;
  const count = () => { frames += 1; requestAnimationFrame(count); };
  requestAnimationFrame(count);
  Response.prototype.json = async function () {
    const value = await json.call(this);
    if (this.url.includes('/zh-CN.')) frames = 0;
    return value;
  };
  new MutationObserver(() => {
    if (texts.framesUntilSeen === undefined && window.kept && window.kept.labels[0].innerText !== window.before)
      texts.framesUntilSeen = frames;
  }).observe(document, { subtree: true, childList: true, characterData: true });
}`;

const countOf = (log: string) => log.split('/v1/home/stat').length;

const visits = (engine: keyof typeof startEngines, channel: string) => {
  const open = (scripts: string[] = []) => engines[engine].open(channel, { origin: demo.url, scripts });
  const shopCentre = async (hostFor: (view: View) => Hosted | Promise<Hosted>, scripts?: string[]) => {
    const view = await open(scripts);
    const hosted = await hostFor(view);
    await view.go(`${demo.url}/shopCenter`);
    await find(view, usable);
    return { view, hosted };
  };
  return { open, shopCentre };
};

describe.each(channels)('%s, %s', (engine, channel) => {
  const { shopCentre } = visits(engine, channel);

  test('token and language come by the greeting, and after a reload again: nothing was kept', async () => {
    const token = await signIn();
    const { view, hosted } = await shopCentre((page) => hostOf(page, { state: { token, lang: 'ar' } }));
    await until(view, () => document.documentElement.dir === 'rtl');
    await depth(hosted, 0);
    expect(await storedBy(view)).not.toContain(token);
    await view.reload();
    await find(view, usable);
    const greetings = hosted.crossed.filter(({ t }) => t === 'hello').map(({ n }) => n);
    expect(new Set(greetings).size).toBe(2);
    expect(await storedBy(view)).not.toContain(token);
    await view.close();
  });
});

describe.each(wholeList)('%s, %s', (engine, channel) => {
  const { open, shopCentre } = visits(engine, channel);

  test('a session that ended is renewed by one request for a token; where it is denied, sign-in is drawn over the screen', async () => {
    const first = await signIn();
    let mayHave = true;
    const { view, hosted } = await shopCentre((page) =>
      hostOf(page, {
        state: { token: first, lang: 'en' },
        newToken: async () => {
          if (!mayHave) throw new BridgeError('denied');
          return signIn();
        },
      }),
    );
    demo.clock.advance(2 * day);
    await press(view, 'Orders');
    await find(view, 'a[href^="/order?id="]');
    expect(hosted.asked()).toBe(1);
    mayHave = false;
    demo.clock.advance(2 * day);
    await press(view, 'Account');
    await see(view, 'Your sign-in has expired');
    expect(hosted.asked()).toBe(2);
    expect(await pathOf(view)).toBe('/wallet');
    hosted.host.update({ token: await signIn() });
    await find(view, '.big');
    await view.close();
  });

  test('an open form is spoken in another language one frame after its texts came, and keeps focus, caret and what was typed', async () => {
    const { view, hosted } = await shopCentre(
      async (page) => hostOf(page, { state: { token: await signIn(), lang: 'en' } }),
      [watchTexts],
    );
    await press(view, 'Feedback');
    await type(view, 'textarea[name=content]', 'The parcel came open');
    await view.run(() => {
      const field = document.querySelector<HTMLTextAreaElement>('textarea[name=content]');
      field?.setSelectionRange(4, 10);
      Object.assign(window, { kept: field, before: field?.labels?.[0]?.innerText });
    });
    hosted.host.update({ lang: 'zh-CN' });
    const seen = await until(view, () => {
      const { kept, before } = window as unknown as { kept: HTMLTextAreaElement; before: string };
      if (document.documentElement.lang !== 'zh-CN' || kept.labels?.[0]?.innerText === before) return;
      return [
        kept.isConnected,
        document.activeElement === kept,
        kept.value,
        kept.selectionStart,
        kept.selectionEnd,
      ];
    });
    expect(seen).toEqual([true, true, 'The parcel came open', 4, 10]);
    expect(await view.evaluate('texts.framesUntilSeen')).toBeLessThanOrEqual(1);
    await view.close();
  });

  test('the host’s back closes the sheet, then goes back screen by screen, and leaves from the first', async () => {
    const { view, hosted } = await shopCentre(async (page) =>
      hostOf(page, { state: { token: await signIn(), lang: 'en' } }),
    );
    await depth(hosted, 0);
    expect(hosted.host.back()).toBe(false);
    await press(view, 'Products');
    await press(view, 'Add goods');
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
    await view.close();
  });

  test('what is shown is asked for again when the host comes back', async () => {
    const { view, hosted } = await shopCentre(async (page) =>
      hostOf(page, { state: { token: await signIn(), lang: 'en' } }),
    );
    await depth(hosted, 0);
    hosted.host.pause();
    const before = countOf(demo.logged());
    hosted.host.resume();
    await vi.waitFor(() => expect(countOf(demo.logged())).toBeGreaterThan(before), anotherLook);
    await view.close();
  });

  test('the token is found nowhere: not in an address, a storage, a log, the document or the history', async () => {
    const token = await signIn();
    const view = await open();
    hostOf(view, { state: { token, lang: 'en' } });
    await view.go(`${demo.url}/shopCenter#token=${token}&lang=en`);
    await find(view, usable);
    await press(view, 'Account');
    await find(view, '.big');
    const left = await view.run(async () => ({
      address: location.href,
      referrer: document.referrer,
      kept: [{ ...localStorage }, { ...sessionStorage }, document.cookie, name, history.state],
      databases: await indexedDB.databases(),
      caches: 'caches' in window ? await caches.keys() : [],
      asked: performance.getEntriesByType('resource').map((entry) => entry.name),
      document: document.documentElement.outerHTML,
      globals: Object.values(window).filter((value) => typeof value === 'string'),
    }));
    expect(left.document.length).toBeGreaterThan(1_000);
    expect(JSON.stringify(left)).not.toContain(token);
    expect((await view.addresses()).length).toBeGreaterThan(1);
    expect((await view.addresses()).join()).not.toContain(token);
    expect(view.log()).not.toContain(token);
    expect(demo.logged()).toContain('/v1/me');
    expect(demo.logged()).not.toContain(token);
    await view.close();
  });

  test('a frame of another origin cannot stand inside of Souk: the page’s own policy keeps it out', async () => {
    const { view } = await shopCentre(async (page) => hostOf(page, { state: { token: await signIn() } }));
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
    await view.close();
  });
});

test('a host that says nothing leaves Souk its own sign-in after 3 s, and is heard all the same when it wakes', async () => {
  const token = await signIn();
  const late = async (engine: keyof typeof startEngines, channel: string) => {
    const view = await engines[engine].open(channel, { origin: demo.url });
    await view.go(`${demo.url}/shopCenter`);
    const alone = await until(
      view,
      () => document.querySelector('input[name=username]') && performance.now(),
    );
    expect(alone).toBeGreaterThanOrEqual(3_000);
    hostOf(view, { state: { token, lang: 'ar' } });
    await find(view, usable);
    await until(view, () => document.documentElement.dir === 'rtl');
    await view.close();
  };
  await Promise.all(wholeList.map(([engine, channel]) => late(engine, channel)));
});

test('a page that no host shows draws its sign-in at once', async () => {
  const alone = async (engine: keyof typeof startEngines) => {
    const view = await engines[engine].open('none', { origin: demo.url });
    await view.go(`${demo.url}/shopCenter`);
    const drawn = await until(
      view,
      () => document.querySelector('input[name=username]') && performance.now(),
    );
    expect(drawn).toBeLessThan(3_000);
    await view.close();
  };
  await Promise.all([alone('Chromium'), alone('WebKitGTK')]);
});
