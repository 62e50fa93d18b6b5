import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { orders } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { addListed, drive, type GoodsRow, place } from '../harness/market.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

// As `red-lines.test.ts`: an operator with all the keys. Here each decision alone is as it should be, and what is tried
// is one after another.

const why = { facts: 'Two buyers reported the same parcel.', rule: 'Terms 9.1' };

describe('an operator who combines what is supported', () => {
  let server: TestServer;
  let user: TestUser;
  let goods: GoodsRow;
  const tried = async (name: string, flags: object): Promise<{ code: number; reason?: string }> => {
    try {
      await decide(server.deps, name, flags, 'evil');
      return { code: codes.ok };
    } catch (error) {
      const { code, detail } = error as { code: number; detail: { reason: string } };
      return { code, reason: detail.reason };
    }
  };
  const works = async (name: string, flags: object) => (await tried(name, flags)).code === codes.ok;
  const held = (account: string) => balanceOf(server.deps.db, `M.${account}:${user.shopId}`);
  const wait = async (ms: number) => {
    server.clock.advance(ms);
    await runDue(server.deps);
  };

  beforeAll(async () => {
    server = await startTestServer('postgres');
  });
  afterAll(async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  });
  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 1_000n * UNITS);
    goods = await addListed(server, user);
  });

  it('keeps money by holds when restrictions may no longer, and is refused after 42 of 90 days', async () => {
    const shop = user.shopId;
    let kept = 0;
    for (let at = 0; at < 85; at++) {
      const isKept =
        (await works('restrict', { shop, kind: 'withdrawal_prohibited', days: '1', ...why })) ||
        (await works('hold', { shop, amount: '1000.00', code: 'risk', days: '1', ...why }));
      if (isKept) kept++;
      await wait(day);
    }
    expect(kept).toBe(42);
    expect(await held('available')).toBe(1_000n * UNITS);
  });

  it('keeps the proceeds of an order by extending its case and by opening another, and is stopped', async () => {
    const order = await drive(server, await place(server, user, goods.id), 'waiting_for_withdrawal');
    const named = { order: order.no };
    let keptDays = 0;
    for (; keptDays < 400; keptDays++) {
      const [row] = await server.deps.db.select().from(orders).where(eq(orders.id, order.id));
      if (row?.status === 'completed') break;
      // Before the due work of the day: a quick operator comes before the release.
      if (row?.caseSince === null)
        await tried('case-open', { ...named, reason: 'It is not as it was sold.' });
      await tried('case-extend', { ...named, ...why });
      await wait(day);
    }
    expect(keptDays).toBeLessThan(120);
    expect(await held('shop')).toBe(0n);
  });

  it('lets the goods of one case come back again and again, and is stopped after the first time', async () => {
    const order = await drive(server, await place(server, user, goods.id), 'waiting_for_withdrawal');
    const named = { order: order.no };
    const sent = { ...named, carrier: 'Meridian Post', tracking: 'R1' };
    const refused = new Set<string | undefined>();
    let keptDays = 0;
    for (; keptDays < 400; keptDays++) {
      const [row] = await server.deps.db.select().from(orders).where(eq(orders.id, order.id));
      if (row?.status === 'completed') break;
      if (row?.caseSince === null)
        await tried('case-open', { ...named, reason: 'It is not as it was sold.', type: 'return_refund' });
      refused.add(
        (await tried('case-decide', { ...named, result: 'approve', reason: 'As it says.' })).reason,
      );
      await tried('case-returned', sent);
      await wait(day);
    }
    expect([...refused]).toContain('sent_back_already');
    expect(keptDays).toBeLessThan(120);
    expect(await held('shop')).toBe(0n);
  });

  it('extends a case twice and no more, and hears what to do instead', async () => {
    const order = await drive(server, await place(server, user, goods.id), 'shipped');
    await decide(server.deps, 'case-open', { order: order.no, reason: 'It is broken.' }, 'evil');
    await wait(48 * hour);
    const extended = [];
    for (let at = 0; at < 3; at++) extended.push(await tried('case-extend', { order: order.no, ...why }));
    expect(extended).toEqual([
      { code: codes.ok },
      { code: codes.ok },
      { code: codes.invalidOperation, reason: 'too_often' },
    ]);
  });
});
