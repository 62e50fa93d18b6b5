// Before each file about the app: files share a process and what it has compiled, but each gets a new app and page.
import { afterAll, vi } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';

vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
const page = await builtinEnvironments['happy-dom'].setup(globalThis, {
  // A phone's window: a wide one has a rail in place of the tab bar.
  happyDOM: { width: 390, height: 844 },
});
afterAll(() => page.teardown(globalThis));
