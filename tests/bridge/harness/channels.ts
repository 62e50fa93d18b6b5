import { findTransport } from '../../../bridge/guest/find-transport.ts';
import { frameEnd } from '../../../bridge/host-end/frame-end.ts';
import type { HostEnd } from '../../../bridge/host-end/host-end.ts';
import { createHostObject } from '../../../bridge/host-end/object-end.ts';
import type { Receive, Transport } from '../../../bridge/transport/transport.ts';
import type { Forged } from '../cases/forge.ts';
import { framedPair } from './fake-windows.ts';
import { type NativePair, nativePairs } from './native-windows.ts';

export interface Channel {
  readonly transport: Transport;
  readonly end: HostEnd;
  /** Puts a forged message where the guest listens. */
  strike(forged: Forged): void;
}

/** Returns the transport that is found; one has to be there. */
const transportOf = (options: Parameters<typeof findTransport>[0]) => findTransport(options) as Transport;

const found = (create: () => NativePair) => (): Channel => {
  const { window, end, strike } = create();
  return { transport: transportOf({ window: window as unknown as Window }), end, strike };
};

const given = Object.entries(nativePairs).map(([name, create]) => [name, found(create)] as const);

/** Every transport there is, as detection finds it, with the host's end that belongs to it. */
export const channels: Readonly<Record<string, () => Channel>> = {
  mount: () => {
    const { host, end } = createHostObject();
    let hear: Receive = () => {};
    const subscribe = (receive: Receive) => {
      hear = receive;
      return host.subscribe(receive);
    };
    return {
      transport: transportOf({ host: { ...host, subscribe } }),
      end,
      strike: ({ data }) => hear(data),
    };
  },
  iframe: () => {
    const pair = framedPair();
    return {
      transport: transportOf({ window: pair.guestWindow, origins: [pair.hostOrigin] }),
      end: frameEnd(pair.frame, pair.guestOrigin, pair.hostWindow),
      strike: ({ source, origin, data, port }) =>
        pair.guest.dispatch({
          source: source === 'parent' ? pair.hostProxy : pair.guestProxy,
          origin,
          data,
          ports: port ? [{ postMessage: () => {}, close: () => {} }] : [],
        }),
    };
  },
  ...Object.fromEntries(given),
};
