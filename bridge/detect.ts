import { hostOrigins, iframeTransport } from './transport/iframe.ts';
import type { HostObject } from './transport/mount.ts';
import { mountTransport } from './transport/mount.ts';
import { noTransport } from './transport/none.ts';
import type { Transport } from './transport/transport.ts';

/** Picks the transport by what is there, the most deliberate first: a given host object, then the frame. */
export const detect = (
  window: Window,
  options: { readonly host?: HostObject | undefined; readonly origins?: readonly string[] | undefined },
): Transport => {
  if (options.host) return mountTransport(options.host);
  const origins = hostOrigins(window, options.origins);
  return origins.length > 0 ? iframeTransport(window, origins) : noTransport;
};
