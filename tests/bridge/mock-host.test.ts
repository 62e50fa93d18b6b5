import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connect } from '../../bridge/guest/connect.ts';
import { type Faults, faultyEnd } from '../../bridge/host-end/faulty-end.ts';
import { createHostObject } from '../../bridge/host-end/object-end.ts';
import { createMockHost, type MockHostOptions } from '../../bridge/mock-host.ts';
import type { Message } from '../../bridge/protocol.ts';
import { mountTransport } from '../../bridge/transport/mount.ts';
import { fakeTimers } from './harness/fake-timers.ts';
import { outcome } from './harness/raw-host.ts';

/** Numbers between 0 and 1 that a seed repeats. */
const seeded = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

const play = (options: MockHostOptions = {}) => {
  const clock = fakeTimers();
  const { host, end } = createHostObject();
  const mock = createMockHost(end, { timers: clock.timers, random: seeded(1), ...options });
  const guest = connect({ app: 'souk', build: '1', transport: mountTransport(host), timers: clock.timers });
  return { clock, mock, guest };
};
/** Lets promises run between steps of the clock, as real time would. */
const pass = async (clock: ReturnType<typeof fakeTimers>, ms: number, step = 50): Promise<void> => {
  for (let gone = 0; gone < ms; gone += step) {
    clock.advance(step);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }
};

describe('a mock host', () => {
  test('answers everything a super-app can do', async () => {
    const { guest, mock } = play();
    const { platform, capabilities } = await guest.ready;
    expect(platform).toBe('mock');
    expect(capabilities).toHaveLength(9);
    expect(await guest.request('copy', { text: 'x' })).toEqual({});
    expect(await guest.request('scan', {})).toEqual({ text: 'SOUK-1' });
    const { name, type, base64 } = await guest.request('pickFile', { accept: '*' });
    expect([name, type, atob(base64)]).toEqual(['note.txt', 'text/plain', 'Souk']);
    guest.destroy();
    mock.destroy();
  });

  test('latency delays the handshake, and the app does not wait past 3 s', async () => {
    const { guest, clock } = play({ faults: { latency: 2_000 }, state: { lang: 'ar' } });
    await pass(clock, 3_000);
    expect((await guest.ready).platform).toBe('none');
    await pass(clock, 2_000);
    expect(guest.state()).toEqual({ lang: 'ar' });
    guest.destroy();
  });

  test('refuses with the configured code until that changes', async () => {
    const { guest, mock } = play();
    await guest.ready;
    mock.refuse('denied');
    expect(await outcome(guest.request('scan', {}))).toBe('rejected: denied');
    mock.refuse(null);
    expect(await outcome(guest.request('scan', {}))).toEqual({ text: 'SOUK-1' });
  });

  test('publishes an expired token as such, and gives 50 calls one new token', async () => {
    let issued = 0;
    const issueToken = () => {
      issued += 1;
      return `fresh-${issued}`;
    };
    const { guest, mock } = play({ state: { token: 'stale' }, issueToken });
    await guest.ready;
    expect(await guest.request('token', { force: false })).toEqual({ token: 'stale' });
    mock.expire();
    expect(Date.parse(guest.state().expiresAt ?? '')).toBeLessThanOrEqual(Date.now());
    const renewed = Array.from({ length: 50 }, () => guest.request('token', { force: true }));
    expect(await Promise.all(renewed)).toEqual(Array(50).fill({ token: 'fresh-1' }));
    expect(issued).toBe(1);
    expect(guest.state()).toMatchObject({ token: 'fresh-1', expiresAt: null });
  });

  test('makes tokens up where it was given no way to issue them: a new one for a guest that forces it', async () => {
    const { guest } = play();
    const tokens: unknown[] = [];
    for (const force of [false, false, true]) tokens.push((await guest.request('token', { force })).token);
    expect(tokens).toEqual(['mock-token-1', 'mock-token-1', 'mock-token-2']);
  });

  test('answers with the token of its last update', async () => {
    const { guest, mock } = play({ state: { token: 'first' } });
    await guest.ready;
    mock.update({ token: 'second' });
    mock.update({ lang: 'ar' });
    expect(await guest.request('token', { force: false })).toEqual({ token: 'second' });
  });

  test('switches language and theme', async () => {
    const { guest, mock } = play({ state: { lang: 'en', theme: 'light' } });
    await guest.ready;
    mock.setLang('ar');
    mock.setTheme('dark');
    mock.update({ token: 'given' });
    expect(guest.state()).toEqual({ lang: 'ar', theme: 'dark', token: 'given' });
  });

  test('every request settles over loss and reorder, and none with the answer to another', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        async (seed, loss, slow) => {
          const faults = { latency: slow ? 300 : 5, loss, reorder: 0.5 };
          let scanned = 0;
          const scan = () => {
            scanned += 1;
            return { text: `scan ${scanned}` };
          };
          const { guest, clock, mock } = play({
            faults,
            random: seeded(seed),
            methods: { scan, copy: () => ({}) },
          });
          await pass(clock, 1_000, 250);
          const ends = [
            ...Array.from({ length: 5 }, () => outcome(guest.request('copy', { text: 'x' }))),
            ...Array.from({ length: 5 }, () => outcome(guest.request('scan', {}))),
          ];
          await pass(clock, 610_000, 10_000);
          const values = await Promise.all(ends);
          const answered = values
            .filter((value) => typeof value === 'object')
            .map((value) => JSON.stringify(value));
          const texts = answered.filter((value) => value.includes('scan'));
          expect(new Set(texts).size).toBe(texts.length);
          expect(
            values.every((value) => typeof value === 'object' || /timeout|unsupported/.test(`${value}`)),
          ).toBe(true);
          guest.destroy();
          mock.destroy();
          expect(clock.open()).toBe(0);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a faulty end', () => {
  /** Sends messages through an end with these faults; `random` gives what decides on loss and order of each. */
  const faulty = (faults: Partial<Faults>, random: readonly number[]) => {
    const clock = fakeTimers();
    const { host, end } = createHostObject();
    const arrived: string[] = [];
    host.subscribe((message) => arrived.push((message as Message).m ?? ''));
    const left = [...random];
    const next = () => left.shift() as number;
    const wrapped = faultyEnd(
      end,
      { latency: 0, loss: 0, reorder: 0, ...faults },
      { timers: clock.timers, random: next },
    );
    const send = (m: string) => wrapped.send({ souk: 1, t: 'evt', n: '0123456789abcdef', m, p: {} });
    return { clock, host, wrapped, arrived, send };
  };

  test('loses the share that it was given, and none where that is 0', () => {
    const { arrived, send } = faulty({ loss: 0.5 }, [0.49, 0.5, 0]);
    send('lost');
    send('kept');
    expect(arrived).toEqual(['kept']);
    const none = faulty({}, [0, 0]);
    none.send('kept');
    expect(none.arrived).toEqual(['kept']);
  });

  test('lets the next messages overtake one by twice the latency and 20 ms', () => {
    const { clock, arrived, send } = faulty({ latency: 100, reorder: 0.5 }, [0, 0.49, 0, 0.5]);
    send('late');
    send('next');
    clock.advance(100);
    expect(arrived).toEqual(['next']);
    clock.advance(219);
    expect(arrived).toEqual(['next']);
    clock.advance(1);
    expect(arrived).toEqual(['next', 'late']);
  });

  test('drops what is under way when it is closed, and closes the end within it', () => {
    const { clock, host, wrapped, send } = faulty({ latency: 100 }, [0, 0]);
    const received: unknown[] = [];
    wrapped.open((data) => received.push(data));
    send('under way');
    wrapped.close();
    expect(clock.open()).toBe(0);
    host.postMessage('after it');
    clock.advance(100);
    expect(received).toEqual([]);
  });
});
