import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import type { OpenDatabase } from '../../src/server/platform/database/db.ts';
import { orders } from '../../src/server/schema.ts';
import { type Balancer, startBalancer } from '../../tools/balancer.mjs';
import { buildServer, type ServerProcess } from '../harness/processes.ts';
import { payPassword } from '../harness/server.ts';
import { chanceOf } from './chaos/chance.ts';
import { sendUntilFinal } from './chaos/client.ts';
import { type Acknowledged, asAcknowledged, nextOperation, type Operation } from './chaos/operations.ts';
import { compareWithLedger } from './chaos/verdict.ts';
import { type Merchant, makeWorld, type World } from './chaos/world.ts';

const opsKey = 'a-key-of-the-operator-0123456789';
const clients = 12;

// What processes.test.ts does to each of two servers, this does to both as merchants meet them.
describe('two servers behind a balancer', () => {
  let world: World;
  let database: OpenDatabase;
  let pair: ServerProcess[];
  let urls: string[];
  let front: Balancer;
  const acknowledged: Acknowledged[] = [];
  const chance = chanceOf(11);

  const merchantAt = (n: number) => world.merchants[n % world.merchants.length] as Merchant;
  const post = async <T>(url: string | undefined, path: string, input: object, headers = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    return (await answer.json()) as { code: number; data: T };
  };
  const call = async <T>(
    url: string | undefined,
    path: string,
    { token, input = {} }: { token: string; input?: object },
  ) => {
    const { code, data } = await post<T>(url, `/api${path}`, input, {
      authorization: token,
      'idempotency-key': randomUUID(),
    });
    expect([path, code]).toEqual([path, codes.ok]);
    return data;
  };
  const leads = ({ output }: ServerProcess) => output().includes('"event":"leadership gained"');

  beforeAll(async () => {
    const built = await buildServer();
    world = await makeWorld('postgres', { merchants: 4, orders: 20 });
    database = await world.open();
    pair = [1, 2].map(() => built.run('main', { ...world.env, SOUK_OPS_KEY: opsKey }));
    urls = await Promise.all(pair.map(({ ready }) => ready));
    front = await startBalancer();
    front.send(urls.map((url) => ({ url })));
  });
  afterAll(async () => {
    for (const { child, ended } of pair) {
      child.kill('SIGKILL');
      await ended;
    }
    await front.close();
    await database.close();
    await world.remove();
  });

  it('have the news of an order that the other one has taken', async () => {
    const { token, shopId } = merchantAt(0);
    const listed = await call<{ list: { goodsId: string; sellingPrice: string }[] }>(
      urls[0],
      '/v1/showcase/list',
      { token },
    );
    const unread = async (url: string | undefined) =>
      (await call<{ unread: number }>(url, '/v1/notify/check', { token })).unread;
    const before = await unread(urls[1]);
    const placed = await post(
      urls[0],
      '/ops/place-order',
      {
        goods: listed.list[0]?.goodsId,
        shop: shopId,
        payment: 'pay_balanced_1',
        amount: listed.list[0]?.sellingPrice,
      },
      { 'x-ops-key': opsKey, 'idempotency-key': randomUUID() },
    );
    expect(placed.code).toBe(codes.ok);
    expect(await unread(urls[1])).toBe(before + 1);
    expect(await unread(urls[0])).toBe(before + 1);
  });

  it('answer the requests of one shop in turn, each with what the one before wrote', async () => {
    const { token } = merchantAt(0);
    const read = async () => {
      const { list } = await call<{ list: { id: string; sellingPrice: string }[] }>(
        front.url,
        '/v1/showcase/list',
        { token },
      );
      return list[0];
    };
    const id = (await read())?.id;
    // An odd number of requests between two of a kind, so that each kind meets both servers.
    for (const sellingPrice of ['21.00', '22.00', '23.00', '24.00']) {
      await call(front.url, '/v1/showcase/edit', { token, input: { id, sellingPrice } });
      expect((await read())?.sellingPrice).toBe(sellingPrice);
      await call(front.url, '/v1/user/wallet', { token });
    }
  });

  it('count wrong passwords together', async () => {
    const guess = { username: 'a-name-that-none-has', password: 'wrong-password-1' };
    const answers: number[] = [];
    for (let n = 0; n < 4; n++) answers.push((await post(urls[n % 2], '/api/login', guess)).code);
    const wrong = codes.wrongCredentials;
    expect(answers).toEqual([wrong, wrong, wrong, codes.systemBusy]);
  });

  it('answer a payment that is sent again to the other one with the same bytes, and move its money once', async () => {
    const merchant = merchantAt(1);
    const body = { orderIds: [merchant.orders.pop() ?? ''], payPassword };
    const operation: Operation = { merchant, key: randomUUID(), call: '/v1/order/pay', body };
    const answers = [];
    for (const url of [urls[0], urls[1], urls[0]])
      answers.push(await sendUntilFinal(url ?? '', operation, chance));
    const [first] = answers;
    expect(first?.code).toBe(codes.ok);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    acknowledged.push(asAcknowledged(operation, first?.text ?? ''));
    expect((await compareWithLedger(database, acknowledged, [])).duplicated).toEqual([]);
  });

  it('lose and double nothing when the one that leads is killed among payments, and its due work goes on', async () => {
    const overdue = merchantAt(2).orders.pop() ?? '';
    const refused: [Operation, string][] = [];
    let over = false;
    const live = async (n: number) => {
      while (!over) {
        const operation = nextOperation(merchantAt(n), chance);
        const { code, text } = await sendUntilFinal(front.url, operation, chance);
        if (code === codes.ok) acknowledged.push(asAcknowledged(operation, text));
        else refused.push([operation, text]);
      }
    };
    const reached = (count: number) =>
      expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(count);
    const working = Promise.all(Array.from({ length: clients }, (_, n) => live(n)));
    await reached(20);

    const leader = pair.find(leads);
    const other = pair.find((one) => one !== leader);
    leader?.child.kill('SIGKILL');
    await leader?.ended;
    await database.db.update(orders).set({ dueAt: new Date() }).where(eq(orders.id, overdue));
    await reached(acknowledged.length + 20);
    over = true;
    await working;

    expect(front.resent()).toBeGreaterThan(0);
    const statusOf = async () =>
      (await database.db.select({ status: orders.status }).from(orders).where(eq(orders.id, overdue)))[0]
        ?.status;
    await expect.poll(statusOf, { timeout: 15_000 }).toBe('cancelled');
    expect(other && leads(other)).toBe(true);
    expect(refused.map(([{ call: path }, text]) => `${path}: ${text}`)).toEqual([]);
    expect(await compareWithLedger(database, acknowledged, [])).toEqual({
      lost: [],
      duplicated: [],
      findings: [],
    });
  });
});
