import { act } from 'preact/test-utils';
import { render } from 'react-dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect } from '../../bridge/guest/connect.ts';
import { createHost } from '../../bridge/host.ts';
import { createHostObject } from '../../bridge/host-end/object-end.ts';
import ar from '../../locales/ar.json';
import { App } from '../../src/app.tsx';
import { acceptToken } from '../../src/data/accept-token.ts';
import { configure } from '../../src/data/config.ts';
import { accountByLink } from '../../src/data/link-token.ts';
import { noticesResource } from '../../src/data/notices.ts';
import { currentToken, session } from '../../src/data/session.ts';
import { expireSession } from '../../src/data/sign-out.ts';
import { toast } from '../../src/data/toast.ts';
import { addTexts, setLang, t } from '../../src/lang/index.ts';
import { createNavigator, type Navigator } from '../../src/location.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { notify } from '../../src/server/shops/notices/notify.ts';
import { DeferredShell } from '../../src/shell/load-deferred-shell.ts';
import { memoryHistory } from '../../src/shell/memory-history.ts';
import { isOfflineShown } from '../../src/ui/offline.ts';
import { type Client, startClient } from '../harness/client.ts';
import type { TestUser } from '../harness/server.ts';

let client: Client;
let amina: TestUser;
let place: Navigator;
let root: HTMLElement;
beforeAll(async () => {
  client = await startClient();
  amina = await client.server.addUser({ username: 'amina' });
  await DeferredShell.preload();
});
afterAll(() => client.close());
beforeEach(() => {
  client.clear();
  root = document.createElement('div');
  document.body.append(root);
});
afterEach(() => {
  act(() => void render(null, root));
  root.remove();
});

async function open(path: string) {
  place = createNavigator({
    history: memoryHistory(),
    root,
    redirect: (at) => (at === '/' ? '/shopCenter' : undefined),
  });
  if (path !== '/') place.route(path, true);
  await vi.waitFor(() => expect(place.url.value).toBe(path === '/' ? '/shopCenter' : path));
  act(() => void render(<App nav={place} root={root} chrome="page" />, root));
}
const signedIn = () => act(() => acceptToken(amina.token, 'handover'));
const eventually = (look: () => void) => vi.waitFor(() => act(async () => look()), { timeout: 5_000 });
const heading = () => root.querySelector('h1')?.textContent;
const bar = () => root.querySelector('nav.tabs');

describe('an address with a token, beside a sign-in of this page’s own', () => {
  let bashir: TestUser;
  beforeAll(async () => {
    bashir = await client.server.addUser({ username: 'bashir' });
  });
  const arrive = async (own: TestUser, handoverToken: string) => {
    configure({ handoverToken });
    await client.signIn(own);
    await open('/');
  };
  const sentBy = ({ token }: TestUser) =>
    client.sent.filter(({ headers }) => headers.get('authorization') === token).map(({ name }) => name);
  const dialog = () => root.querySelector('dialog');
  const press = (name: string) =>
    act(() => [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
  const me = () => session.value.me?.username;

  test('an address with a token of another person, beside a sign-in of this page, asks first, naming both, and leaves everything as it is', async () => {
    await arrive(amina, bashir.token);
    await eventually(() => expect(dialog()?.textContent).toMatch(/bashir.*amina/));
    expect(me()).toBe('amina');
    press('Stay as amina');
    expect([dialog(), me()]).toEqual([null, 'amina']);
    expect(sentBy(bashir)).toEqual(['GET /v1/me']);
  });

  test('an address with a token of another person, beside a sign-in of this page, is used on a press, and stored nowhere', async () => {
    await arrive(amina, bashir.token);
    await eventually(() => expect(dialog()).not.toBeNull());
    press('Switch to bashir');
    await eventually(() => expect(me()).toBe('bashir'));
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(bashir.token);
    // The screens about money name their account by this.
    expect(accountByLink()).toBe('bashir');
  });

  test('an address with a token of the same person, beside a sign-in of this page, asks nothing, and is of use where the sign-in has run out', async () => {
    await arrive(amina, amina.token);
    await eventually(() => expect(sentBy(amina)).toEqual(['GET /v1/me']));
    expect([dialog(), me()]).toEqual([null, 'amina']);
    expect(currentToken()).not.toBe(amina.token);
    act(() => void render(null, root));
    act(() => expireSession());
    await open('/');
    await eventually(() => expect(currentToken()).toBe(amina.token));
    expect(dialog()).toBeNull();
  });
});

describe('without a token', () => {
  test('sign-in is drawn under the same address, nothing is fetched of the merchant, and no bar is there', async () => {
    await open('/wallet');
    await act(() => acceptToken(null, 'storage'));
    await eventually(() => expect(heading()).toBe('Sign in'));
    expect(place.url.value).toBe('/wallet');
    expect(client.sent.filter(({ name }) => name !== 'GET /v1/operator')).toEqual([]);
    expect(bar()).toBeNull();
  });

  test('the screen is drawn after a sign-in', async () => {
    await open('/wallet');
    await act(() => acceptToken(null, 'storage'));
    await act(() => client.signIn(amina));
    await eventually(() => expect(bar()?.querySelector('[aria-current=page]')?.textContent).toBe('Account'));
    expect(place.url.value).toBe('/wallet');
    expect(place.depth.value).toBe(0);
  });
});

describe('the tab bar', () => {
  test.each([
    ['/', 'Store'],
    ['/orderList', 'Orders'],
    ['/goodsList', 'Products'],
    ['/wallet', 'Account'],
  ])('shows at %s that %s is the current tab', async (path, label) => {
    await open(path);
    await signedIn();
    await eventually(() => expect(bar()?.querySelector('[aria-current=page]')?.textContent).toBe(label));
  });

  test('marks a tab in the frame of its tap, before its screen is drawn, and keeps it until another screen is', async () => {
    await open('/');
    await signedIn();
    const marked = () => [bar()?.querySelector('[aria-current=page]')?.textContent, root.dataset.section];
    await eventually(() => expect(marked()).toEqual(['Store', '0']));
    const tap = (href: string) => act(() => root.querySelector<HTMLElement>(`a[href="${href}"]`)?.click());
    tap('/wallet');
    expect([...marked(), place.url.value]).toEqual(['Account', '3', '/shopCenter']);
    await eventually(() => expect(place.url.value).toBe('/wallet'));
    await eventually(() => expect(root.querySelector('a[href="/bankList"]')).toBeTruthy());
    tap('/bankList');
    expect([...marked(), place.url.value]).toEqual(['Account', '3', '/wallet']);
    await eventually(() => expect(bar()).toBeNull());
  });

  test.each(['/goodsList/warehouse', '/settings', '/404', '/nothing/here'])(
    'is not there at %s',
    async (path) => {
      await open(path);
      await signedIn();
      await eventually(() => expect(heading()).toBeTruthy());
      expect(bar()).toBeNull();
    },
  );

  test('keeps its height for this device', async () => {
    await open('/');
    await signedIn();
    const button = () => bar()?.querySelector('button');
    await eventually(() => expect(button()?.textContent).toBe('Raise bar'));
    act(() => button()?.click());
    expect(button()?.textContent).toBe('Lower bar');
    expect(localStorage.getItem('tabsRaised')).toBe('1');
    act(() => void render(null, root));
    await open('/');
    await eventually(() => expect(button()?.textContent).toBe('Lower bar'));
  });
});

describe('the head of a screen', () => {
  afterAll(() => {
    client.server.deps.config.demo = false;
  });

  test.each([
    ['a demo', true, '/orderList', ['DEMO']],
    ['a demo', true, '/settings', ['DEMO']],
    ['a demo', true, '/shopCenter', ['DEMO']],
    ['a real shop', false, '/orderList', []],
  ])('of %s has the mark of a demo, or none: %s, %s', async (_what, demo, path, marks) => {
    client.server.deps.config.demo = demo;
    await open(path);
    await signedIn();
    await eventually(() => {
      expect(session.value.me?.demo).toBe(demo);
      expect(root.querySelector('.head')).not.toBeNull();
      expect([...root.querySelectorAll('.head .badge')].map((one) => one.textContent)).toEqual(marks);
    });
  });
});

describe('a screen that cannot be drawn', () => {
  const button = (name: string) =>
    [...root.querySelectorAll('button')].find((one) => one.textContent === name);
  const alert = () => root.querySelector('[role=alert]')?.textContent;
  /** Answers the wallet once with what no screen can draw. */
  const broken = () =>
    client.fault('POST /v1/user/wallet', async (pass) => {
      const { data, ...rest } = await (await pass()).json();
      return Response.json({ ...rest, data: { ...data, holds: 'none' } });
    });

  test('says so in its place, leaves the tabs to work, and is drawn by the retry once the server is mended', async () => {
    broken();
    await open('/wallet');
    await signedIn();
    await eventually(() => expect(alert()).toContain('Something went wrong in the app'));
    const current = () => bar()?.querySelector('[aria-current=page]')?.textContent;
    expect(current()).toBe('Account');
    act(() => bar()?.querySelector<HTMLElement>('a[href="/orderList"]')?.click());
    await eventually(() => expect(heading()).toBe('Orders'));
    expect(alert()).toBeUndefined();
    act(() => place.route('/wallet'));
    await eventually(() => expect(alert()).toContain('Something went wrong in the app'));
    act(() => button('Try again')?.click());
    await eventually(() => expect(root.textContent).toContain('Available'));
    expect(alert()).toBeUndefined();
  });
});

test('an address without a screen says so under that address', async () => {
  await open('/nothing/here');
  await act(() => acceptToken(null, 'storage'));
  await eventually(() => expect(heading()).toBe('Page not found'));
  expect(place.url.value).toBe('/nothing/here');
});

test('an empty /v1/me draws the load error, and its retry leads to the screen', async () => {
  client.fault('GET /v1/me', () => new Response('{"code":200,"data":null}'));
  await open('/');
  await signedIn();
  await eventually(() =>
    expect(root.querySelector('[role=alert]')?.textContent).toContain('Couldn’t load your account’s data'),
  );
  const retry = [...root.querySelectorAll('button')].find((button) => button.textContent === 'Try again');
  act(() => retry?.click());
  await eventually(() => expect(session.value.status).toBe('signed-in'));
  await eventually(() => expect(heading()).toBe('Store'));
});

const field = () => root.querySelector<HTMLInputElement>('input[type=search], input:not([type])');
/** Something in the screen's field that was not sent yet. */
const typed = async () => {
  await eventually(() => expect(field()).not.toBeNull());
  const kept = field() as HTMLInputElement;
  kept.value = 'lam';
  act(() => void kept.dispatchEvent(new Event('input', { bubbles: true })));
  return kept;
};

test('an expired sign-in lies over the screen, which is kept with what was typed and shown again', async () => {
  await open('/goodsList/warehouse');
  await signedIn();
  const kept = await typed();
  act(() => expireSession());
  await eventually(() => expect(heading()).toBe('Sign in'));
  expect(kept.isConnected).toBe(true);
  expect(kept.closest('[hidden]')).not.toBeNull();
  await eventually(() => expect(document.title).toBe('Sign in · Souk'));
  await act(() => client.signIn(amina));
  await eventually(() => expect(kept.closest('[hidden]')).toBeNull());
  expect(kept.isConnected).toBe(true);
  expect(kept.value).toBe('lam');
  await eventually(() => expect(document.title).toBe('Catalog · Souk'));
});

test.each(['storage', 'focus'])(
  'a token that another tab has removed ends the session here at the next %s, one that it has replaced does not',
  async (moment) => {
    await open('/goodsList/warehouse');
    await act(() => client.signIn(amina));
    const kept = await typed();
    localStorage.setItem('token', 'of-another-sign-in');
    act(() => void dispatchEvent(new Event(moment)));
    expect(session.value.status).toBe('signed-in');
    localStorage.setItem('token', currentToken() ?? '');
    act(() => void dispatchEvent(new Event(moment)));
    localStorage.removeItem('token');
    act(() => void dispatchEvent(new Event(moment)));
    await eventually(() => expect(heading()).toBe('Sign in'));
    expect(kept.value).toBe('lam');
  },
);

test('a route moves the focus to the heading of its screen; a filter in the address does not', async () => {
  await open('/');
  await signedIn();
  await eventually(() => expect(heading()).toBe('Store'));
  act(() => place.route('/settings'));
  await eventually(() => expect(document.activeElement?.textContent).toBe('Settings'));
  (document.activeElement as HTMLElement).blur();
  act(() => place.route('/settings?x=1'));
  await eventually(() => expect(place.url.value).toBe('/settings?x=1'));
  expect(document.activeElement?.textContent).not.toBe('Settings');
});

test('a sign-in in place of a screen leaves the focus on the heading of that screen', async () => {
  await open('/settings');
  act(() => {
    session.value = { status: 'signed-out' };
  });
  await eventually(() => expect(root.querySelector('input')).not.toBeNull());
  root.querySelector('input')?.focus();
  // Nothing has a heading while it is asked who has signed in.
  act(() => root.querySelector('h1')?.remove());
  act(() => root.querySelector('main')?.remove());
  await signedIn();
  await eventually(() => expect(document.activeElement?.textContent).toBe('Settings'));
});

test('the button that marks all notices as read keeps the focus while it stays, and leaves it to the heading where it goes', async () => {
  const bashir = await client.server.addUser();
  const { deps, clock } = client.server;
  const send = () =>
    inTransaction(deps.db, (db) =>
      notify(db, {
        shopId: bashir.shopId,
        at: clock.now(),
        kind: 'account_removed',
        params: { last4: 'a**a' },
        link: null,
      }),
    );
  const button = () => root.querySelector<HTMLElement>('header button');
  await send();
  await client.signIn(bashir);
  await open('/notifications');
  await eventually(() => expect(button()).not.toBeNull());
  clock.advance(1000);
  await send();
  button()?.focus();
  act(() => button()?.click());
  await eventually(() => expect(root.querySelectorAll('.cover strong')).toHaveLength(0));
  expect(document.activeElement).toBe(button());
  act(() => noticesResource.invalidate());
  await eventually(() => expect(root.querySelectorAll('.cover strong')).toHaveLength(1));
  act(() => button()?.click());
  await eventually(() => expect(button()).toBeNull());
  await eventually(() => expect(document.activeElement?.textContent).toBe('Notifications'));
});

test('a toast changes its language with everything else', async () => {
  await open('/settings');
  await signedIn();
  act(() => toast(() => t('common.retry')));
  await eventually(() => expect(root.querySelector('[role=status]')?.textContent).toContain('Try again'));
  addTexts('ar', 'first', ar);
  addTexts('ar', 'rest', {});
  await act(() => setLang('ar'));
  expect(root.querySelector('[role=status]')?.textContent).toContain(ar.common.retry);
  await act(() => setLang('en'));
});

test('a switch of language asks the server for its texts again, in that language', async () => {
  await open('/notifications');
  await signedIn();
  const asked = () => client.of('POST /v1/notify/list').map(({ headers }) => headers.get('accept-language'));
  await eventually(() => expect(asked()).toEqual(['en']));
  addTexts('ar', 'first', ar);
  addTexts('ar', 'rest', {});
  await act(() => setLang('ar'));
  await eventually(() => expect(asked()).toEqual(['en', 'ar']));
  await act(() => setLang('en'));
});

test('a page without a network says so, with the age of what is shown, until the network is back', async () => {
  await open('/');
  await signedIn();
  await eventually(() => expect(heading()).toBe('Store'));
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  expect(root.textContent).toContain('You’re offline.');
  expect(isOfflineShown.value, 'errors leave it to the bar').toBe(true);
  onLine.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(root.querySelector<HTMLElement>('.foot-bar')?.style.visibility, 'its room stays').toBe('hidden');
  expect(isOfflineShown.value).toBe(false);
  onLine.mockRestore();
});

test('a host gets one note that Souk can be used, also where that is its own sign-in', async () => {
  const names: string[] = [];
  const { host: object, end } = createHostObject();
  const host = createHost(end, { platform: 'test', methods: {}, onNote: (name) => names.push(name) });
  const guest = connect({ app: 'souk', build: 'test', host: object });
  configure({ guest: async () => guest });
  await open('/wallet');
  await act(() => acceptToken(null, 'storage'));
  await eventually(() => expect(names.filter((name) => name === 'ready')).toHaveLength(1));
  await act(() => client.signIn(amina));
  await eventually(() => expect(bar()).not.toBeNull());
  expect(names.filter((name) => name === 'ready')).toHaveLength(1);
  configure({ guest: undefined });
  guest.destroy();
  host.destroy();
});

test('a host is given the title of the screen again after a sign-in over it', async () => {
  const titles: unknown[] = [];
  const { host: object, end } = createHostObject();
  const onNote = (name: string, params: object) => name === 'title' && titles.push(params);
  const host = createHost(end, { platform: 'test', methods: {}, onNote });
  const guest = connect({ app: 'souk', build: 'test', host: object });
  configure({ guest: async () => guest });
  await open('/goodsList/warehouse');
  await signedIn();
  await eventually(() => expect(titles.at(-1)).toEqual({ text: 'Catalog · Souk' }));
  act(() => expireSession());
  await eventually(() => expect(titles.at(-1)).toEqual({ text: 'Sign in · Souk' }));
  await act(() => client.signIn(amina));
  await eventually(() => expect(titles.at(-1)).toEqual({ text: 'Catalog · Souk' }));
  configure({ guest: undefined });
  guest.destroy();
  host.destroy();
});

test('the theme of a host is taken off with the app at once, before another app is drawn in its place', async () => {
  const { host: object, end } = createHostObject();
  const host = createHost(end, { platform: 'test', state: { theme: 'dark' }, methods: {} });
  const guest = connect({ app: 'souk', build: 'test', host: object });
  configure({ guest: async () => guest });
  await open('/wallet');
  await eventually(() => expect(root.dataset.theme).toBe('dark'));
  // Without `act`, which would run at once what the app runs a frame later.
  render(null, root);
  expect(root.dataset.theme).toBeUndefined();
  configure({ guest: undefined });
  guest.destroy();
  host.destroy();
});
