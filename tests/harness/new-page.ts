// Before each file about the app: files share a process and what it has compiled, but each gets a new app and page.
import { afterAll, vi } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';

vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
const page = await builtinEnvironments['happy-dom'].setup(globalThis, {});
afterAll(() => page.teardown(globalThis));
