import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { after, day, hour, minute } from '../../src/server/platform/clock.ts';
import { displayDateTime } from '../../src/server/platform/texts/format.ts';
import { shops } from '../../src/server/schema.ts';
import { usableAccount } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import { verify } from '../harness/identity.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { decideOn, withdraw } from '../harness/withdrawing.ts';

type Quote = Extract<Output<'POST /v1/quote'>, { kind: 'upgrade' }>;

describe.each(kinds)('levels of shop on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  const types = async (input: object = {}) => (await user.call('GET /v1/shop/type', input)).data;
  const quote = (typeId: string) => user.call<Quote>('POST /v1/quote', { kind: 'upgrade', typeId });
  const upgrade = (typeId: string, more: object = {}, key?: string) =>
    user.call('POST /v1/shop/upgrade', { typeId, payPassword, ...more }, key);
  const ops = <T>(name: string, flags: object) => server.decide<T>(name, flags);
  const money = async () => ({
    balance: await balanceOf(server.deps.db, `M.available:${user.shopId}`),
    deposit: await balanceOf(server.deps.db, `M.deposit:${user.shopId}`),
  });
  const shownDate = (at: Date) => displayDateTime(at.toISOString(), 'UTC', 'en');
  const withdrawOnce = async () => {
    const { id: accountId } = await usableAccount(server, user);
    const { data } = await withdraw(server, user, { amount: '10.00', accountId });
    await decideOn(server, data.withdrawal.no, 'approve');
    await decideOn(server, data.withdrawal.no, 'paid');
  };

  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 300n * UNITS);
    await verify(server, user);
  });

  it('are compared under the specification’s names, with what each allows, costs and gives back', async () => {
    const { list, currentId, currency } = await types();
    expect([currentId, currency]).toEqual(['shop', 'USD']);
    expect(list.map(({ key, name, goodsCap, deposit, fee }) => [key, name, goodsCap, deposit, fee])).toEqual([
      ['shop', 'Ordinary shop', 20, '0.00', '0.00'],
      ['merchant', 'Merchant shop', 50, '200.00', '20.00'],
      ['agent', 'TikTok agent', 100, '500.00', '50.00'],
      ['partner', 'Business partner', 300, '1000.00', '100.00'],
    ]);
    for (const { key, refundRule } of list)
      expect(refundRule).toMatch(key === 'shop' ? /no security deposit/ : /stays yours/);
    const arabic = await server.call(
      'GET /v1/shop/type',
      {},
      { token: user.token, headers: { 'accept-language': 'ar' } },
    );
    expect(arabic.data.list[1]?.refundRule).toContain('مبلغ التأمين');
  });

  it('are shown to the holder of an invitation, and not by a code that is unknown', async () => {
    const { data } = await user.call<{ inviteCode: string }>('POST /v1/user/invite/add');
    expect((await types({ code: data.inviteCode.toLowerCase() })).list).toHaveLength(4);
    for (const code of ['NOTACODE', '?', 'X'.repeat(64)])
      expect((await user.call('GET /v1/shop/type', { code })).code).toBe(codes.inviteCodeInvalid);
    const other = await server.addUser();
    const { code } = await user.call('POST /v1/shop/close', { payPassword });
    expect(code).toBe(codes.ok);
    const late = await server.call('GET /v1/shop/type', { code: data.inviteCode }, { token: other.token });
    expect(late.code).toBe(codes.recordNotFound);
    // Nor to who tries codes out: they are counted with those that are tried at the door.
    const tries = ['NOTA1', 'NOTA2', 'NOTA3'].map((code) => user.call('GET /v1/shop/type', { code }));
    expect((await Promise.all(tries)).map((answer) => answer.code)).toContain(codes.systemBusy);
    const atTheDoor = await user.call('POST /invite_code', { action: 'check', inviteCode: 'NOTA4' });
    expect(atTheDoor.code).toBe(codes.systemBusy);
  });

  it('cost what was quoted: the deposit and the fee in one movement', async () => {
    const { data: quoted } = await quote('merchant');
    expect(quoted).toMatchObject({
      lines: [
        { key: 'deposit', amount: '200.00' },
        { key: 'upgrade_fee', amount: '20.00' },
      ],
      total: '220.00',
      charged: '220.00',
      fee: '20.00',
      deposit: '200.00',
      balanceAfter: '80.00',
      depositRefundRule: expect.stringContaining(shownDate(server.clock.now())),
    });
    const key = randomUUID();
    const first = await upgrade('merchant', { quoteId: quoted.quoteId }, key);
    expect(first.data).toMatchObject({
      shop: { level: 'merchant', goodsCap: 50 },
      deposit: '200.00',
      fee: '20.00',
      depositRefundRule: quoted.depositRefundRule,
      wallet: { balance: '80.00', depositMargin: '200.00', total: '280.00' },
    });
    for (let again = 0; again < 2; again++)
      expect((await upgrade('merchant', { quoteId: quoted.quoteId }, key)).text).toBe(first.text);
    expect(await money()).toEqual({ balance: 80n * UNITS, deposit: 200n * UNITS });
    const flow = await user.call('POST /v1/user/wallet_flow', {
      kinds: ['deposit', 'upgrade_fee'],
    });
    expect(flow.data.list.map((row) => [row.kind, row.account, row.direction, row.amount])).toEqual(
      expect.arrayContaining([
        ['deposit', 'deposit', 'in', '200.00'],
        ['deposit', 'available', 'out', '200.00'],
        ['upgrade_fee', 'available', 'out', '20.00'],
      ]),
    );
    expect((await types()).currentId).toBe('merchant');
  });

  it('are charged once for two taps at once', async () => {
    const answers = await Promise.all([upgrade('merchant'), upgrade('merchant')]);
    expect(answers.map(({ code }) => code).sort()).toEqual([codes.ok, codes.invalidOperation]);
    expect(await money()).toEqual({ balance: 80n * UNITS, deposit: 200n * UNITS });
  });

  it('are charged only as quoted', async () => {
    const { data } = await quote('merchant');
    server.clock.advance(6 * minute);
    expect(await upgrade('merchant', { quoteId: data.quoteId })).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'quote_expired' },
    });
    const again = await quote('merchant');
    expect((await upgrade('agent', { quoteId: again.data.quoteId })).code).not.toBe(codes.ok);
    expect(await money()).toEqual({ balance: 300n * UNITS, deposit: 0n });
  });

  it.each<[what: string, before: () => Promise<unknown>, typeId: string, code: number, data: object]>([
    ['unknown', async () => {}, 'palace', codes.recordNotFound, { field: 'typeId' }],
    ['the present one', async () => {}, 'shop', codes.invalidOperation, { reason: 'present_level' }],
    [
      'one that carries a brand that may not be used',
      withdrawOnceLater,
      'agent',
      codes.unauthorized,
      { reason: 'brand_not_authorised', params: { brand: 'TikTok' } },
    ],
    [
      'one that carries a brand, from above',
      () => server.deps.db.update(shops).set({ level: 'partner' }).where(eq(shops.id, user.shopId)),
      'agent',
      codes.unauthorized,
      { reason: 'brand_not_authorised' },
    ],
    [
      '15: one of an unverified person',
      async () => {
        user = await server.addUser();
        await server.fund(user.shopId, 300n * UNITS);
      },
      'merchant',
      codes.insufficientPermissions,
      { reason: 'identity' },
    ],
    [
      '16: one with a large deposit before anything was ever withdrawn',
      async () => {},
      'partner',
      codes.belowMinimumDeposit,
      { reason: 'first_withdrawal', params: { max: '200.00', deposit: '1000.00' } },
    ],
    [
      'one that a frozen wallet would pay',
      () => ops('restrict', { shop: user.shopId, kind: 'wallet_frozen', facts: 'f', rule: 'r' }),
      'merchant',
      codes.walletFrozen,
      { restriction: { kind: 'wallet_frozen' } },
    ],
  ])('%s is refused, quoted or not', async (_, before, typeId, code, data) => {
    await before();
    const had = await money();
    expect(await quote(typeId)).toMatchObject({ code, data });
    expect(await upgrade(typeId)).toMatchObject({ code, data });
    expect(await money()).toEqual(had);
  });

  async function withdrawOnceLater() {
    await withdrawOnce();
  }

  it('are refused where the balance is short, by how much', async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 219n * UNITS);
    await verify(server, user);
    expect((await quote('merchant')).data.balanceAfter).toBe('-1.00');
    expect(await upgrade('merchant')).toMatchObject({
      code: codes.insufficientBalance,
      data: { params: { shortfall: '1.00' } },
    });
    expect(await money()).toEqual({ balance: 219n * UNITS, deposit: 0n });
  });

  it('levels of shop that carry a brand are named and sold where the operator says that it may use it', async () => {
    const agent = async () => (await types()).list.find(({ key }) => key === 'agent');
    const badge = async () => (await user.call('POST /v1/store/info')).data.levelAuthorised;
    expect(await agent()).toMatchObject({
      authorisation: 'missing',
      requirements: [
        expect.stringContaining('TikTok'),
        expect.anything(),
        expect.anything(),
        expect.anything(),
      ],
    });
    await withdrawOnce();
    await server.fund(user.shopId, 500n * UNITS);
    const { config } = server.deps;
    config.brands = ['TikTok'];
    expect(await agent()).toMatchObject({ authorisation: 'granted' });
    expect((await user.call<{ brands: string[] }>('GET /v1/operator')).data.brands).toEqual(['TikTok']);
    expect((await upgrade('agent')).code).toBe(codes.ok);
    expect(await badge()).toBe(true);
    config.brands = [];
    expect([await badge(), (await agent())?.authorisation]).toEqual([false, 'missing']);
    expect((await types()).currentId).toBe('agent');
  });

  it('say by code what each requires, what the shop has of it, and whether that is enough', async () => {
    const statesOf = async (key: string) =>
      (await types()).list.find((level) => level.key === key)?.requirementStates;
    expect(await statesOf('shop')).toEqual([]);
    const [identity, deposit] = (await statesOf('merchant')) ?? [];
    expect(deposit).toEqual({ code: 'deposit', needed: '200.00', reached: '0.00', isMet: false });
    expect(identity).toEqual({ code: 'identity', needed: null, reached: null, isMet: true });
    const withdrawal = async () =>
      (await statesOf('partner'))?.find(({ code }) => code === 'first_withdrawal');
    expect(await withdrawal()).toMatchObject({ isMet: false });
    await withdrawOnce();
    expect(await withdrawal()).toMatchObject({ isMet: true });
    await server.fund(user.shopId, 220n * UNITS);
    expect((await upgrade('merchant')).code).toBe(codes.ok);
    expect((await statesOf('merchant'))?.at(-1)).toMatchObject({ reached: '200.00', isMet: true });
    expect((await statesOf('agent'))?.[0]).toMatchObject({ code: 'brand', isMet: false });
  });

  it('decide how many goods are listed', async () => {
    const cap = server.deps.config.limits.goodsByLevel;
    for (let n = 0; n < cap.shop; n++) await addListed(server, user);
    await expect(addListed(server, user)).rejects.toMatchObject({ code: codes.showcaseGoodsMaximum });
    await upgrade('merchant');
    await addListed(server, user);
    expect((await user.call('POST /v1/store/info')).data).toMatchObject({
      goodsUsed: 21,
      goodsCap: 50,
    });
  });

  describe('a lower level', () => {
    beforeEach(async () => {
      expect((await upgrade('merchant')).code).toBe(codes.ok);
    });

    it('costs nothing, and its deposit comes back on the announced date', async () => {
      const order = await drive(
        server,
        await place(server, user, (await addListed(server, user)).id),
        'to_be_accepted',
      );
      const quoted = (await quote('shop')).data;
      expect(quoted).toMatchObject({ total: '0.00', fee: '0.00', deposit: '0.00' });
      expect(quoted.depositRefundRule).toContain('200.00');
      const returnsAt = after(order.deliveredAt ?? server.clock.now(), 14 * day);
      expect(quoted.depositRefundRule).toContain(shownDate(returnsAt));
      const { data } = await upgrade('shop', { quoteId: quoted.quoteId });
      expect(data).toMatchObject({ shop: { level: 'shop' }, wallet: { depositMargin: '200.00' } });
      expect(data.depositRefundRule).toBe(quoted.depositRefundRule);
      for (let hours = 6; hours < 14 * 24; hours += 6) await user.wait(6 * hour);
      await user.wait(6 * hour - 1);
      expect((await money()).deposit).toBe(200n * UNITS);
      await user.wait(1);
      expect(server.clock.now()).toEqual(returnsAt);
      expect((await money()).deposit).toBe(0n);
    });

    it('says only what comes back; a higher one with a surplus also that its fee does not', async () => {
      await withdrawOnce();
      await server.fund(user.shopId, 1200n * UNITS);
      expect((await upgrade('partner')).code).toBe(codes.ok);
      const lower = (await quote('merchant')).data;
      expect(lower).toMatchObject({ fee: '0.00', depositRefundRule: expect.stringContaining('800.00') });
      expect(lower.depositRefundRule).not.toContain('non-refundable');
      await upgrade('shop');
      const higher = (await quote('merchant')).data;
      expect(higher).toMatchObject({ fee: '20.00', deposit: '0.00' });
      expect(higher.depositRefundRule).toMatch(/800\.00.*stays yours.*non-refundable/);
    });

    it('keeps its deposit where the merchant moves up again before it is back', async () => {
      await addListed(server, user);
      await drive(server, await place(server, user, (await addListed(server, user)).id), 'to_be_accepted');
      await upgrade('shop');
      const { balance } = await money();
      expect((await quote('merchant')).data).toMatchObject({ deposit: '0.00', total: '20.00' });
      await upgrade('merchant');
      expect(await money()).toEqual({ balance: balance - 20n * UNITS, deposit: 200n * UNITS });
      await user.wait(60 * day);
      expect((await money()).deposit).toBe(200n * UNITS);
    });
  });
});
