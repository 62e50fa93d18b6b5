import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportsOf } from '../../src/server/shops/sessions/export-links.ts';
import { lengthenWallet } from '../harness/long-wallet.ts';
import type { TestUser } from '../harness/server.ts';
import { useUnauditedServer } from '../harness/use-server.ts';

// A row for each account that a posting moves, and half of them move two: 100,500 rows.
const count = 67_000;
const mega = 1_000_000;

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;
const inUse = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

describe('the file of a long history', () => {
  const server = useUnauditedServer('postgres', { start: '2025-03-03T09:00:00.000Z' });
  let user: TestUser;
  const offer = async (input: object = {}) => {
    const asked = { format: 'csv', ...input };
    const { data } = await server.call<{ fileUrl: string }>('POST /v1/user/wallet_flow', asked, {
      token: user.token,
    });
    return data.fileUrl;
  };
  const download = async (url: string, each: (text: string) => void = () => {}): Promise<number> => {
    const answer = await server.app.request(url);
    const decoder = new TextDecoder();
    let lines = 0;
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
      const text = decoder.decode(part, { stream: true });
      lines += text.split('\r\n').length - 1;
      each(text);
    }
    return lines;
  };

  beforeAll(async () => {
    user = await server.addUser();
    await lengthenWallet(server.deps.db, user.shopId, count);
  });

  it('is given in whole, and takes no more memory at its end than at its beginning', async () => {
    const used: number[] = [];
    let parts = 0;
    const lines = await download(await offer(), () => {
      if (parts++ % 10 === 5) used.push(inUse());
    });
    expect(lines).toBe(1 + 1.5 * count);
    expect(used.length).toBeGreaterThanOrEqual(10);
    const grown = Math.max(...used) - (used[0] ?? 0);
    process.stdout.write(
      `A file of ${lines} lines: memory grew by ${(grown / mega).toFixed(1)} MB at most.\n`,
    );
    expect(grown).toBeLessThan(6 * mega);
  }, 180_000);

  it('begins before its last row is read, and stops when its client leaves', async () => {
    // The second is the one that a shop which is shut out takes along.
    const { wallet } = await exportsOf(server.deps, user.shopId);
    const beginnings = [];
    for (const url of [await offer(), wallet]) {
      const answer = await server.app.request(url);
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      const parts = [await reader.read(), await reader.read()];
      await reader.cancel();
      beginnings.push(parts.map(({ value }) => new TextDecoder().decode(value)).join(''));
    }
    expect(beginnings[0]?.split('\r\n').length).toBeGreaterThan(500);
    expect(beginnings[1]).toBe(beginnings[0]);
  });

  it('holds the rows of a span, a kind and a direction', async () => {
    const days = { from: '2024-01-02', to: '2024-01-02' };
    expect(await download(await offer({ ...days, account: 'available' }))).toBe(1 + 24 * 60);
    expect(await download(await offer({ ...days, kinds: ['hold'], direction: 'out' }))).toBe(1 + 6 * 60);
  });
});
