import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { acceptToken } from '../../src/data/accept-token.ts';
import { configure } from '../../src/data/config.ts';
import { session } from '../../src/data/session.ts';
import { endSession, expireSession, signOut } from '../../src/data/sign-out.ts';
import { type HomeStat, homeStatResource, lastStat } from '../../src/data/stats.ts';
import { local } from '../../src/storage.ts';
import { type Client, startClient } from '../harness/client.ts';
import type { TestUser } from '../harness/server.ts';

let client: Client;
let amina: TestUser;
beforeAll(async () => {
  client = await startClient();
  amina = await client.server.addUser({ username: 'amina' });
});
afterAll(() => client.close());
beforeEach(() => client.clear());
afterEach(() => vi.useRealTimers());

const setClock = (now: number | string) => vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });

/** Signs in and loads the figures; this device's clock is then the server's. */
async function visit() {
  await client.signIn(amina);
  await homeStatResource.refetch();
  const figures = homeStatResource.peek().data as HomeStat;
  setClock(figures.asOf);
  return figures;
}

test('figures of a visit are there for the next one of the same day, with their time', async () => {
  const figures = await visit();
  expect(lastStat.read()).toEqual(figures);
});

test('figures of yesterday are not shown as those of today', async () => {
  const { asOf } = await visit();
  setClock(Date.parse(asOf) + 86_400_000);
  expect(lastStat.read()).toBeUndefined();
});

test.each(['handover', 'host'] as const)(
  'a token of %s leaves no figures, and reads none',
  async (source) => {
    await visit();
    const text = local.get('homeStat') as string;
    await signOut();
    await acceptToken(amina.token, source);
    await homeStatResource.refetch();
    expect(session.value.status).toBe('signed-in');
    expect(local.get('homeStat')).toBeNull();
    local.set('homeStat', text);
    expect(lastStat.read()).toBeUndefined();
  },
);

test('a sign-in that is kept in memory only leaves no figures', async () => {
  configure({ signInTokenStorage: 'memory' });
  await visit();
  expect(local.get('homeStat')).toBeNull();
});

test.each([
  ['a sign-out', signOut],
  ['a session that was revoked', endSession],
  ['a session that has expired', expireSession],
])('figures are removed after %s', async (_, end) => {
  await visit();
  await end();
  expect(local.get('homeStat')).toBeNull();
});

test('what is stored in place of figures and is none is passed over', async () => {
  await visit();
  for (const text of ['', '{', 'null', '7', '{}', '[]']) {
    local.set('homeStat', text);
    expect(lastStat.read(), text).toBeUndefined();
  }
});
