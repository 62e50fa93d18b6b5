import type { HostObject } from '../transport/mount.ts';
import type { Receive } from '../transport/transport.ts';
import type { HostEnd } from './host-end.ts';

/**
 * Creates both ends of a channel within one page: `host` is given to `mount`, `end` to `createHost`.
 * @example
 * const { host, end } = createHostObject();
 * createHost(end, { platform: 'web', methods: {} });
 * Souk.mount(element, { host });
 */
export const createHostObject = (): { readonly host: HostObject; readonly end: HostEnd } => {
  let toHost: Receive | undefined;
  let toGuest: Receive | undefined;
  return {
    host: {
      postMessage: (message) => toHost?.(message),
      subscribe: (receive) => {
        toGuest = receive;
        return () => {
          if (toGuest === receive) toGuest = undefined;
        };
      },
    },
    end: {
      open: (receive) => {
        toHost = receive;
      },
      send: (message) => toGuest?.(message),
      close: () => {
        toHost = undefined;
      },
    },
  };
};
