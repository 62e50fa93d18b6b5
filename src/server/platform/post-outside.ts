import { promises as dns } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { second } from './clock.ts';
import { isPublicAddress } from './public-address.ts';

interface Address {
  address: string;
  family: number;
}

/** Returns the addresses of a host's name. */
export type Resolve = (hostname: string) => Promise<Address[]>;

const resolver = new dns.Resolver({ timeout: 2 * second, tries: 2 });

/**
 * Asks the name servers. Not by the system's own call, which holds a thread that passwords are hashed on for as long as
 * a slow name server likes.
 */
const resolvePublicName: Resolve = async (hostname) => {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const of = (found: typeof four, family: number) =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
  return [...of(four, 4), ...of(six, 6)];
};

const loopback: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Returns whether an address leads to this machine by its name, as the receivers of a demo do. */
export const isLoopback = ({ hostname }: URL): boolean => loopbackNames.includes(hostname);

/** Returns the host of an address if it is an IP address and no name. */
export const literalHost = ({ hostname }: URL): string | null => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : null;
};

const privateAddress = (hostname: string) =>
  new Error(`${hostname} leads to an address that is not public; nothing was sent there`);

/**
 * Makes the look-up of a connection: it gets the addresses that were checked, so that no second answer of a name server
 * leads elsewhere, and none where one of them is not public.
 */
const checkedLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (!first) return callback(new Error(`${hostname} has no address`), []);
        if (!found.every(({ address }) => isPublicAddress(address)))
          return callback(privateAddress(hostname), []);
        return options.all ? callback(null, found) : callback(null, first.address, first.family);
      },
      () => callback(new Error(`${hostname} was not found`), []),
    );
  };

/** A receiver answers with a status; more than this in its body is not read. */
const maxAnswer = 65_536;

interface OutsidePost {
  url: URL;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

export interface Poster {
  /** Posts a body once. Returns null where the receiver answered 2xx and finished its answer, else what went wrong. */
  post(sent: OutsidePost): Promise<string | null>;
  close(): void;
}

interface PosterOptions {
  /** Lets `localhost` be reached, also without TLS, as in the demo. */
  mayReachLoopback: boolean;
  resolve?: Resolve;
  /** Until the whole answer has to be there, in milliseconds. */
  timeout?: number;
}

// A receiver closes a connection that it was idle on; the request may be just on its way then.
const isStale = (request: http.ClientRequest, error: NodeJS.ErrnoException) =>
  request.reusedSocket && error.code === 'ECONNRESET';

const faultOf = (error: unknown, signal: AbortSignal): string => {
  if (signal.aborted) return 'no whole answer came in time';
  const { code, message } = error as NodeJS.ErrnoException;
  if (!code || message.includes(code)) return message;
  // Where each address of a name refused, Node has a code and no message.
  return message ? `${code}: ${message}` : code;
};

/**
 * Makes what posts to systems of others. It reaches public addresses alone: each address of a name is checked and the
 * connection goes to one that was, and no redirect is followed.
 */
export function outsidePoster({
  mayReachLoopback,
  resolve = resolvePublicName,
  timeout = 10 * second,
}: PosterOptions): Poster {
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };
  const lookupPublic = checkedLookup(resolve);
  const lookupLoopback: LookupFunction = (_, options, callback) =>
    options.all ? callback(null, [...loopback]) : callback(null, '127.0.0.1', 4);

  const send = ({ url, headers, body }: OutsidePost, signal: AbortSignal): Promise<string | null> => {
    const isLocal = mayReachLoopback && isLoopback(url);
    const literal = literalHost(url);
    if (!isLocal && literal && !isPublicAddress(literal)) throw privateAddress(literal);
    if (!isLocal && url.protocol !== 'https:') throw new Error(`${url.origin} is no https address`);
    return new Promise((done, fail) => {
      const module = url.protocol === 'https:' ? https : http;
      const request = module.request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: agents[module === https ? 'https:' : 'http:'],
        lookup: isLocal ? lookupLoopback : lookupPublic,
        signal,
      });
      request.on('response', (answer) => {
        const { statusCode = 0 } = answer;
        let length = 0;
        answer.on('data', (part: Buffer) => {
          length += part.length;
          if (length > maxAnswer) answer.destroy(new Error('the answer is longer than 64 kB'));
        });
        answer.on('error', (error: NodeJS.ErrnoException) =>
          fail(error.code === 'ECONNRESET' ? new Error('the answer was cut off') : error),
        );
        answer.on('end', () => {
          const isReceived = statusCode >= 200 && statusCode < 300;
          done(isReceived ? null : `it answered ${statusCode}`);
        });
      });
      request.on('error', (error) => fail(Object.assign(error, { isStale: isStale(request, error) })));
      request.end(body);
    });
  };

  const post: Poster['post'] = async (sent) => {
    const signal = AbortSignal.any([sent.signal, AbortSignal.timeout(timeout)]);
    const again = async (error: { isStale?: boolean }) => {
      if (error.isStale) return send(sent, signal);
      throw error;
    };
    try {
      return await send(sent, signal).catch(again);
    } catch (error) {
      return faultOf(error, signal);
    }
  };

  return {
    post,
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
