import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { switchTo } from '../ui/draw.tsx';
import { type Client, startClient } from './client.ts';
import { leave } from './render-screen.tsx';
import type { TestUser } from './server.ts';

/**
 * A client for the tests of a file, and a merchant without a past for each of them, who is called amina there. What a
 * test leaves behind, its screen, its calls and its language, is gone before the next one.
 */
export function withMerchant(
  options: Parameters<typeof startClient>[0],
  take: (given: { client: Client; amina: TestUser }) => void,
): void {
  let client: Client;
  beforeAll(async () => {
    client = await startClient(options);
  });
  afterAll(() => client.close());
  beforeEach(async () => {
    leave();
    client.clear();
    take({ client, amina: await client.server.addUser() });
  });
  afterEach(() => switchTo('en'));
}
