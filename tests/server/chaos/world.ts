import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UNITS } from '../../../src/contract/money.ts';
import { day, hour } from '../../../src/server/platform/clock.ts';
import type { OpenDatabase } from '../../../src/server/platform/database/db.ts';
import { openPglite } from '../../../src/server/platform/database/open-pglite.ts';
import { openPostgres } from '../../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../../src/server/platform/log.ts';
import { openSession } from '../../../src/server/shops/sessions/auth.ts';
import { addAccount } from '../../harness/bank.ts';
import { type Kind, openTestDatabase } from '../../harness/database.ts';
import { addListed, place } from '../../harness/market.ts';
import { startTestServer, type TestServer, type TestUser } from '../../harness/server.ts';

export interface Merchant {
  shopId: string;
  token: string;
  accountId: string;
  adId: string;
  /** Orders that are to be paid for; each is taken once. */
  orders: string[];
}

export interface World {
  merchants: Merchant[];
  /** What a server needs to run on it. */
  env: Record<string, string>;
  /** Looks into it while no server runs. */
  open(): Promise<OpenDatabase>;
  remove(): Promise<void>;
}

const addMerchants = async (server: TestServer, count: number): Promise<TestUser[]> => {
  const users: TestUser[] = [];
  for (let n = 0; n < count; n++) users.push(await server.addUser());
  return users;
};

/** Merchants with money, an account that may be withdrawn to, a promotion on offer and orders to pay for. */
export const seedMerchants = async (
  database: OpenDatabase & { url: string },
  { merchants: count, orders }: { merchants: number; orders: number },
): Promise<Merchant[]> => {
  const start = new Date(Date.now() - day - hour).toISOString();
  const server = await startTestServer(database.kind, { database, start });
  const offer = { title: 'Front page', image: '/files/thing.svg', target: 'shop', price: '5.00' };
  const terms = { unit: 'display', quantity: '100', days: '7' };
  const ad = await server.decide<{ id: string }>('ad-create', { ...offer, ...terms }, 'test');
  const users = await addMerchants(server, count);
  const accounts = [];
  for (const user of users) accounts.push((await addAccount(server, user)).data.account);
  server.clock.advance(day + hour / 2);
  const merchants: Merchant[] = [];
  for (const [n, user] of users.entries()) {
    await server.fund(user.shopId, 1_000_000n * UNITS);
    const goods = await addListed(server, user);
    const ids: string[] = [];
    for (let left = orders; left > 0; left--)
      ids.push((await place(server, user, goods.id, { wallet: 'held_until_delivery' })).id);
    const { token } = await openSession(server.deps, user.userId);
    merchants.push({
      shopId: user.shopId,
      token,
      accountId: accounts[n]?.id ?? '',
      adId: ad.id,
      orders: ids,
    });
  }
  await server.close();
  return merchants;
};

const embedded = async (): Promise<Pick<World, 'env' | 'open' | 'remove'>> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'souk-chaos-'));
  return {
    env: { SOUK_DATA: dataDir },
    open: () => openPglite(dataDir, silentLog),
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
};

const served = async (): Promise<Pick<World, 'env' | 'open' | 'remove'>> => {
  const { url, close } = await openTestDatabase('postgres');
  return {
    env: { DATABASE_URL: url },
    open: () => openPostgres({ url, log: silentLog }),
    remove: close,
  };
};

export const makeWorld = async (kind: Kind, size: { merchants: number; orders: number }): Promise<World> => {
  const place = await (kind === 'postgres' ? served() : embedded());
  const database = await place.open();
  const merchants = await seedMerchants({ ...database, url: place.env.DATABASE_URL ?? '' }, size);
  await database.close();
  return { ...place, merchants };
};
