import { describe, expect, test } from 'vitest';
import { BridgeError } from '../../bridge/errors.ts';
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
  test('answers out of order settle their own request', async () => {
    const { guest, hi, send, requests } = rawHost();
    hi();
    const answers = Array.from({ length: 20 }, () => guest.request('scan', {}));
    for (const { id } of [...requests()].reverse()) send({ t: 'res', id, r: { text: `for ${id}` } });
    expect(await Promise.all(answers)).toEqual(requests().map(({ id }) => ({ text: `for ${id}` })));
  });

  test('a second answer, and one to nothing, are ignored', async () => {
    const { guest, hi, send } = rawHost();
    hi();
    const answer = guest.request('scan', {});
    for (const id of [99, '1', null, undefined, {}]) send({ t: 'res', id, r: { text: 'wrong' } });
    send({ t: 'res', id: 1, r: { text: 'right' } });
    send({ t: 'res', id: 1, r: { text: 'again' } });
    send({ t: 'res', id: 1, e: { code: 'failed' } });
    expect(await answer).toEqual({ text: 'right' });
  });

  test.each<[unknown, string]>([
    [{ code: 'denied' }, 'rejected: denied'],
    [{ code: 'unsupported' }, 'rejected: unsupported'],
    [{ code: 'failed' }, 'rejected: failed'],
    [{ code: 'timeout' }, 'rejected: failed'],
    [{ code: 404 }, 'rejected: failed'],
    [{}, 'rejected: failed'],
  ])('the error %j ends as %s', async (e, expected) => {
    const { guest, hi, send } = rawHost();
    hi();
    const answer = outcome(guest.request('copy', { text: 'x' }));
    send({ t: 'res', id: 1, e });
    expect(await answer).toBe(expected);
  });

  test('the message of an error names the method and quotes the host', async () => {
    const { guest, hi, send } = rawHost();
    hi();
    const answer = guest.request('scan', {});
    send({ t: 'res', id: 1, e: { code: 'denied', message: 'no camera' } });
    await expect(answer).rejects.toThrow('scan: no camera');
    await expect(answer).rejects.toBeInstanceOf(BridgeError);
  });

  test.each<[MethodName, Params<MethodName>, unknown]>([
    ['token', { force: true }, {}],
    ['token', { force: true }, { token: '' }],
    ['token', { force: true }, { token: 'two\nlines' }],
    ['token', { force: true }, { token: 42 }],
    ['scan', {}, {}],
    ['scan', {}, { text: null }],
    ['pickFile', { accept: '*' }, { name: 'a', type: 'b' }],
    ['pickFile', { accept: '*' }, null],
  ])('%s is not satisfied by half an answer (%#)', async (method, params, r) => {
    const { guest, hi, send } = rawHost();
    hi();
    const answer = outcome(guest.request(method, params as never));
    send({ t: 'res', id: 1, r });
    expect(await answer).toBe('rejected: failed');
    expect(guest.state()).toEqual({});
  });

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

  test('destroy before any answer settles ready too', async () => {
    const { guest, clock } = rawHost();
    const early = outcome(guest.request('token', { force: false }));
    guest.destroy();
    expect((await guest.ready).platform).toBe('none');
    expect(await early).toBe('rejected: destroyed');
    expect(clock.open()).toBe(0);
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

  test.each([
    ['javascript:alert(1)'],
    ['http://souk.example'],
    [' https://souk.example'],
    ['data:text/html,x'],
    ['https:souk'],
    [''],
  ])('openUrl refuses %j before the host is asked', async (url) => {
    const { guest, hi, requests } = rawHost();
    hi();
    expect(await outcome(guest.request('openUrl', { url }))).toBe('rejected: denied');
    expect(requests()).toEqual([]);
  });
});
