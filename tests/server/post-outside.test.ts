import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outsidePoster, type Resolve } from '../../src/server/platform/post-outside.ts';
import { isPublicAddress } from '../../src/server/platform/public-address.ts';

it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:2800:220:1:248:1893:25c8:1946'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

const privateAddresses = [
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
  ...['172.31.255.255', '192.0.0.8', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
  ...['100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '5f00::1', 'fc00::1', 'fd00::1'],
  ...['fe80::1', 'fec0::1', 'ff02::1'],
];
it.each(privateAddresses)('%s is no public address', (address) =>
  expect(isPublicAddress(address)).toBe(false),
);

// Stands for every service of the server's own network.
let connections = 0;
const inside = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => inside.listen(0, '::', resolve));
  ({ port } = inside.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => inside.close(resolve)));

const post = async (host: string, resolve: Resolve = async () => []) => {
  const poster = outsidePoster({ mayReachLoopback: false, resolve, timeout: 300 });
  const sent = { headers: {}, body: '{}', signal: new AbortController().signal };
  const fault = await poster.post({ ...sent, url: new URL(`https://${host}:${port}/`) });
  poster.close();
  return fault;
};
const at = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

it.each([
  ...privateAddresses.map((address) => (address.includes(':') ? `[${address}]` : address)),
  ...['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.', '１２７.0.0.1'],
])('nothing is sent to https://%s', async (host) => {
  expect(await post(host)).toMatch(/leads to an address that is not public/);
  expect(connections).toBe(0);
});

it.each(privateAddresses)('nothing is sent to a name that leads to %s', async (address) => {
  expect(await post('supplier.example', async () => at(address))).toMatch(/not public/);
  expect(await post('supplier.example', async () => at('93.184.216.34', address))).toMatch(/not public/);
  expect(connections).toBe(0);
});

it('a name is looked up once for a connection, so a second answer that leads inside is not used', async () => {
  const answers = [at('93.184.216.34'), at('127.0.0.1')];
  let asked = 0;
  const rebinding: Resolve = async () => answers[asked++] ?? at('127.0.0.1');
  expect(await post('supplier.example', rebinding)).not.toBe(null);
  expect([asked, connections]).toEqual([1, 0]);
  expect(await post('supplier.example', rebinding)).toMatch(/not public/);
  expect([asked, connections]).toEqual([2, 0]);
});

it.each(['localhost', 'LOCALHOST.', 'unknown.invalid'])(
  'nothing is sent to %s, which has no public address',
  async (host) => {
    expect(await post(host)).toMatch(/has no address/);
    expect(connections).toBe(0);
  },
);

it('nothing is sent without TLS', async () => {
  const poster = outsidePoster({ mayReachLoopback: true, resolve: async () => at('93.184.216.34') });
  const sent = { headers: {}, body: '{}', signal: new AbortController().signal };
  expect(await poster.post({ ...sent, url: new URL('http://supplier.example/') })).toMatch(/no https/);
});

it('a connection that each address of a name refused is named by the code alone', async () => {
  const poster = outsidePoster({ mayReachLoopback: true });
  const sent = { headers: {}, body: '{}', signal: new AbortController().signal };
  expect(await poster.post({ ...sent, url: new URL('http://localhost:9/') })).toMatch(
    /ECONNREFUSED[^:]*(:9)?$/,
  );
});
