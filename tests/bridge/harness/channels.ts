import { detect } from '../../../bridge/detect.ts';
import { frameEnd } from '../../../bridge/host-end/frame-end.ts';
import type { HostEnd } from '../../../bridge/host-end/host-end.ts';
import { createHostObject } from '../../../bridge/host-end/object-end.ts';
import { iosTransport } from '../../../bridge/transport/ios.ts';
import type { Transport } from '../../../bridge/transport/transport.ts';
import { framedPair } from './fake-windows.ts';
import { type NativePair, nativePairs } from './native-windows.ts';

export interface Channel {
  readonly transport: Transport;
  readonly end: HostEnd;
}

const found = (create: () => NativePair) => (): Channel => {
  const { window, end } = create();
  return { transport: detect({ window: window as unknown as Window }), end };
};

const given = Object.entries(nativePairs).map(([name, create]) => [name, found(create)] as const);

/** Every transport there is, as detection finds it, with the host's end that belongs to it. */
export const channels: Readonly<Record<string, () => Channel>> = {
  mount: () => {
    const { host, end } = createHostObject();
    return { transport: detect({ host }), end };
  },
  iframe: () => {
    const pair = framedPair();
    return {
      transport: detect({ window: pair.guestWindow, origins: [pair.hostOrigin] }),
      end: frameEnd(pair.frame, pair.guestOrigin, pair.hostWindow),
    };
  },
  ...Object.fromEntries(given),
  // A handler without reply looks like one with: the file that knows it is one way is asked for by name.
  ios: () => {
    const { window, end } = nativePairs.ios();
    return { transport: iosTransport(window) as Transport, end };
  },
  'ios, taken for one with reply': found(nativePairs.ios),
};
