import { isIPv6 } from 'node:net';
import type { Context as HonoContext } from 'hono';
import type { Config } from './config/config.ts';

interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** Returns the eight groups of an IPv6 address, with none of them left out. */
const groupsOf = (address: string): string[] => {
  const [head = [], tail] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  return tail ? [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail] : head;
};

// Some proxies add the port, which differs with each connection: `203.0.113.7:50123`, `[2001:db8::9]:50123`.
const withPort = /^(?:(\d+(?:\.\d+){3}):\d+|\[([^\]]+)\](?::\d+)?)$/;

const formatNetwork = (groups: string[], length: number): string => `${groups.join(':')}::/${length}`;

/**
 * Returns the network that an address is counted by: the address itself, or for IPv6 the /56 that one line is given, as
 * its holder can send from 2^72 addresses.
 */
export const networkOf = (reported: string): string => {
  const address = withPort.exec(reported)?.slice(1).find(Boolean) ?? reported;
  const [plain = '', zone] = address.split('%');
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (zone !== undefined || !isIPv6(plain)) return address;
  const [first = '0', second = '0', third = '0', fourth = '0'] = groupsOf(plain);
  const network = [first, second, third, (Number.parseInt(fourth, 16) & 0xff00).toString(16)];
  return network.every((group) => group === '0') ? plain : formatNetwork(network, 56);
};

/** Returns the /48 around an IPv6 network, which some lines are given whole; any other address as it is. */
export const wideNetworkOf = (network: string): string =>
  network.endsWith('/56') ? formatNetwork(network.split(':').slice(0, 3), 48) : network;

/** Returns the caller's address or network; behind a trusted proxy, the one that the proxy saw (the last it added). */
export const callerAddress = (c: HonoContext, { trustProxy }: Pick<Config, 'trustProxy'>): string => {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const address = forwarded || (c.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress;
  return address ? networkOf(address) : 'local';
};

/** Returns whether the browser reached the server by https, as far as the server can know. */
export const isSecure = (c: HonoContext, { trustProxy }: Pick<Config, 'trustProxy'>): boolean =>
  c.req.url.startsWith('https:') || (trustProxy && c.req.header('x-forwarded-proto') === 'https');
