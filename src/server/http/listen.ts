import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { networkOf } from '../platform/caller-address.ts';
import { second } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { type Log, silentLog } from '../platform/log.ts';
import type { Lifecycle } from './health.ts';
import { answerUnreadable, endWith, requestTimeout } from './unreadable-request.ts';

/** How many connections may be open at a time. */
export interface ConnectionLimits {
  /** From one address, or IPv6 network. */
  perNetwork: number;
  total: number;
}

/** A browser opens six; the limit leaves room for the phones of a market hall behind one address. */
const defaultConnections: ConnectionLimits = { perNetwork: 512, total: 16_384 };

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

/**
 * How many requests of one connection may wait behind the one that is answered. Browsers and proxies do not pipeline.
 */
const maxQueued = 8;

/**
 * Answers the requests of one connection one after another: a client that sends a thousand in one packet and reads
 * nothing costs as much as one answer, and others are served between two of its answers. A connection with a longer
 * queue is ended.
 */
const sequential = (handle: RequestListener): RequestListener => {
  const queues = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();

  const run = (socket: Socket, request: IncomingMessage, response: ServerResponse): void => {
    response.once('close', () => {
      const next = queues.get(socket)?.shift();
      if (!next) queues.delete(socket);
      else setImmediate(() => socket.destroyed || run(socket, ...next));
    });
    handle(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const queue = queues.get(socket);
    if (queue && queue.length >= maxQueued) {
      queues.delete(socket);
      socket.destroy();
      return;
    }
    if (queue) queue.push([request, response]);
    else {
      queues.set(socket, []);
      run(socket, request, response);
    }
  };
};

/** The least rate at which a request's body has to arrive. */
interface BodyRate {
  /** Milliseconds in which at least `minBytes` have to arrive; a body that is complete by then is not checked. */
  interval: number;
  minBytes: number;
}

/**
 * A photo over a slow line takes a minute and more, so the total time of a body is not limited. The interval is longer
 * than the client's 15 s, so that the client gives up first and knows why. A tenth of a megabit is too much for a
 * client that only pretends to send.
 */
export const defaultBodyRate: BodyRate = { interval: 30 * second, minBytes: 400_000 };

/** Ends a request when its body arrives too slowly. Time in which received bytes wait here to be read does not count. */
const enforceBodyRate = (request: IncomingMessage, { interval, minBytes }: BodyRate): void => {
  const { socket } = request;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    // The body is complete: the time of the answer is not limited here.
    if (request.complete) return clearInterval(timer);
    const received = socket.bytesRead - seen;
    seen = socket.bytesRead;
    const isOurTurn = request.readableLength > 0;
    if (received >= minBytes || isOurTurn) return;
    clearInterval(timer);
    endWith(socket, requestTimeout);
  }, interval);
  timer.unref();
  request.once('close', () => clearInterval(timer));
};

/** How long a part of an answer, about 64 kB at most, may wait until the client has read it, in milliseconds. */
const defaultReadTimeout = 30 * second;

/**
 * Ends a connection when its client does not read, as its unsent answer takes memory that other requests need. Waiting for
 * the database between two parts of an answer does not count.
 */
const requireReading = (response: ServerResponse, timeout: number): void => {
  const { socket } = response.req;
  let sent = -1;
  const timer = setInterval(() => {
    if (socket.writableLength === 0) return;
    const before = sent;
    sent = socket.bytesWritten - socket.writableLength;
    if (sent === before) socket.destroy();
  }, timeout);
  timer.unref();
  response.once('close', () => clearInterval(timer));
};

export type Serve = (request: Request, env: object) => Response | Promise<Response>;

export interface Listening {
  url: string;
  /** Replaces the function that answers requests. */
  serve(next: Serve): void;
  /** Accepts no new connections; resolves when the running requests are answered, or were cut off after `timeout`. */
  close(timeout: number): Promise<void>;
}

export interface ListenOptions {
  log?: Log;
  bodyRate?: BodyRate;
  /** How long a client may leave an answer unread, in milliseconds. */
  readTimeout?: number;
  connections?: ConnectionLimits;
}

const listenOn = (server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

/** Listens at the configured address, at first with the app that answers during startup. */
export const listen = async (
  config: Pick<Config, 'host' | 'port' | 'trustProxy'>,
  lifecycle: Lifecycle,
  startupApp: Serve,
  {
    log = silentLog,
    bodyRate = defaultBodyRate,
    readTimeout = defaultReadTimeout,
    connections = defaultConnections,
  }: ListenOptions = {},
): Promise<Listening> => {
  let current = startupApp;
  const answer: Serve = async (request, env) => {
    const response = await current(request, env);
    // A client that kept its connection would send its next request to a server that has stopped.
    if (lifecycle.phase === 'draining') response.headers.set('connection', 'close');
    return response;
  };
  const handle = getRequestListener(answer);
  const server = createServer(
    sequential((request, response) => {
      enforceBodyRate(request, bodyRate);
      requireReading(response, readTimeout);
      void handle(request, response);
    }),
  );
  limitConnections(server, config, log, connections);
  server.on('clientError', answerUnreadable);
  // The time of a whole request is not limited: enforceBodyRate limits its body instead.
  server.requestTimeout = 0;
  server.headersTimeout = 15 * second;
  const address = await listenOn(server, config);
  return {
    url: urlOf(address),
    serve(next) {
      current = next;
    },
    async close(timeout) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // A call that hangs must not keep the process running: its transaction is rolled back with its connection.
      const late = setTimeout(() => server.closeAllConnections(), timeout);
      await closed;
      clearTimeout(late);
    },
  };
};
