import { and, eq, gt, max } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { createOpsApp } from '../../src/server/http/ops-app.ts';
import { decisions } from '../../src/server/operators/registry.ts';
import { decisionLog } from '../../src/server/schema.ts';
import { typed } from '../harness/decide.ts';
import { dumpDatabase } from '../harness/dump-database.ts';
import { operator } from '../harness/recharging.ts';
import { useServer } from '../harness/use-server.ts';
import { type DecisionDesk, decisionRows, openDecisionDesk } from './decisions/rows.ts';

const opsKey = 'a-key-of-at-least-24-characters';
const names = Object.keys(decisions);

interface Reply {
  text: string;
  code: number;
  msg: string;
  data: { field?: string; reason?: string; token?: string } | null;
}

describe('a decision of the operator', () => {
  const server = useServer('postgres', { config: { operator, opsKey } });
  let app: ReturnType<typeof createOpsApp>;
  let desk: DecisionDesk;
  const send = async (name: string, flags: object, key?: string): Promise<Reply> => {
    const headers = { 'x-ops-key': opsKey, ...(key && { 'idempotency-key': key }) };
    const answer = await app.request(`/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(typed(name, flags)),
    });
    const text = await answer.text();
    return { text, ...JSON.parse(text) };
  };
  const flagsFor = async (name: string) => (await decisionRows[name]?.(desk)) ?? {};
  const lastLogged = async () =>
    (await server.deps.db.select({ seq: max(decisionLog.seq) }).from(decisionLog))[0]?.seq ?? 0;
  const timesLogged = async (name: string, after: number) =>
    (
      await server.deps.db
        .select()
        .from(decisionLog)
        .where(and(eq(decisionLog.name, name), gt(decisionLog.seq, after)))
    ).length;

  beforeAll(async () => {
    app = createOpsApp(server.deps);
  });
  beforeEach(async () => {
    desk = await openDecisionDesk(server);
  });

  it('is in the table of what each one needs', () => {
    expect(Object.keys(decisionRows).sort()).toEqual([...names].sort());
  });

  it.each(names)('%s that is sent twice under one key is carried out once', async (name) => {
    const flags = await flagsFor(name);
    const key = crypto.randomUUID();
    const before = await lastLogged();
    const first = await send(name, flags, key);
    expect([first.code, first.msg, first.data]).toEqual([codes.ok, 'ok', first.data]);
    const rows = await dumpDatabase(server.deps.db);
    expect((await send(name, flags, key.toUpperCase())).text).toBe(first.text);
    expect(await dumpDatabase(server.deps.db)).toEqual(rows);
    expect(await timesLogged(name, before)).toBe(1);
  });

  it.each(names)('%s that is sent by four at once under one key is carried out once', async (name) => {
    const flags = await flagsFor(name);
    const key = crypto.randomUUID();
    const before = await lastLogged();
    const replies = await Promise.all([1, 2, 3, 4].map(() => send(name, flags, key)));
    for (const { code } of replies) expect([codes.ok, codes.operationBusy]).toContain(code);
    const done = replies.filter(({ code }) => code === codes.ok);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(await timesLogged(name, before)).toBe(1);
  });

  it.each(names)('%s is refused without a key exactly where its definition requires one', async (name) => {
    const flags = await flagsFor(name);
    const before = await lastLogged();
    const { code, msg, data } = await send(name, flags);
    if (decisions[name]?.key === 'optional') {
      expect(code).toBe(codes.ok);
      return;
    }
    expect([code, data?.field]).toEqual([codes.parameterMissing, 'Idempotency-Key']);
    expect(msg).toMatch(/^The header Idempotency-Key is missing, and .+ Send a new UUID/);
    expect(await lastLogged()).toBe(before);
  });

  it('places one order for a payment that four requests with different keys name at once', async () => {
    const flags = { ...(await flagsFor('place-order')), payment: `pay-${crypto.randomUUID()}` };
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => send('place-order', flags, crypto.randomUUID())),
    );
    expect(replies.filter(({ code }) => code === codes.ok)).toHaveLength(1);
    for (const { code, data } of replies.filter((reply) => reply.code !== codes.ok))
      expect([code, data?.reason]).toEqual([codes.invalidOperation, 'payment_used']);
  });

  it('is refused with other flags under a key that was used', async () => {
    const key = crypto.randomUUID();
    const flags = { shop: desk.user.shopId, amount: '25.00' };
    expect((await send('recharge-book', { ...flags, proof: 'BANK-IN-1' }, key)).code).toBe(codes.ok);
    const other = await send('recharge-book', { ...flags, proof: 'BANK-IN-2' }, key);
    expect([other.code, other.data]).toEqual([
      codes.invalidOperation,
      { field: 'Idempotency-Key', reason: 'key_reused' },
    ]);
    expect(other.msg).toContain('Make a new key');
  });

  it('is refused with another new password under a key that was used, and the log holds neither', async () => {
    const key = crypto.randomUUID();
    const prepare = (password: string) => send('account-prepare', { user: `sami-${key}`, password }, key);
    expect((await prepare('first-horse-1')).code).toBe(codes.ok);
    expect((await prepare('other-horse-1')).data?.reason).toBe('key_reused');
    expect((await prepare('first-horse-1')).code).toBe(codes.ok);
    expect((await dumpDatabase(server.deps.db)).join('\n')).not.toMatch(/(first|other)-horse-1/);
  });

  it('leaves the key free where it was refused', async () => {
    const key = crypto.randomUUID();
    const flags = { shop: desk.user.shopId, code: 'risk', facts: 'f', rule: 'r' };
    expect((await send('hold', { ...flags, amount: '100000' }, key)).code).toBe(codes.insufficientBalance);
    expect((await send('hold', { ...flags, amount: '5' }, key)).code).toBe(codes.ok);
  });

  it('wants a UUID for a key', async () => {
    const { code, data, msg } = await send('tick', {}, 'first try');
    expect([code, data]).toEqual([codes.invalidParameter, { field: 'Idempotency-Key' }]);
    expect(msg).toContain('crypto.randomUUID()');
  });

  it('a decision of the operator that opens a session answers its token again, which is nowhere in the database', async () => {
    const key = crypto.randomUUID();
    await send('merchant-open', { user: 'customer-9' }, crypto.randomUUID());
    const first = await send('session-open', { user: 'customer-9' }, key);
    const token = first.data?.token ?? '';
    expect(token.length).toBeGreaterThan(20);
    expect((await send('session-open', { user: 'customer-9' }, key)).data?.token).toBe(token);
    const rows = (await dumpDatabase(server.deps.db)).join('\n');
    expect(rows).not.toContain(token);
    // Nor what would open the reply that holds it.
    expect(rows).not.toContain(key);
  });
});
