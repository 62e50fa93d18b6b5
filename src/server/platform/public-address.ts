import { BlockList, isIPv6 } from 'node:net';

const special = new BlockList();

// IANA's registries of special-purpose addresses: networks of a house, a carrier or a machine, of documentation and
// tests, of many receivers, and those that carry the address of another network.
const networks: readonly [address: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
for (const [address, prefix] of networks)
  special.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4');

// Of IPv6 only this part is assigned to the public network: all else is local, mapped or translated.
const assigned = new BlockList();
assigned.addSubnet('2000::', 3, 'ipv6');

/** Returns whether an IP address belongs to the public network, and to no machine or network that a server is part of. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !special.check(address, 'ipv4');
  return assigned.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
