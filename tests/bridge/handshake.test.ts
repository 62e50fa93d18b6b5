import { describe, expect, test } from 'vitest';
import { connect } from '../../bridge/guest/connect.ts';
import { noTransport } from '../../bridge/transport/none.ts';
import { rawHost } from './harness/raw-host.ts';

describe('handshake', () => {
  test('hello names versions, app and build, with a new nonce', () => {
    const first = rawHost();
    const second = rawHost();
    expect(first.received[0]).toEqual({
      souk: 1,
      t: 'hello',
      n: first.nonce(),
      p: { versions: [1], app: 'souk', build: 'test' },
    });
    expect(first.nonce().length).toBeGreaterThanOrEqual(16);
    expect(first.nonce()).not.toBe(second.nonce());
  });

  test('a message may be a string of JSON as well', async () => {
    const { guest, deliver, nonce } = rawHost();
    const p = { version: 1, platform: 'text', capabilities: [], state: { lang: 'vi' } };
    deliver(JSON.stringify({ souk: 1, t: 'hi', n: nonce(), p }));
    expect((await guest.ready).state).toEqual({ lang: 'vi' });
  });

  test.each<[string, object]>([
    ['another version', { version: 2 }],
    ['no version', { version: undefined }],
    ['a version as text', { version: '1' }],
  ])('a hi with %s is not accepted', (_case, p) => {
    const { guest, hi, notes } = rawHost();
    hi({ state: { lang: 'fr' }, ...p });
    guest.note('ready', { ms: 1 });
    expect(guest.state()).toEqual({});
    expect(notes()).toEqual([]);
  });

  test('a hi with the fewest fields is enough', async () => {
    const { guest, hi } = rawHost();
    hi({ platform: 7, capabilities: 'all', state: null });
    expect(await guest.ready).toEqual({ platform: 'mount', capabilities: [], state: {} });
  });

  test('greetings are repeated until the host answers, then stop', () => {
    const { received, clock, hi } = rawHost();
    const hellos = () => received.filter(({ t }) => t === 'hello').length;
    expect(hellos()).toBe(1);
    clock.advance(250);
    expect(hellos()).toBe(2);
    clock.advance(500);
    expect(hellos()).toBe(3);
    hi();
    clock.advance(600_000);
    expect(hellos()).toBe(3);
  });

  test('greetings stop where no host ever answers', () => {
    const { received, clock } = rawHost();
    clock.advance(3_600_000);
    expect(received).toHaveLength(9);
    expect(clock.open()).toBe(0);
  });

  test('a transport that throws leaves the app without a host, not without an app', async () => {
    const broken = () => {
      throw new Error('gone');
    };
    const opens = connect({
      app: 'souk',
      build: '1',
      transport: { ...noTransport, name: 'mount', open: broken },
    });
    expect((await opens.ready).platform).toBe('none');
    const greets = rawHost({ transport: { ...noTransport, name: 'mount', send: broken } });
    greets.clock.advance(3_000);
    expect((await greets.guest.ready).platform).toBe('none');
  });
});
