import { describe, expect, test } from 'vitest';
import { connect } from '../../bridge/guest/connect.ts';
import { createHost } from '../../bridge/host.ts';
import { frameEnd } from '../../bridge/host-end/frame-end.ts';
import { iframeTransport } from '../../bridge/transport/iframe.ts';
import type { Driver } from './cases/driver.ts';
import { drivers } from './cases/drivers.ts';
import { forgedOver } from './cases/forged-over.ts';
import { framedPair, type PostedMessage } from './harness/fake-windows.ts';

const evilState = { token: 'attacker', lang: 'xx', theme: 'dark', api: 'https://evil.example' };

/** None of these is the host's origin, however much it looks like it. */
const wrongOrigins = [
  'https://evil.example',
  'null',
  '',
  '*',
  'http://superapp.example',
  'https://superapp.example:8443',
  'https://superapp.example.evil.example',
  'https://SUPERAPP.example',
  'https://superapp.example/',
];

/** A guest in a frame before its host has answered. */
const framedGuest = () => {
  const pair = framedPair();
  const guest = connect({
    app: 'souk',
    build: '1',
    transport: iframeTransport(pair.guestWindow, [pair.hostOrigin, 'https://other-app.example']),
  });
  let nonce = '';
  pair.host.listeners.add(({ data }) => {
    nonce = (data as { n: string }).n;
  });
  return { pair, guest, nonce: () => nonce };
};

describe('forged messages', () => {
  test('are not accepted and do not throw, ten thousand to a framed guest, and the valid one after them is accepted', async () => {
    const iframe = drivers.find(({ name }) => name === 'iframe') as Driver;
    const { before, after } = await forgedOver(iframe, 910);
    expect(before.sent).toBeGreaterThanOrEqual(10_000);
    for (const report of [before, after]) expect(report).toMatchObject({ accepted: 0, exceptions: 0 });
    expect(Math.min(...Object.values(before.distinct))).toBeGreaterThanOrEqual(500);
    expect(Object.keys(before.distinct)).toHaveLength(11);
  });

  test.each(drivers.filter(({ name }) => name !== 'iframe'))(
    'are not accepted over $name without the nonce',
    async (driver) => {
      const { before, after } = await forgedOver(driver, 20);
      for (const report of [before, after]) expect(report).toMatchObject({ accepted: 0, exceptions: 0 });
    },
  );

  test.each(wrongOrigins)('a valid hi from the origin "%s" is not accepted', async (origin) => {
    const { pair, guest, nonce } = framedGuest();
    await Promise.resolve();
    const p = { version: 1, platform: 'thief', capabilities: ['token'], state: evilState };
    const data = { souk: 1, t: 'hi', n: nonce(), p };
    const { port1, port2 } = new MessageChannel();
    const right = { source: pair.hostProxy, origin: pair.hostOrigin, data, ports: [port1] };
    for (const wrong of [
      { origin },
      { source: {} },
      { source: null },
      { source: pair.guestProxy },
      { ports: [] },
    ])
      pair.guest.dispatch({ ...right, ...wrong });
    expect(guest.state()).toEqual({});
    // Nothing else was wrong with it.
    pair.guest.dispatch(right);
    expect(guest.state()).toEqual(evilState);
    guest.destroy();
    port2.close();
  });

  test('a recorded hi is not accepted again, as it was or with another state', async () => {
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
    expect([...pair.guest.listeners]).toHaveLength(1); // The recorder: the guest no longer listens to the window.
    const hi = recorded.find(({ data }) => (data as { t?: string }).t === 'hi') as PostedMessage;
    const { n } = hi.data as { n: string };
    pair.guest.dispatch(hi);
    const p = { version: 1, platform: 'thief', capabilities: [], state: evilState };
    pair.guest.dispatch({ ...hi, data: { souk: 1, t: 'hi', n, p } });
    expect(guest.state()).toEqual({ token: 'k3y' });

    const heard = new Promise((resolve) => guest.on('state', resolve));
    host.update({ lang: 'vi' });
    expect(await heard).toEqual({ lang: 'vi' });
    guest.destroy();
    host.destroy();
  });

  test('events with getters that throw are ignored', () => {
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
});
