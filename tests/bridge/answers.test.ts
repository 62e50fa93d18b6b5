import { describe, expect, test } from 'vitest';
import type { MethodName, Params } from '../../bridge/protocol.ts';
import { outcome, rawHost } from './harness/raw-host.ts';

const minutes = 60_000;

describe('time-outs', () => {
  test.each<[MethodName, Params<MethodName>, number]>([
    ['token', { force: false }, 8_000],
    ['openUrl', { url: 'https://souk.example' }, 8_000],
    ['copy', { text: 'x' }, 8_000],
    ['haptic', { kind: 'tap' }, 8_000],
    ['pickFile', { accept: 'image/*' }, 10 * minutes],
    ['scan', {}, 10 * minutes],
    ['share', { text: 'x' }, 10 * minutes],
    ['saveFile', { name: 'a', type: 'text/csv', base64: '' }, 10 * minutes],
    ['close', { dirty: true }, 10 * minutes],
  ])('a request for %s settles when its time is over', async (method, params, ms) => {
    const { guest, hi, clock } = rawHost();
    hi();
    let end: unknown;
    const answer = outcome(guest.request(method, params as never)).then((value) => {
      end = value;
    });
    clock.advance(ms - 1);
    expect(clock.open()).toBe(1);
    clock.advance(1);
    await answer;
    expect(end).toBe('rejected: timeout');
    expect(clock.open()).toBe(0);
  });

  test('an answer after its time-out is ignored', async () => {
    const { guest, hi, send, clock } = rawHost();
    hi();
    const answer = outcome(guest.request('copy', { text: 'x' }));
    clock.advance(8_000);
    send({ t: 'res', id: 1, r: {} });
    expect(await answer).toBe('rejected: timeout');
  });
});

describe('answers', () => {
  test('destroy settles everything that is open, once, and leaves no timer and no listener', async () => {
    const { guest, hi, clock, isOpen } = rawHost();
    hi();
    const open = Array.from({ length: 10 }, () => outcome(guest.request('scan', {})));
    guest.destroy();
    guest.destroy();
    expect(await Promise.all(open)).toEqual(Array(10).fill('rejected: destroyed'));
    expect(clock.open()).toBe(0);
    expect(isOpen()).toBe(false);
  });

  test('destroy may be called from within a listener', () => {
    const { guest, hi, send } = rawHost();
    hi();
    const heard: string[] = [];
    guest.on('pause', () => guest.destroy());
    guest.on('resume', () => heard.push('resume'));
    send({ t: 'evt', m: 'pause' });
    send({ t: 'evt', m: 'resume' });
    expect(heard).toEqual([]);
  });
});
