import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiError } from '../../src/data/api-error.ts';
import { timedFetch } from '../../src/data/send.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: ApiError) => error.code,
  );
const never = () => new Promise<Response>(() => {});

test('no answer in 15 s is a time-out, and not a moment earlier', async () => {
  const settled = vi.fn();
  const code = codeOf(timedFetch(never, 15_000)).then((it) => {
    settled();
    return it;
  });
  await vi.advanceTimersByTimeAsync(14_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await code).toBe('timeout');
});

test('no answer where the device has no network is an outage, and not a slow server', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const code = codeOf(timedFetch(never, 15_000));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await code).toBe('network');
  vi.restoreAllMocks();
});

test('a time-out ends the request it gave up on', async () => {
  let signal: AbortSignal | undefined;
  const code = codeOf(
    timedFetch((given) => {
      signal = given;
      return never();
    }, 15_000),
  );
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await code).toBe('timeout');
  expect(signal?.aborted).toBe(true);
});

test('a caller’s signal cancels the request, before and while it runs', async () => {
  const gone = new AbortController();
  gone.abort();
  const open = vi.fn(never);
  expect(await codeOf(timedFetch(open, 15_000, gone.signal))).toBe('cancelled');
  expect(open).not.toHaveBeenCalled();

  const leaving = new AbortController();
  const code = codeOf(timedFetch(never, 15_000, leaving.signal));
  leaving.abort();
  expect(await code).toBe('cancelled');
});

test('an answer leaves no timer behind', async () => {
  await timedFetch(() => new Response('{}'), 15_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('a request that goes on sending does not time out, however long it takes', async () => {
  let alive = () => {};
  const code = codeOf(
    timedFetch((_, onProgress) => {
      alive = onProgress;
      return never();
    }, 15_000),
  );
  for (let minute = 0; minute < 5; minute++) {
    await vi.advanceTimersByTimeAsync(14_999);
    alive();
  }
  const settled = vi.fn();
  code.then(settled);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await code).toBe('timeout');
});
