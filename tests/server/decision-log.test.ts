import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '../../src/server/operators/decisions.ts';
import { decisionLog } from '../../src/server/schema.ts';
import { kinds } from '../harness/database.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

describe.each(kinds)('the log of decisions on %s', (kind) => {
  let server: TestServer;
  let user: TestUser;
  const log = () => server.deps.db.select().from(decisionLog).orderBy(asc(decisionLog.seq));
  const held = { amount: '30.00', code: 'risk', facts: 'Sign-in from a new country.', rule: 'Terms 9.1' };

  beforeAll(async () => {
    server = await startTestServer(kind);
    user = await server.addUser();
    await server.fund(user.shopId, 100_000_000n);
  });
  afterAll(() => server.close());

  it('has who decided what, when, and why', async () => {
    await decide(server.deps, 'hold', { shop: user.shopId, ...held }, 'rosa');
    expect((await log()).at(-1)).toMatchObject({
      name: 'hold',
      actor: 'operator:rosa',
      reasonCode: 'risk',
      reason: held.facts,
      input: { shop: user.shopId, ...held, days: '14' },
      at: server.clock.now(),
    });
  });

  it('has no decision that was refused, and the one that opens its own transactions', async () => {
    const before = (await log()).length;
    await expect(
      decide(server.deps, 'hold', { shop: user.shopId, ...held, amount: '500.00' }, 'rosa'),
    ).rejects.toThrow();
    await decide(server.deps, 'tick', {}, 'rosa');
    const since = (await log()).slice(before);
    expect(since.map(({ name }) => name)).toEqual(['tick']);
  });

  it.each(['update decision_log set actor = $$x$$', 'delete from decision_log', 'truncate decision_log'])(
    'refuses: %s',
    async (statement) => {
      const before = await log();
      await expect(server.deps.db.execute(sql.raw(statement))).rejects.toThrow();
      expect(await log()).toEqual(before);
    },
  );
});
