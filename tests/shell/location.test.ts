import { useLocation } from 'preact-iso/router';
import { createElement } from 'react';
import { render } from 'react-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createNavigator, type Navigator, NavigatorProvider } from '../../src/location.ts';
import { pathHistory } from '../../src/shell/history-adapter.ts';
import { memoryHistory } from '../../src/shell/memory-history.ts';
import { hashHistory, pushedHistory } from '../../src/shell/shared-history.ts';

const trails = { history: pathHistory, hash: hashHistory, memory: memoryHistory, pushed: pushedHistory };
type Mode = keyof typeof trails;

const root = document.createElement('div');
const toTab = (path: string) => (path === '/' ? '/shopCenter' : undefined);
let place: Navigator;
let stop = () => {};

function open(mode: Mode, at = '/', options: Partial<Parameters<typeof createNavigator>[0]> = {}) {
  stop();
  history.replaceState(null, '', mode === 'hash' ? `/host?x=1#${at}` : at);
  place = createNavigator({ history: trails[mode](), root, redirect: toTab, ...options });
  stop = place.start();
  return place;
}

/** A click as a finger makes it; true when the browser was kept from following the link itself. */
function click(html: string, init: MouseEventInit = {}) {
  root.innerHTML = html;
  let kept = false;
  const look = (event: Event) => {
    kept = event.defaultPrevented;
    event.preventDefault();
  };
  root.addEventListener('click', look, { once: true });
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...init });
  root.querySelector('a')?.dispatchEvent(event);
  return kept;
}

beforeEach(() => document.body.append(root));
afterEach(() => {
  stop();
  stop = () => {};
});

const settled = (url: string) => vi.waitFor(() => expect(place.url.value).toBe(url));

describe.each<Mode>(['history', 'hash', 'memory', 'pushed'])('a navigator in %s mode', (mode) => {
  test('the root is the first tab, in the same entry', () => {
    const before = history.length;
    open(mode);
    expect(place.url.value).toBe('/shopCenter');
    expect(place.depth.value).toBe(0);
    expect(history.length).toBe(before);
  });

  test('a slash at the end of a path is removed from the address, in the same entry', async () => {
    open(mode);
    place.forceRoute('/wallet/?from=/');
    await settled('/wallet?from=/');
    expect([place.currentUrl(), place.depth.value]).toEqual(['/wallet?from=/', 1]);
  });

  test('a route is shown, counts one step, and Back takes it back', async () => {
    open(mode);
    place.route('/order?id=7');
    await settled('/order?id=7');
    expect(place.depth.value).toBe(1);
    place.back();
    await settled('/shopCenter');
    expect(place.depth.value).toBe(0);
  });

  test('the same address again makes no step', async () => {
    open(mode);
    place.route('/wallet');
    place.route('/wallet');
    await settled('/wallet');
    expect(place.depth.value).toBe(1);
  });

  test('a replaced address makes no step', async () => {
    open(mode);
    place.route('/wallet', true);
    await settled('/wallet');
    expect(place.depth.value).toBe(0);
  });

  test('Back on the first screen leads to another only where one is named, and never loops', async () => {
    open(mode);
    place.route('/404', true);
    await settled('/404');
    place.back();
    expect(place.url.value).toBe('/404');
    place.back('/shopCenter');
    await settled('/shopCenter');
    expect(place.depth.value).toBe(0);
  });

  test('a plain click on a link of ours is a route', async () => {
    open(mode);
    expect(click('<a href="/wallet"><b>Wallet</b></a>')).toBe(true);
    await settled('/wallet');
  });

  test('a click on a way back undoes the step that led here, whatever it names', async () => {
    open(mode);
    place.route('/walletFlow');
    place.route('/order?id=7');
    await settled('/order?id=7');
    expect(click('<a href="/orderList" rel="prev">Back</a>')).toBe(true);
    await settled('/walletFlow');
    expect(place.depth.value).toBe(1);
  });

  test('a click on a way back leads to what it names where nothing was before, in the same entry', async () => {
    open(mode);
    place.route('/order?id=7', true);
    await settled('/order?id=7');
    click('<a href="/orderList" rel="prev">Back</a>');
    await settled('/orderList');
    expect(place.depth.value).toBe(0);
  });

  test.each([
    ['another origin', '<a href="https://example.org/x">x</a>', {}],
    ['another scheme', '<a href="mailto:a@b.example">x</a>', {}],
    ['a path with two slashes', '<a href="//example.org/x">x</a>', {}],
    ['a download', '<a href="/files/a.csv" download>x</a>', {}],
    ['another tab', '<a href="/wallet" target="_blank">x</a>', {}],
    ['a key held', '<a href="/wallet">x</a>', { ctrlKey: true }],
    ['the middle button', '<a href="/wallet">x</a>', { button: 1 }],
    ['an answer of the server', '<a href="/api/v1/file">x</a>', {}],
  ])('a click with %s is the browser’s', (_, html, init) => {
    open(mode);
    expect(click(html, init)).toBe(false);
    expect(place.url.value).toBe('/shopCenter');
  });

  describe('a guard', () => {
    test('a guard that refuses keeps the screen, and the leave() that it was given goes on', async () => {
      open(mode);
      const leaves: (() => void)[] = [];
      place.guard((leave) => leaves.push(leave) > 0);
      place.route('/wallet');
      expect(place.url.value).toBe('/shopCenter');
      leaves[0]?.();
      await settled('/wallet');
      expect(leaves).toHaveLength(1);
    });

    test('is asked before Back, and its refusal keeps the screen', async () => {
      open(mode);
      place.route('/order?id=7');
      await settled('/order?id=7');
      const ask = vi.fn(() => true);
      const undo = place.guard(ask);
      expect(place.depth.value).toBe(2);
      place.back();
      expect(ask).toHaveBeenCalledOnce();
      expect(place.url.value).toBe('/order?id=7');
      undo();
      expect(place.depth.value).toBe(1);
      place.back();
      await settled('/shopCenter');
      expect(ask).toHaveBeenCalledOnce();
    });

    test('a guard that is the newest is the only one asked', () => {
      open(mode);
      const below = vi.fn(() => false);
      const above = vi.fn(() => true);
      place.guard(below);
      place.guard(above);
      place.route('/wallet');
      expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 1]);
    });

    test('an open sheet on the first screen counts as a step for the host’s Back', () => {
      open(mode);
      const undo = place.guard(() => true);
      expect(place.depth.value).toBe(1);
      undo();
      expect(place.depth.value).toBe(0);
    });

    test('is not asked where the session no longer allows to stay', async () => {
      open(mode);
      place.guard(() => true);
      place.forceRoute('/404?code=401');
      await settled('/404?code=401');
    });
  });

  test('the old screen stays until the next one’s code has come', async () => {
    let here = () => {};
    const code = new Promise<void>((done) => {
      here = done;
    });
    open(mode, '/', { preloadScreen: (path) => (path === '/wallet' ? code : undefined) });
    place.route('/wallet');
    await Promise.resolve();
    expect(place.url.value).toBe('/shopCenter');
    here();
    await settled('/wallet');
  });

  describe('the tap on a link', () => {
    /** Draws the frames that were asked for; until then there is none. */
    let draw = () => {};
    beforeEach(() => {
      const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation(() => 0);
      draw = () => {
        for (const [callback] of frames.mock.calls.splice(0)) callback(0);
      };
    });
    afterEach(() => void vi.restoreAllMocks());
    const tap = (path: string) => click(`<a href="${mode === 'hash' ? '#' : ''}${path}">x</a>`);
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

    test('is known at once, loads the code of the screen, and is followed after the next frame', async () => {
      const asked: string[] = [];
      const preloadScreen = async (path: string) => void asked.push(path);
      open(mode, '/', { preloadScreen });
      tap('/wallet?a=1');
      expect([place.target.value, asked]).toEqual(['/wallet', ['/wallet']]);
      await pause();
      expect([place.url.value, place.currentUrl()]).toEqual(['/shopCenter', '/shopCenter']);
      draw();
      await settled('/wallet?a=1');
    });

    test('is one step, however often it comes in a frame, and the last of several is followed', async () => {
      open(mode);
      for (const path of ['/orderList', '/wallet', '/wallet']) tap(path);
      draw();
      await settled('/wallet');
      expect(place.depth.value).toBe(1);
    });

    test('is one step back, where it is on an arrow and comes again before the browser has gone back', async () => {
      const go = vi.fn();
      open(mode, '/', { history: { ...trails[mode](), go } });
      place.route('/order?id=7');
      await settled('/order?id=7');
      for (const html of Array(2).fill('<a rel="prev" href="/orderList">x</a>')) click(html);
      draw();
      await pause();
      expect(go).toHaveBeenCalledExactlyOnceWith(-1);
    });

    test('counts no more once the address was changed without a question, Back came, or the app has left', async () => {
      for (const change of [() => place.forceRoute('/404?code=401'), () => place.back(), () => stop()]) {
        open(mode);
        place.route('/order?id=7');
        await settled('/order?id=7');
        tap('/wallet');
        change();
        await pause();
        draw();
        await pause();
        expect(place.currentUrl()).not.toBe('/wallet');
      }
    });

    test('asks a guard at once, and one that has come meanwhile takes the mark back', async () => {
      open(mode);
      const ask = vi.fn(() => true);
      tap('/wallet');
      const remove = place.guard(ask);
      expect(place.target.value).toBe('/wallet');
      draw();
      await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
      expect([place.target.value, place.url.value]).toEqual(['/shopCenter', '/shopCenter']);
      tap('/orderList');
      expect(ask).toHaveBeenCalledTimes(2);
      remove();
    });

    test('is not undone by an address that the screen it leaves still replaces', async () => {
      open(mode, '/orderList');
      stop();
      let route: Navigator['route'] = () => {};
      const Screen = () => {
        ({ route } = useLocation());
        return null;
      };
      const holder = document.createElement('div');
      render(createElement(NavigatorProvider, { nav: place, children: createElement(Screen, null) }), holder);
      const search = route;
      tap('/order?id=7');
      search('/orderList?keyword=cup', true);
      draw();
      await settled('/order?id=7');
      search('/orderList?keyword=cup', true);
      expect(place.currentUrl()).toBe('/order?id=7');
      render(null, holder);
    });
  });

  test('code that takes too long is not waited for, and the last of two routes wins', async () => {
    const never = new Promise(() => {});
    open(mode, '/', { preloadScreen: () => never });
    place.route('/wallet');
    place.route('/orderList');
    await settled('/orderList');
  });
});

describe.each(['history', 'hash'] as const)('a navigator in %s mode', (mode) => {
  test('a guard is asked on the browser’s own Back too, and its refusal undoes it', async () => {
    open(mode);
    place.route('/order?id=7');
    await settled('/order?id=7');
    const ask = vi.fn(() => true);
    place.guard(ask);
    history.back();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(place.currentUrl()).toBe('/order?id=7'));
    expect(place.url.value).toBe('/order?id=7');
    expect(ask).toHaveBeenCalledOnce();
  });
});

test.each([
  ['/wallet/', '/wallet'],
  ['/order//?id=7#a', '/order?id=7#a'],
  ['/wallet/#a?b/', '/wallet#a?b/'],
  // Written back as it is, this would be an address of another origin.
  ['//example.org/x/', '/example.org/x'],
])('a visit that begins at %s is shown as one at %s', (at, url) => {
  open('history', location.origin + at);
  expect([place.url.value, location.href]).toEqual([url, location.origin + url]);
});

// A browser moves after the code that asked for it, which the history of these tests does not.
test.each([
  ['a route', () => place.route('/order?id=7')],
  ['a jump', () => place.forceRoute('/order?id=7')],
])('%s that is taken while a closed sheet’s entry goes is a separate step', async (_, leave) => {
  const { go, ...trail } = memoryHistory();
  trail.replace('/wallet');
  place = createNavigator({ history: { ...trail, go: (by) => setTimeout(go, 0, by) }, root });
  stop = place.start();
  const undo = place.guard(() => true);
  undo();
  leave();
  await settled('/order?id=7');
  await new Promise((resolve) => setTimeout(resolve));
  expect([place.currentUrl(), place.depth.value]).toEqual(['/order?id=7', 1]);
  place.back();
  await settled('/wallet');
  expect(place.depth.value).toBe(0);
});

test('two sheets of the first screen that close one after the other, before the browser has moved, take one step back', async () => {
  const { go, ...adapter } = memoryHistory('/settings');
  adapter.push('/wallet');
  const asked = vi.fn((by: number) => void setTimeout(go, 0, by));
  const start = adapter.depth();
  place = createNavigator({ history: { ...adapter, depth: () => adapter.depth() - start, go: asked }, root });
  stop = place.start();
  const undoFirst = place.guard(() => true);
  undoFirst();
  const undoSecond = place.guard(() => true);
  undoSecond();
  await vi.waitFor(() => expect(place.depth.value).toBe(0));
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked.mock.calls).toEqual([[-1]]);
  expect(place.currentUrl()).toBe('/wallet');
});

describe.each(['history', 'hash'] as const)('an open sheet on the first screen in %s mode', (mode) => {
  /** A sheet as it is: asked to leave it closes, and leaves its guard behind soon after. */
  const openSheet = () => {
    const closed = vi.fn();
    const undo = place.guard(() => {
      closed();
      queueMicrotask(undo);
      return true;
    });
    return { closed, undo };
  };
  const atStart = () => vi.waitFor(() => expect(history.state.souk).toBe(0));

  test('is closed by the browser’s Back, and the next Back leaves', async () => {
    open(mode, '/wallet');
    const { closed } = openSheet();
    history.back();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
    await atStart();
    expect(place.currentUrl()).toBe('/wallet');
    expect(place.depth.value).toBe(0);
  });

  test('an open sheet that is closed by its cross leaves no step behind', async () => {
    open(mode, '/wallet');
    const { undo } = openSheet();
    expect(history.state.souk).toBe(1);
    undo();
    await atStart();
    expect(place.depth.value).toBe(0);
  });

  test('makes no separate step where a link in it leads on', async () => {
    open(mode, '/wallet');
    const undo = place.guard(() => false);
    place.route('/order?id=7');
    undo();
    await settled('/order?id=7');
    expect(place.depth.value).toBe(1);
    place.back();
    await settled('/wallet');
    await atStart();
  });

  test('an open sheet that refuses is asked again by the next Back', async () => {
    open(mode, '/wallet');
    const refuse = vi.fn(() => true);
    place.guard(refuse);
    history.back();
    await vi.waitFor(() => expect(refuse).toHaveBeenCalledTimes(1));
    history.back();
    await vi.waitFor(() => expect(refuse).toHaveBeenCalledTimes(2));
    expect(place.url.value).toBe('/wallet');
    expect(place.depth.value).toBe(1);
  });
});

describe('the address bar', () => {
  test('is the path in history mode, byte for byte', async () => {
    open('history', '/invite?code=AB%20C&x=%E2%9C%93+1');
    expect(place.url.value).toBe('/invite?code=AB%20C&x=%E2%9C%93+1');
    place.route('/wallet');
    await settled('/wallet');
    expect(location.pathname).toBe('/wallet');
  });

  test('keeps the host page’s own path and query in hash mode', async () => {
    open('hash', '/order?id=7');
    expect(place.url.value).toBe('/order?id=7');
    place.route('/wallet');
    await settled('/wallet');
    expect(location.pathname + location.search + location.hash).toBe('/host?x=1#/wallet');
  });

  test.each([
    ['hash', hashHistory],
    ['pushed', pushedHistory],
  ])(
    'an anchor of the host page stays until a step is taken, and after Souk has left: %s',
    async (_, open) => {
      stop();
      history.replaceState({ host: 'kept' }, '', '/host#terms');
      const adapter = open();
      place = createNavigator({ history: adapter, root, redirect: toTab });
      stop = place.start();
      expect(place.url.value).toBe('/shopCenter');
      expect(location.hash).toBe('#terms');
      place.route('/wallet');
      await settled('/wallet');
      adapter.leave();
      expect(location.pathname + location.hash).toBe('/host#terms');
      expect(history.state).toEqual({ host: 'kept' });
    },
  );

  test('a page that has moved on before Souk leaves keeps its new address', () => {
    stop();
    history.replaceState(null, '', '/host#/wallet');
    const adapter = hashHistory();
    history.pushState({ page: 1 }, '', '/next#/their-own');
    adapter.leave();
    expect(location.pathname + location.hash).toBe('/next#/their-own');
    expect(history.state).toEqual({ page: 1 });
  });

  test('the first screen, where a host leads to it, has no step behind it', async () => {
    for (const mode of Object.keys(trails) as Mode[]) {
      open(mode, '/order?id=7');
      place.route('/wallet');
      await settled('/wallet');
      place.home('/shopCenter');
      await settled('/shopCenter');
      expect([place.depth.value, place.currentUrl()]).toEqual([0, '/shopCenter']);
    }
  });

  test('does not change in memory mode', async () => {
    open('memory');
    history.replaceState(null, '', '/host?x=1');
    place.route('/wallet');
    await settled('/wallet');
    expect(location.pathname + location.search).toBe('/host?x=1');
  });

  test('the host page’s own state of an entry stays beside ours', () => {
    stop();
    history.replaceState({ host: 'kept' }, '', '/shopCenter');
    place = createNavigator({ history: pathHistory(), root });
    expect(history.state).toMatchObject({ host: 'kept', souk: 0 });
  });
});
