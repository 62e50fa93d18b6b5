import { describe, expect, it, test } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { networkOf, wideNetworkOf } from '../../src/server/platform/caller-address.ts';
import { useServer } from '../harness/use-server.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
  ['2001:0DB8:0001:0102::9', '2001:db8:1:100::/56'],
  ['2001:db8:1:1ff::9', '2001:db8:1:100::/56'],
  ['2001:db8::9', '2001:db8:0:0::/56'],
  ['2001:db8:1:ab02::', '2001:db8:1:ab00::/56'],
  ['::1', '::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['unknown', 'unknown'],
  ['203.0.113.7:50123', '203.0.113.7'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:0::/56'],
  ['[::ffff:203.0.113.7]', '203.0.113.7'],
  ['2001:db8::9]:443', '2001:db8::9]:443'],
])('%s stands for %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('the /48 around a network is one, and an address that is no network has none around it', () => {
  const wide = (address: string) => wideNetworkOf(networkOf(address));
  expect(wide('2001:db8:1:ab02::9')).toBe('2001:db8:1::/48');
  expect(wide('2001:db8:1:2::9')).toBe('2001:db8:1::/48');
  expect(wide('203.0.113.7')).toBe('203.0.113.7');
});

describe('a line with 2^72 addresses', () => {
  const server = useServer('postgres', { config: { trustProxy: true } });

  it('has the tries of one address', async () => {
    const { username } = await server.addUser();
    const from = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await server.call('POST /login', { username, password: 'wrong-horse-1' }, { headers })).code;
    };
    const answers: number[] = [];
    for (let n = 1; n <= 5; n++) answers.push(await from(`2001:db8:1:${n}::1`));
    const { wrongCredentials: wrong, systemBusy: wait } = codes;
    expect(answers).toEqual([wrong, wrong, wrong, wait, wait]);
    expect(await from('2001:db8:1:100::1')).toBe(wrong);
  });
});
