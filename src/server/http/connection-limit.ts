import type { Server } from 'node:http';
import { networkOf } from '../platform/caller-address.ts';
import type { Config } from '../platform/config/config.ts';
import type { Log } from '../platform/log.ts';

/** How many connections may be open at a time. */
export interface ConnectionLimits {
  /** From one address, or IPv6 network. */
  perNetwork: number;
  total: number;
}

/** A browser opens six; the limit leaves room for the phones of a market hall behind one address. */
export const defaultConnections: ConnectionLimits = { perNetwork: 512, total: 16_384 };

/**
 * Ends connections beyond the limits as they are opened. Behind a trusted proxy all of them come from the proxy, which
 * has its own limits, so that only their total counts.
 */
export const limitConnections = (
  server: Server,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  log: Log,
  { perNetwork, total }: ConnectionLimits,
): void => {
  server.maxConnections = total;
  if (trustProxy) return;
  const open = new Map<string, number>();
  let isLogged = false;
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    if (count > perNetwork) {
      socket.destroy();
      if (!isLogged) log.info('too many connections', { perNetwork, setting: 'SOUK_TRUST_PROXY' });
      isLogged = true;
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
};
