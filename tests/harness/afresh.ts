// Before each file about the app: the files share a process and what it has loaded and compiled, the embedded database
// above all, but nothing of ours. The app's modules are evaluated anew, and the page is a new one.
import { afterAll, vi } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';

vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();

// A file may say that it wants no page.
if ('document' in globalThis) {
  const page = await builtinEnvironments['happy-dom'].setup(globalThis, {});
  afterAll(() => page.teardown(globalThis));
}
