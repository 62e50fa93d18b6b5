import { act } from 'preact/test-utils';
import { render } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazy } from '../../src/ui/lazy.tsx';

const options = {
  waiting: () => <p>waiting</p>,
  failed: ({ onRetry }: { onRetry: () => void }) => (
    <button type="button" onClick={onRetry}>
      retry
    </button>
  ),
};
const Wallet = () => <h1>Wallet</h1>;
const root = document.createElement('div');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  render(null, root);
  vi.useRealTimers();
});

/** A chunk that fails so many times before it comes. */
const failing = (times: number) => {
  let left = times;
  return vi.fn(async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Wallet };
  });
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms).then(() => {}));
const show = (load: () => Promise<{ default: typeof Wallet }>) => {
  const Screen = lazy(load, options);
  act(() => void render(<Screen />, root));
  return Screen;
};

test('a screen waits for its code, then is drawn', async () => {
  show(failing(0));
  expect(root.textContent).toBe('waiting');
  await pass(0);
  expect(root.innerHTML).toBe('<h1>Wallet</h1>');
});

test('a chunk that fails twice is tried again, a little later each time', async () => {
  const load = failing(2);
  show(load);
  await pass(299);
  expect(load).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(load).toHaveBeenCalledTimes(2);
  await pass(1_200);
  expect(load).toHaveBeenCalledTimes(3);
  expect(root.textContent).toBe('Wallet');
});

test('a chunk that keeps failing ends in a screen with a retry that works', async () => {
  const load = failing(3);
  show(load);
  await pass(2_000);
  expect(root.textContent).toBe('retry');
  act(() => root.querySelector('button')?.click());
  expect(root.textContent).toBe('waiting');
  await pass(0);
  expect(root.textContent).toBe('Wallet');
  expect(load).toHaveBeenCalledTimes(4);
});

test('code that is brought ahead is drawn at once, and brought once', async () => {
  const load = failing(0);
  const Screen = lazy(load, options);
  await Screen.preload();
  await Screen.preload();
  act(() => void render(<Screen />, root));
  expect(root.textContent).toBe('Wallet');
  expect(Screen.isLoaded()).toBe(true);
  expect(load).toHaveBeenCalledOnce();
});

test('a preload that fails rejects nothing, and the screen tries again', async () => {
  const load = failing(3);
  const Screen = lazy(load, options);
  const ahead = Screen.preload();
  await pass(2_000);
  await ahead;
  act(() => void render(<Screen />, root));
  act(() => root.querySelector('button')?.click());
  await pass(0);
  expect(root.textContent).toBe('Wallet');
});

test('a chunk that failed without a network comes by itself when the network is back', async () => {
  const load = failing(3);
  show(load);
  await pass(1_500);
  expect(root.textContent).toBe('retry');
  act(() => void dispatchEvent(new Event('online')));
  await pass(0);
  expect(root.textContent).toBe('Wallet');
});
