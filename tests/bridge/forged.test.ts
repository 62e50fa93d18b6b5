// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connect } from '../../bridge/connect.ts';
import type { Guest } from '../../bridge/guest-api.ts';
import { createHost } from '../../bridge/host.ts';
import { frameEnd } from '../../bridge/host-end/frame-end.ts';
import { iframeTransport } from '../../bridge/transport/iframe.ts';
import { seed } from '../harness/seed.ts';
import { framedPair, type PostedMessage } from './harness/fake-windows.ts';
import { evilState, forgedEvents, megabyte, throwing, wrongOrigins } from './harness/forged-events.ts';
import { rawHost } from './harness/raw-host.ts';

/** A guest in a frame, with everything an attacker in another window can know or record. */
const framedGuest = () => {
  const pair = framedPair();
  const recorded: PostedMessage[] = [];
  pair.guest.listeners.add((event) => recorded.push(event));
  const guest = connect({
    app: 'souk',
    build: '1',
    transport: iframeTransport(pair.guestWindow, [pair.hostOrigin, 'https://other-app.example']),
  });
  let nonce = '';
  pair.host.listeners.add(({ data }) => {
    nonce = (data as { n: string }).n;
  });
  return { pair, guest, recorded, nonce: () => nonce };
};

const attack = (guest: Guest, nonce: string, { pair }: ReturnType<typeof framedGuest>) => {
  const before = JSON.stringify(guest.state());
  const heard: unknown[] = [];
  const stops = (['state', 'back', 'pause', 'resume'] as const).map((event) =>
    guest.on(event, (payload) => heard.push(payload)),
  );
  const sources = { parent: pair.hostProxy, strangers: [{}, pair.guestProxy, null, undefined, pair.guest] };
  fc.assert(
    fc.property(forgedEvents(nonce, sources, pair.hostOrigin), (event) => {
      pair.guest.dispatch(event);
      return JSON.stringify(guest.state()) === before && heard.length === 0;
    }),
    { numRuns: 1_000, seed },
  );
  for (const stop of stops) stop();
};

describe('forged messages', () => {
  test('1,000 before the handshake: none accepted, none throws, and the right host is taken after them', async () => {
    const attacked = framedGuest();
    await Promise.resolve();
    expect(attacked.nonce()).not.toBe('');
    attack(attacked.guest, attacked.nonce(), attacked);
    const host = createHost(
      frameEnd(attacked.pair.frame, attacked.pair.guestOrigin, attacked.pair.hostWindow),
      {
        platform: 'right',
        methods: {},
        state: { lang: 'ar' },
      },
    );
    // The hello went before this host listened; the next greeting finds it.
    expect(await attacked.guest.ready).toEqual({
      platform: 'right',
      capabilities: [],
      state: { lang: 'ar' },
    });
    host.destroy();
    attacked.guest.destroy();
  });

  test.each(wrongOrigins)('a hi without fault, but from the origin "%s", is not taken', async (origin) => {
    const { pair, guest, nonce } = framedGuest();
    await Promise.resolve();
    const p = { version: 1, platform: 'thief', capabilities: ['token'], state: evilState };
    const data = { souk: 1, t: 'hi', n: nonce(), p };
    const { port1, port2 } = new MessageChannel();
    const right = { source: pair.hostProxy, origin: pair.hostOrigin, data, ports: [port1] };
    for (const wrong of [{ origin }, { source: {} }, { source: pair.guestProxy }, { ports: [] }])
      pair.guest.dispatch({ ...right, ...wrong });
    expect(guest.state()).toEqual({});
    // Nothing else was wrong with it.
    pair.guest.dispatch(right);
    expect(guest.state()).toEqual(evilState);
    guest.destroy();
    port2.close();
  });

  test('1,000 after the handshake: none accepted, and the right host is still heard', async () => {
    const pair = framedPair();
    const host = createHost(frameEnd(pair.frame, pair.guestOrigin, pair.hostWindow), {
      platform: 'right',
      methods: {},
      state: { token: 'k3y' },
    });
    const recorded: PostedMessage[] = [];
    pair.guest.listeners.add((event) => recorded.push(event));
    const transport = iframeTransport(pair.guestWindow, [pair.hostOrigin]);
    const guest = connect({ app: 'souk', build: '1', transport });
    await guest.ready;
    const hi = recorded.find(({ data }) => (data as { t?: string }).t === 'hi') as PostedMessage;
    const nonce = (hi.data as { n: string }).n;
    expect([...pair.guest.listeners]).toHaveLength(1); // The recorder: the guest no longer listens to the window.
    attack(guest, nonce, { pair, guest, recorded, nonce: () => nonce });

    // Replayed as it was, and with another state, from the right window and origin.
    pair.guest.dispatch(hi);
    const p = { version: 1, platform: 'thief', capabilities: [], state: evilState };
    pair.guest.dispatch({ ...hi, data: { souk: 1, t: 'hi', n: nonce, p } });
    expect(guest.state()).toEqual({ token: 'k3y' });

    const heard = new Promise((resolve) => guest.on('state', resolve));
    host.update({ lang: 'vi' });
    expect(await heard).toEqual({ lang: 'vi' });
    guest.destroy();
    host.destroy();
  });

  test('events whose own getters throw are ignored', () => {
    const { pair, guest } = framedGuest();
    for (const name of ['source', 'origin', 'data', 'ports']) {
      const event = { source: pair.hostProxy, origin: pair.hostOrigin, data: {}, ports: [{}] };
      Object.defineProperty(event, name, {
        get: () => {
          throw new Error('a getter that throws');
        },
      });
      expect(() => pair.guest.dispatch(event)).not.toThrow();
    }
    guest.destroy();
  });

  test('over a channel that hands everything on, the nonce alone decides', () => {
    const { guest, tell, hi, say } = rawHost();
    hi({ state: { token: 'k3y' } });
    for (const data of [
      null,
      undefined,
      10n,
      megabyte,
      throwing('n'),
      { souk: 1, t: 'evt', m: 'state', p: evilState },
      { souk: 1, t: 'evt', n: 'guess', m: 'state', p: evilState },
      JSON.stringify({ souk: 1, t: 'evt', n: 'guess', m: 'state', p: evilState }),
      { souk: 2, t: 'evt', n: 'guess', m: 'state', p: evilState },
    ])
      expect(() => tell(data)).not.toThrow();
    expect(guest.state()).toEqual({ token: 'k3y' });
    say({ t: 'evt', m: 'state', p: { lang: 'id' } });
    expect(guest.state()).toEqual({ token: 'k3y', lang: 'id' });
  });
});
