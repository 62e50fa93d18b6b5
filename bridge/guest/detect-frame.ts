import { hostOrigins, iframeTransport } from '../transport/iframe.ts';
import { noTransport } from '../transport/none.ts';
import type { Transport } from '../transport/transport.ts';

/** The page that frames this one, where its origin is a listed one; otherwise nobody. */
export const findFrame = (window: Window, listed: readonly string[] | undefined): Transport => {
  const origins = hostOrigins(window, listed);
  return origins[0] ? iframeTransport(window, origins) : noTransport;
};
