import type { CallName } from '../../../src/contract/calls.ts';
import { limits } from '../../../src/contract/limits.ts';
import { me, session } from '../../../src/data/session.ts';
import { type Client, startClient } from '../../harness/client.ts';
import { addListed } from '../../harness/market.ts';
import type { open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';

export type Page = ReturnType<typeof open>;

/** Room for four goods and three removals a day, so that a test can use them up. */
export const startShelf = (): Promise<Client> =>
  startClient({
    timeoutMs: 3_000,
    config: {
      limits: {
        ...limits,
        showcaseDeletionsPerDay: 3,
        goodsByLevel: { ...limits.goodsByLevel, shop: 4 },
      },
    },
  });

/** Lists goods of these names, the last one newest: cost 12.00 at 20.00, so that 7.00 is left. */
export async function list(client: Client, user: TestUser, names: readonly string[]) {
  for (const name of names) {
    client.server.clock.advance(1_000);
    await addListed(client.server, user, { name });
  }
}

export const namesIn = (page: Page) => page.all('li :is(.clamp, h2)').map((one) => one.textContent);

export const bodies = <T>(client: Client, name: CallName) => client.of(name).map(({ body }) => body as T);

/** Makes the server one without pages of products, where a row opens its price. */
export const withoutPages = () => {
  const features = me.peek().features?.filter((name) => name !== 'goodsDetail');
  session.value = { status: 'signed-in', me: { ...me.peek(), features } };
};
