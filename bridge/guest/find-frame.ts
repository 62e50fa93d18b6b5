import { hostOrigins, iframeTransport } from '../transport/iframe.ts';
import type { Transport } from '../transport/transport.ts';

/** Returns the channel to the page that frames this one if its origin is listed. */
export const findFrame = (window: Window, listed: readonly string[] | undefined): Transport | undefined => {
  const origins = hostOrigins(window, listed);
  return origins[0] ? iframeTransport(window, origins) : undefined;
};
