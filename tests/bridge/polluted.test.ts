import { describe, expect, test } from 'vitest';
import { rawHost } from './harness/raw-host.ts';

describe('a page that was tampered with', () => {
  test('a polluted Object.prototype adds nothing to a message', async () => {
    const { guest, hi, send } = rawHost();
    const polluted = {
      token: 'attacker',
      e: { code: 'denied' },
      text: 'attacker',
      version: 1,
      state: { token: 'attacker', lang: 'xx' },
    };
    try {
      for (const [name, value] of Object.entries(polluted))
        Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
      send({ t: 'hi', p: {} });
      expect(Object.keys(guest.state())).toEqual([]);
      hi({ state: { lang: 'en' } });
      const answer = guest.request('scan', {});
      send({ t: 'res', id: 1, r: { text: 'right' } });
      expect((await answer).text).toBe('right');
      for (const p of [{}, undefined]) send({ t: 'evt', m: 'state', p });
      expect(Object.keys(guest.state())).toEqual(['lang']);
    } finally {
      for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
    }
  });

  test('JSON and timers that a script replaces later get no message', async () => {
    const seen: unknown[] = [];
    const { parse, stringify } = JSON;
    const raw = rawHost();
    try {
      JSON.parse = ((text: string) => seen.push(text)) as typeof JSON.parse;
      JSON.stringify = ((value: unknown) => seen.push(value)) as unknown as typeof JSON.stringify;
      raw.hi({ state: { token: 'k3y' } });
    } finally {
      JSON.parse = parse;
      JSON.stringify = stringify;
    }
    expect(raw.guest.state()).toEqual({ token: 'k3y' });
    expect(seen).toEqual([]);
  });
});
