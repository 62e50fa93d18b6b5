import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const files = 'https://souk.example/app/old/';
const reload = vi.fn();

/** Starts the app anew, as after a reload, and tries to recover; returns whether the page goes on by itself. */
async function recover(): Promise<boolean> {
  vi.resetModules();
  const { keepInHistory } = await import('../../src/storage.ts');
  const { default: heal } = await import('../../src/shell/heal.ts');
  keepInHistory();
  return heal.createHealer(heal.reloadOnce(files, true))();
}

const { sessionStorage: own } = Object.getOwnPropertyDescriptors(globalThis);
beforeEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
  vi.stubGlobal('fetch', async () => Response.json({ app: '/app/new/' }));
  vi.spyOn(location, 'reload').mockImplementation(reload);
  history.replaceState(null, '');
});
afterEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', own as PropertyDescriptor);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  reload.mockClear();
});

test('a page that may store nothing reloads for another build once, and not a second time', async () => {
  expect(await recover()).toBe(true);
  expect(await recover()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that can leave no mark of a reload does not reload', async () => {
  vi.spyOn(history, 'replaceState').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(await recover()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
