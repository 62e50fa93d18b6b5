import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type App = typeof import('../../src/storage.ts');

/** Starts the app's storage as a page that is loaded does: nothing stays in memory. */
async function load(): Promise<App> {
  vi.resetModules();
  return import('../../src/storage.ts');
}
/** A page of our own. */
async function loadPage(): Promise<App['tab']> {
  const app = await load();
  app.keepInHistory();
  return app.tab;
}

const { sessionStorage: own } = Object.getOwnPropertyDescriptors(globalThis);
const stub = (get: () => unknown) =>
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get });
const forbid = () =>
  stub(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
const fill = () => {
  const full = { ...sessionStorage };
  stub(() => ({
    getItem: (key: string) => full[key] ?? null,
    removeItem: (key: string) => void delete full[key],
    setItem() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  }));
};
beforeEach(() => {
  sessionStorage.clear();
  history.replaceState({ souk: 0 }, '');
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  Object.defineProperty(globalThis, 'sessionStorage', own as PropertyDescriptor);
});

test.each([
  ['is forbidden', forbid],
  ['is missing', () => stub(() => null)],
  ['is full', fill],
])(
  'what a tab sets survives a reload where its storage %s, and what it removed does not',
  async (_, arrange) => {
    sessionStorage.setItem('key:pay', 'an older one');
    arrange();
    const page = await loadPage();
    expect(page.set('key:pay', 'one')).toBe(true);
    page.set('key:withdraw', 'another');
    page.set('souk.draft.withdraw', '{"amount":"50"}');
    page.remove('key:withdraw');

    const reloaded = await loadPage();
    expect([reloaded.get('key:pay'), reloaded.get('key:withdraw')]).toEqual(['one', null]);
    expect(reloaded.parse('souk.draft.withdraw')).toEqual({ amount: '50' });
    expect(reloaded.keys('key:')).toEqual(['key:pay']);
    expect(history.state.souk).toBe(0);
  },
);

test('what a cleared storage lost stays in memory, and survives a reload once the tab has set more', async () => {
  const page = await loadPage();
  page.set('key:pay', 'one');
  expect(history.state).toEqual({ souk: 0 });
  sessionStorage.clear();
  expect(page.get('key:pay')).toBe('one');
  page.set('key:withdraw', 'another');
  expect((await loadPage()).get('key:pay')).toBe('one');
});

test('each entry of the history that is come to has what is known then', async () => {
  forbid();
  const page = await loadPage();
  page.set('key:pay', 'one');
  history.pushState({ ...history.state, souk: 1 }, '');
  const older = history.state;
  page.remove('key:pay');
  page.set('key:withdraw', 'another');
  // Back, by the browser.
  history.replaceState(older, '');
  dispatchEvent(new PopStateEvent('popstate', { state: older }));
  const reloaded = await loadPage();
  expect([reloaded.get('key:pay'), reloaded.get('key:withdraw')]).toEqual([null, 'another']);
});

test('a draft that changes with each key is written to the history at most about three times a second, and all of it before the page is left', async () => {
  forbid();
  const page = await loadPage();
  const write = vi.spyOn(history, 'replaceState');
  for (let count = 0; count < 100; count++) {
    page.set('souk.draft.feedback', `${count}`);
    vi.advanceTimersByTime(20);
  }
  expect(write.mock.calls.length).toBeLessThanOrEqual(5);
  page.set('souk.draft.feedback', 'the end');
  dispatchEvent(new Event('beforeunload'));
  expect((await loadPage()).get('souk.draft.feedback')).toBe('the end');
  write.mockRestore();
});

test('a token that the storage refuses is kept nowhere', async () => {
  forbid();
  const page = await loadPage();
  expect(page.set('token', 'secret')).toBe(false);
  page.set('key:pay', 'one');
  expect(page.get('token')).toBeNull();
  expect(JSON.stringify(history.state)).not.toContain('secret');
});

test('the history of a host’s page is left alone: what its storage refuses stays in memory', async () => {
  forbid();
  history.replaceState({ kept: 'of the host' }, '');
  const { tab, local, prefixStorage } = await load();
  prefixStorage('souk:');
  expect(tab.set('key:pay', 'one')).toBe(false);
  local.set('tabsRaised', '1');
  expect([tab.get('key:pay'), local.get('tabsRaised'), tab.get('of the host')]).toEqual(['one', '1', null]);
  expect(history.state).toEqual({ kept: 'of the host' });
});
