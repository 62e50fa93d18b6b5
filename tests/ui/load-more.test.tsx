import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { LoadMore } from '../../src/ui/load-more.tsx';
import { draw } from './draw.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the next page loads ahead once the page was scrolled, and before that when its end is in sight', async () => {
  const margins: (string | undefined)[] = [];
  let reach: () => void = () => {};
  const Observer = class {
    constructor(seen: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      margins.push(options?.rootMargin);
      reach = () => seen([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
    }
    observe() {}
    disconnect() {}
  };
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('scrollY', 0);
  let finish = () => {};
  const load = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  draw(<LoadMore load={load} />);
  expect(load).not.toHaveBeenCalled();
  vi.stubGlobal('scrollY', 300);
  act(() => reach());
  await act(async () => finish());
  expect(load).toHaveBeenCalledOnce();
  expect(margins).toEqual(['0px', '600px']);
});
