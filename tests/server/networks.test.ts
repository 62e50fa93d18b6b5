import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { networkOf } from '../../src/server/http/request.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['unknown', 'unknown'],
  ['203.0.113.7:50123', '203.0.113.7'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
  ['[::ffff:203.0.113.7]', '203.0.113.7'],
  ['2001:db8::9]:443', '2001:db8::9]:443'],
])('%s stands for %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('a line with 2^64 addresses', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer('pglite', { config: { trustProxy: true } });
  });
  afterAll(() => server.close());

  it('has the tries of one', async () => {
    const { username } = await server.addUser();
    const from = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await server.call('POST /login', { username, password: 'wrong-horse-1' }, { headers })).code;
    };
    const answers: number[] = [];
    for (let n = 1; n <= 5; n++) answers.push(await from(`2001:db8:1:2::${n}`));
    const { wrongCredentials: wrong, systemBusy: wait } = codes;
    expect(answers).toEqual([wrong, wrong, wrong, wait, wait]);
    expect(await from('2001:db8:1:3::1')).toBe(wrong);
  });
});
