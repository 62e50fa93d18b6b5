import { randomUUID } from 'node:crypto';
import { systemRandom } from '../../src/server/platform/ids.ts';
import { hashPassword } from '../../src/server/platform/passwords.ts';
import { users } from '../../src/server/schema.ts';
import { payPassword } from '../harness/server.ts';
import type { Merchant, World } from '../server/chaos/world.ts';
import type { Shot } from './fixed-rate.ts';

export interface Seller extends Merchant {
  /** What is in the showcase. */
  itemId: string;
}

const shot = ({ token }: Merchant, path: string, input: object, key?: string): Shot => ({
  path: `/api${path}`,
  headers: {
    'content-type': 'application/json',
    authorization: token,
    ...(key ? { 'idempotency-key': key } : {}),
  },
  body: JSON.stringify(input),
});

const reads: [path: string, input: object][] = [
  ['/v1/user/wallet', {}],
  ['/v1/user/wallet_flow', {}],
  ['/v1/order/list', {}],
  ['/v1/goods/list', {}],
  ['/v1/showcase/list', {}],
  ['/v1/home/stat', {}],
  ['/v1/notify/check', {}],
  ['/v1/store/info', {}],
];

// Half of the writes ask for the payment password, which is stretched as in production.
const write = (seller: Seller, chance: () => number): Shot => {
  const key = randomUUID();
  const at = chance();
  if (at < 0.25) return shot(seller, '/v1/ad/pay', { adId: seller.adId, payPassword }, key);
  if (at < 0.5) {
    const input = { amount: '10.00', accountId: seller.accountId, payPassword };
    return shot(seller, '/v1/user/withdraw/add', input, key);
  }
  const cents = 10 + Math.floor(chance() * 90);
  return shot(seller, '/v1/showcase/edit', { id: seller.itemId, sellingPrice: `20.${cents}` }, key);
};

/** One request of a merchant's day: four of five only read. */
export const shotOf = (sellers: Seller[], chance: () => number): Shot => {
  const seller = sellers[Math.floor(chance() * sellers.length)];
  const [path, input] = reads[Math.floor(chance() * reads.length)] ?? [];
  if (!seller || !path || !input) throw new Error('no merchant, path or input was given');
  return chance() < 0.8 ? shot(seller, path, input) : write(seller, chance);
};

/** Whether a request of these only reads. */
export const isRead = ({ path }: Shot): boolean => reads.some(([one]) => path === `/api${one}`);

/** Makes payment passwords as costly to compare as in production; the world is made with cheap ones. */
export const stretchPasswords = async (world: World): Promise<void> => {
  const database = await world.open();
  const payPasswordHash = await hashPassword(payPassword, 2 ** 14, systemRandom);
  await database.db.update(users).set({ payPasswordHash });
  await database.close();
};

/** Returns the merchants with what each has in the showcase. */
export const sellersOf = async (url: string, { merchants }: World): Promise<Seller[]> => {
  const sellers: Seller[] = [];
  for (const merchant of merchants) {
    const { path, headers, body } = shot(merchant, '/v1/showcase/list', {});
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    const { data } = (await answer.json()) as { data: { list: { id: string }[] } };
    sellers.push({ ...merchant, itemId: data.list[0]?.id ?? '' });
  }
  return sellers;
};
