import { frameEnd } from '../../../bridge/host-end/frame-end.ts';
import type { HostEnd } from '../../../bridge/host-end/host-end.ts';
import { createHostObject } from '../../../bridge/host-end/object-end.ts';
import { iframeTransport } from '../../../bridge/transport/iframe.ts';
import { mountTransport } from '../../../bridge/transport/mount.ts';
import type { Transport } from '../../../bridge/transport/transport.ts';
import { framedPair } from './fake-windows.ts';

export interface Channel {
  readonly transport: Transport;
  readonly end: HostEnd;
}

/** Every transport there is, with the host's end that belongs to it. The contract suite runs over each. */
export const channels: Readonly<Record<string, () => Channel>> = {
  mount: () => {
    const { host, end } = createHostObject();
    return { transport: mountTransport(host), end };
  },
  iframe: () => {
    const pair = framedPair();
    return {
      transport: iframeTransport(pair.guestWindow, [pair.hostOrigin]),
      end: frameEnd(pair.frame, pair.guestOrigin, pair.hostWindow),
    };
  },
};
