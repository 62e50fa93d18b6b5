import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { second } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { keepPace, type Pace, usualPace } from './body-pace.ts';
import type { Life } from './health.ts';

export type Serve = (request: Request, env: object) => Response | Promise<Response>;

export interface Listening {
  url: string;
  /** Answers by this from now on. */
  serve(next: Serve): void;
  /** Takes no new connections; resolves when the requests under way are answered, or were cut off for being late. */
  close(lateAfter: number): Promise<void>;
}

const open = (server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

/** Listens at the configured address, at first with what a server says while it starts. */
export const listen = async (
  config: Pick<Config, 'host' | 'port'>,
  life: Life,
  first: Serve,
  pace: Pace = usualPace,
): Promise<Listening> => {
  let now = first;
  const answer: Serve = async (request, env) => {
    const response = await now(request, env);
    // Who keeps a connection to a server that stops would send its next request into nothing.
    if (life.phase === 'draining') response.headers.set('connection', 'close');
    return response;
  };
  const handle = getRequestListener(answer);
  const server = createServer((request, response) => {
    keepPace(request, pace);
    return handle(request, response);
  });
  // A whole request has no time of its own: its body keeps a pace.
  server.requestTimeout = 0;
  server.headersTimeout = 15 * second;
  const address = await open(server, config);
  return {
    url: urlOf(address),
    serve(next) {
      now = next;
    },
    async close(lateAfter) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // A call that hangs must not keep the process: its transaction is rolled back with its connection.
      const late = setTimeout(() => server.closeAllConnections(), lateAfter);
      await closed;
      clearTimeout(late);
    },
  };
};
