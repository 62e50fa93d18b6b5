import { expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { createGate } from '../../src/server/gate.ts';

/** Work that ends when it is told to, and knows how much of it runs. */
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

it('runs so many at once, and the others in the order in which they came', async () => {
  const { ends, order, job, settle } = jobs();
  const gate = createGate({ atOnce: 2, each: 9, most: 9 });
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

it('takes the keys in turn, so that who asks for much keeps nobody else waiting', async () => {
  const { ends, order, job, settle } = jobs();
  const gate = createGate({ atOnce: 1, each: 9, most: 9 });
  const all = [gate('a', job(1)), gate('a', job(2)), gate('a', job(3)), gate('b', job(4)), gate('c', job(5))];
  for (let n = 0; n < all.length; n++) {
    await settle();
    ends[n]?.();
  }
  await Promise.all(all);
  expect(order).toEqual([1, 2, 4, 5, 3]);
});

it('refuses what is too much for one key or in all, and takes it again when there is room', async () => {
  const { ends, job, settle } = jobs();
  const gate = createGate({ atOnce: 1, each: 2, most: 3 });
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

it('gives the place on when work fails', async () => {
  const gate = createGate({ atOnce: 1, each: 9, most: 9 });
  const failed = gate('a', () => Promise.reject(new Error('no')));
  const next = gate('a', () => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
