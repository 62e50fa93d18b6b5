import { isIPv6 } from 'node:net';
import type { Context as HonoContext } from 'hono';
import type { Config } from '../config/config.ts';

interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** The eight groups of an IPv6 address, none of them left out. */
const groupsOf = (address: string): string[] => {
  const [head = [], tail] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  return tail ? [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail] : head;
};

// Some proxies name the port, too, which is another with each connection: `203.0.113.7:50123`, `[2001:db8::9]:50123`.
const withPort = /^(?:(\d+(?:\.\d+){3}):\d+|\[([^\]]+)\](?::\d+)?)$/;

/**
 * Whom an address stands for: itself, or for IPv6 the network that a single line is given. Its holder has 2^64 addresses
 * to come from, and is counted as one all the same.
 */
export const networkOf = (said: string): string => {
  const address = withPort.exec(said)?.slice(1).find(Boolean) ?? said;
  const [plain = '', zone] = address.split('%');
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (zone !== undefined || !isIPv6(plain)) return address;
  const network = groupsOf(plain).slice(0, 4);
  return network.every((group) => group === '0') ? plain : `${network.join(':')}::/64`;
};

/** The caller's address or network; behind a proxy that we were told to trust, the one it saw (the last it added). */
export const callerAddress = (c: HonoContext, { trustProxy }: Pick<Config, 'trustProxy'>): string => {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const address = forwarded || (c.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress;
  return address ? networkOf(address) : 'local';
};

/** Whether the person's browser reached us by https, so far as we can know. */
export const isSecure = (c: HonoContext, { trustProxy }: Pick<Config, 'trustProxy'>): boolean =>
  c.req.url.startsWith('https:') || (trustProxy && c.req.header('x-forwarded-proto') === 'https');
