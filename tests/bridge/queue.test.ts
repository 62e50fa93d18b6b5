import { describe, expect, test } from 'vitest';
import { outcome, rawHost } from './harness/raw-host.ts';

describe('the queue before the handshake', () => {
  test('a new note replaces the oldest one where the queue is full', () => {
    const { guest, hi, notes } = rawHost();
    for (let depth = 0; depth < 150; depth += 1) guest.note('back', { depth });
    hi();
    expect(notes()).toHaveLength(100);
    expect(notes().at(-1)?.p).toEqual({ depth: 149 });
  });

  test('drops a note where 100 requests wait', () => {
    const { guest, hi, notes } = rawHost();
    for (let index = 0; index < 100; index += 1) guest.request('scan', {}).catch(() => {});
    guest.note('title', { text: 'lost' });
    hi();
    expect(notes()).toEqual([]);
    guest.destroy();
  });

  test('a request that the host turns out not to offer is refused and not sent', async () => {
    const { guest, hi, requests } = rawHost();
    const scan = outcome(guest.request('scan', {}));
    const copy = outcome(guest.request('copy', { text: 'x' }));
    hi({ capabilities: ['scan'] });
    expect(await copy).toBe('rejected: unsupported');
    expect(requests().map(({ m }) => m)).toEqual(['scan']);
    guest.destroy();
    expect(await scan).toBe('rejected: destroyed');
  });
});
