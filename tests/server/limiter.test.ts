import { expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { createLimiter } from '../../src/server/platform/limiter.ts';

/** Work that a test ends by hand, and that counts how much of it runs. */
const jobs = () => {
  const ends: (() => void)[] = [];
  const order: number[] = [];
  const job = (n: number) => () =>
    new Promise<number>((resolve) => {
      order.push(n);
      ends.push(() => resolve(n));
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { ends, order, job, settle };
};

it('the limiter runs so many at once, and the others in the order in which they came', async () => {
  const { ends, order, job, settle } = jobs();
  const gate = createLimiter({ concurrency: 2, perKey: 9, maxQueue: 9 });
  const all = [1, 2, 3, 4].map((n) => gate('a', job(n)));
  await settle();
  expect(order).toEqual([1, 2]);
  ends[0]?.();
  await settle();
  expect(order).toEqual([1, 2, 3]);
  ends[1]?.();
  ends[2]?.();
  await settle();
  ends[3]?.();
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

it('the limiter serves keys in turn, so that one with many requests does not delay the others', async () => {
  const { ends, order, job, settle } = jobs();
  const gate = createLimiter({ concurrency: 1, perKey: 9, maxQueue: 9 });
  const all = [gate('a', job(1)), gate('a', job(2)), gate('a', job(3)), gate('b', job(4)), gate('c', job(5))];
  for (let n = 0; n < all.length; n++) {
    await settle();
    ends[n]?.();
  }
  await Promise.all(all);
  expect(order).toEqual([1, 2, 4, 5, 3]);
});

it('the limiter refuses what is too much for one key or in all, and accepts it again when there is room', async () => {
  const { ends, job, settle } = jobs();
  const gate = createLimiter({ concurrency: 1, perKey: 2, maxQueue: 3 });
  const busy = { code: codes.systemBusy, detail: { reason: 'too_many_at_once', retryAfter: 1 } };
  const inside = [gate('a', job(1)), gate('a', job(2)), gate('b', job(3))];
  await expect(gate('a', job(4))).rejects.toMatchObject(busy);
  await expect(gate('c', job(5))).rejects.toMatchObject(busy);
  for (let n = 0; n < 3; n++) {
    await settle();
    ends[n]?.();
  }
  await Promise.all(inside);
  const again = gate('a', job(6));
  await settle();
  ends[3]?.();
  expect(await again).toBe(6);
});

it('the limiter runs so many at once for one key, and leaves the other places to other keys', async () => {
  const { ends, order, job, settle } = jobs();
  const gate = createLimiter({ concurrency: 4, perKey: 9, perKeyRunning: 2, maxQueue: 9 });
  const all = [1, 2, 3].map((n) => gate('a', job(n)));
  all.push(gate('b', job(4)), gate('b', job(5)), gate('b', job(6)));
  await settle();
  expect(order).toEqual([1, 2, 4, 5]);
  all.push(gate('c', job(7)));
  await settle();
  expect(order).toEqual([1, 2, 4, 5]);
  // The first key waited longer, but has two places; the one that is free goes to the second.
  ends[2]?.();
  await settle();
  expect(order).toEqual([1, 2, 4, 5, 6]);
  ends[0]?.();
  await settle();
  expect(order).toEqual([1, 2, 4, 5, 6, 3]);
  ends[3]?.();
  await settle();
  expect(order).toEqual([1, 2, 4, 5, 6, 3, 7]);
  for (const n of [1, 4, 5, 6]) ends[n]?.();
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it('the limiter passes the place on when work fails', async () => {
  const gate = createLimiter({ concurrency: 1, perKey: 9, maxQueue: 9 });
  const failed = gate('a', () => Promise.reject(new Error('no')));
  const next = gate('a', () => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

it('the limiter runs the first lane before all others, in reserved places', async () => {
  const { ends, order, job, settle } = jobs();
  const gate = createLimiter({ concurrency: 1, perKey: 9, maxQueue: 3 });
  const all = [gate('a', job(1)), gate('b', job(2)), gate('c', job(3))];
  await expect(gate('d', job(4))).rejects.toMatchObject({ detail: { reason: 'too_many_at_once' } });
  all.push(gate('e', job(5), 'priority'), gate('f', job(6), 'priority'));
  await expect(gate('g', job(7), 'priority')).rejects.toMatchObject({
    detail: { reason: 'too_many_at_once' },
  });
  for (let n = 0; n < all.length; n++) {
    await settle();
    ends[n]?.();
  }
  await Promise.all(all);
  expect(order).toEqual([1, 5, 6, 2, 3]);
});
