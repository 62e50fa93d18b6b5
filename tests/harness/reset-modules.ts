// Before each file about the app: the files share a process and what it has loaded and compiled, the embedded database
// above all, but nothing of the app. Its modules are evaluated again, and the page is a new one.
import { afterAll, vi } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';

interface Evaluated {
  promise?: unknown;
  exports?: unknown;
  evaluated: boolean;
}
type Worker = { evaluatedModules: { idToModuleMap: Map<string, Evaluated> } };

// The server keeps its state in what it is given, and the contract has none: evaluating them is half of a short file's time.
const stateless = /\/(src\/(server|contract)|locales)\//;
const { evaluatedModules } = (globalThis as unknown as { __vitest_worker__: Worker }).__vitest_worker__;
const kept = [...evaluatedModules.idToModuleMap]
  .filter(([id, { evaluated }]) => evaluated && stateless.test(id))
  .map(([, one]) => ({ one, was: { promise: one.promise, exports: one.exports, evaluated: true } }));
vi.resetModules();
for (const { one, was } of kept) Object.assign(one, was);

vi.useRealTimers();
vi.unstubAllGlobals();

// A file may say that it wants no page.
if ('document' in globalThis) {
  const page = await builtinEnvironments['happy-dom'].setup(globalThis, {});
  afterAll(() => page.teardown(globalThis));
}
