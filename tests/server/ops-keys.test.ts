import { desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { decisions, reads } from '../../src/server/operators/registry.ts';
import { day, minute } from '../../src/server/platform/clock.ts';
import { decisionLog, opsKeys } from '../../src/server/schema.ts';
import { dumpDatabase } from '../harness/dump-database.ts';
import { useServer } from '../harness/use-server.ts';

const opsKey = 'a-key-of-at-least-24-characters';
const sessionKey = 'another-key-of-24-characters';
const names = [...Object.keys(decisions), ...Object.keys(reads)];

/** What each role may use, as its platform understands it; the lead may use all. */
const may: Record<string, string> = {
  shop_front:
    'place-order cancel accept comment traffic-report case-open case-evidence case-escalate case-returned case-withdraw ad-deliver orders order goods article listings shop',
  supplier:
    'ship case-evidence case-received case-close goods-type-add picture-add goods-add goods-change goods-price goods-restore stock goods-withdraw supplier-events orders order goods article',
  carrier: 'ship scan exception lost deliver carrier-publish carrier-withdraw orders order',
  finance:
    'settle release refund supplier-repaid reverse refund-correct hold hold-release hold-renew anchor withdraw-start withdraw-approve withdraw-reject withdraw-paid withdraw-returned recharge-approve recharge-reject recharge-sent-back recharge-book withdrawals recharges recharges-to-send-back finance-events orders order settlements shop',
  support:
    'refund case-evidence case-finding case-decide case-extend case-close identity-open identity-approve identity-reject identity-expire identity-revoke qualification-approve qualification-reject hold-release goods-delist restrict restriction-renew restriction-lift score-change appeal-decide ad-create ad-withdraw slide-create slide-withdraw pay-password-clear invite invite-end account-prepare login-password session-end feedback-reply qa-publish qa-withdraw cases identities qualifications appeals feedback support-events orders order reviews picture-add goods article shop',
  lead: names.join(' '),
  partner: 'merchant-open session-open session-end host-events',
};

interface Reply {
  code: number;
  msg: string;
  data: { field?: string; reason?: string; key?: string; list?: Record<string, unknown>[] };
}

describe('keys by role', () => {
  const server = useServer('postgres', { config: { opsKey, sessionKey } });
  const send = async (name: string, key: string, input: object = {}, headers: object = {}) => {
    const isRead = name in reads;
    const answer = await server.app.request(`/ops/${name}`, {
      method: isRead ? 'GET' : 'POST',
      headers: { 'x-ops-key': key, ...headers },
      ...(isRead ? {} : { body: JSON.stringify(input) }),
    });
    return { status: answer.status, ...((await answer.json()) as Reply) };
  };
  const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });
  const make = async (name: string, roles: string[], more: object = {}) =>
    (await send('key-create', opsKey, { name, roles, ...more }, keyed())).data.key ?? '';
  const roleKeys: Record<string, string> = { lead: opsKey, partner: sessionKey };

  beforeAll(async () => {
    for (const role of ['shop_front', 'supplier', 'carrier', 'finance', 'support'])
      roleKeys[role] = await make(`all of ${role}`, [role]);
  });

  it.each(Object.keys(may))('a key of %s may use what its role is for, and nothing else', async (role) => {
    const used: string[] = [];
    for (const name of names) {
      const { code, data } = await send(name, roleKeys[role] ?? '');
      const isRefused = code === codes.insufficientPermissions && data?.reason === 'role';
      if (!isRefused) used.push(name);
    }
    expect(used.sort()).toEqual(may[role]?.split(' ').sort());
  });

  it('a key of two roles may use what either may', async () => {
    const key = await make('both', ['supplier', 'carrier']);
    for (const name of ['goods-add', 'deliver'])
      expect((await send(name, key)).code).not.toBe(codes.insufficientPermissions);
    expect((await send('refund', key)).data).toMatchObject({ reason: 'role' });
  });

  it('the author of what a key decides is the key, whatever it writes', async () => {
    const key = await make('warehouse 2', ['supplier']);
    const type = { id: 'lamps', name: 'Lamps' };
    const named = await send('goods-type-add', key, type, { ...keyed(), 'x-ops-by': 'Ministry of Finance' });
    expect(named).toMatchObject({ code: codes.invalidParameter, data: { field: 'x-ops-by' } });
    expect((await send('goods-type-add', key, type, keyed())).code).toBe(codes.ok);
    const [last] = await server.deps.db.select().from(decisionLog).orderBy(desc(decisionLog.seq)).limit(1);
    expect(last).toMatchObject({ name: 'goods-type-add', actor: 'operator:key:warehouse 2' });
    const mimic = await send('tick', opsKey, {}, { 'x-ops-by': 'key:warehouse 2' });
    expect(mimic).toMatchObject({ code: codes.invalidParameter, data: { field: 'x-ops-by' } });
  });

  it('several are valid at a time, until one ends by a decision or by its date', async () => {
    const first = await make('front 1', ['lead'], { days: 2 });
    const second = await make('front 2', ['lead']);
    for (const key of [first, second]) expect((await send('keys', key)).code).toBe(codes.ok);
    server.clock.advance(2 * day);
    expect((await send('keys', first)).status).toBe(401);
    expect((await send('keys', second)).code).toBe(codes.ok);
    const end = { name: 'front 2', reason: 'Exchanged.' };
    expect((await send('key-end', opsKey, end, keyed())).code).toBe(codes.ok);
    expect((await send('keys', second)).status).toBe(401);
    expect(await send('key-end', opsKey, end, keyed())).toMatchObject({
      code: codes.recordNotFound,
      msg: expect.stringContaining('keys lists all keys'),
    });
    expect(
      (await send('key-create', opsKey, { name: 'front 2', roles: ['lead'] }, keyed())).data,
    ).toMatchObject({
      field: 'name',
      reason: 'name_used',
    });
    const misnamed = await send('key-create', opsKey, { name: 'front/3', roles: ['lead'] }, keyed());
    expect(misnamed.msg).toMatch(/ It does not fit: write 1 to 64 of A to Z/);
  });

  it('is listed with its last use, and stored as a hash alone', async () => {
    const key = await make('scanner', ['carrier']);
    expect(key.length).toBeGreaterThan(20);
    const lastUse = async () =>
      (await server.deps.db.select().from(opsKeys).where(eq(opsKeys.name, 'scanner')))[0]?.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await send('scan', key);
    const at = server.clock.now();
    expect(await lastUse()).toEqual(at);
    server.clock.advance(minute / 2);
    await send('scan', key);
    expect(await lastUse()).toEqual(at);
    const { data } = await send('keys', opsKey);
    expect(data.list?.[0]).toMatchObject({
      name: 'scanner',
      roles: ['carrier'],
      lastUsedAt: at.toISOString(),
    });
    expect((await dumpDatabase(server.deps.db)).join('\n')).not.toContain(key);
  });
});
