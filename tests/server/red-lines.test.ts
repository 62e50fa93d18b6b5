import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { formatMoney, UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { unreconciledPayments } from '../../src/server/audit/unreconciled.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { holds, notices, orders, shopEvents, statements, transactions } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { holdConditions } from '../../src/server/shops/restrictions/holds.ts';
import { addListed, drive, type GoodsRow, place } from '../harness/market.ts';
import { password, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

// Each test plays an operator who wants a merchant's money and has all the keys. What it does is what is supported.

const why = { facts: 'Two buyers reported the same parcel.', rule: 'Terms 9.1' };

interface Decided {
  id: string;
  statementId: string;
  state: string;
  amount: string;
}

interface Detail {
  field?: string;
  reason?: string;
  message?: string;
  params?: object;
}

describe('an operator who wants a merchant’s money', () => {
  let server: TestServer;
  let user: TestUser;
  let goods: GoodsRow;
  const ops = <T = Decided>(name: string, flags: object) =>
    decide(server.deps, name, flags, 'evil') as Promise<T>;
  const refused = (name: string, flags: object) =>
    ops(name, flags).then(
      () => ({ code: codes.ok, detail: {} as Detail }),
      (error) => error as { code: number; detail: Detail },
    );
  const call = async <T>(name: string, input: object = {}) => {
    const { data } = await server.call<{ token: string }>('POST /login', {
      username: user.username,
      password,
    });
    return server.call<T>(name, input, { token: data.token, key: randomUUID() });
  };
  const held = (account: string) => balanceOf(server.deps.db, `M.${account}:${user.shopId}`);
  const wait = async (ms: number) => {
    server.clock.advance(ms);
    await runDue(server.deps);
  };
  const statementsOf = () =>
    server.deps.db.select().from(statements).where(eq(statements.shopId, user.shopId));
  const noticesOf = (kind: string) =>
    server.deps.db
      .select()
      .from(notices)
      .where(and(eq(notices.shopId, user.shopId), eq(notices.kind, kind)));

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

  describe('keeps money by renewing, and', () => {
    const tries = async (name: string, flags: (from: Decided) => object, from: Decided) => {
      let done = 0;
      for (let day_ = 0; day_ < 60; day_++) {
        await wait(day);
        if ((await refused(name, flags(from))).code === codes.ok) done++;
      }
      return done;
    };

    it('renews a hold twice and no more', async () => {
      const hold = await ops('hold', { shop: user.shopId, amount: '300.00', code: 'risk', ...why });
      expect((await refused('hold-renew', { hold: hold.id, ...why })).detail.reason).toBe('too_early');
      expect(await tries('hold-renew', ({ id }) => ({ hold: id, ...why }), hold)).toBe(2);
      expect(await held('available')).toBe(1_000n * UNITS);
    });

    it('renews a restriction twice and no more', async () => {
      const placed = await ops('restrict', { shop: user.shopId, kind: 'withdrawal_prohibited', ...why });
      expect((await refused('restriction-renew', { restriction: placed.id, ...why })).detail.reason).toBe(
        'too_early',
      );
      expect(await tries('restriction-renew', ({ id }) => ({ restriction: id, ...why }), placed)).toBe(2);
      expect((await call('GET /v1/me')).data).toMatchObject({ restrictions: [] });
    });

    it('finds no other name under which it goes on: 42 of 90 days, and not one more', async () => {
      const kinds = [
        'withdrawal_prohibited',
        'wallet_frozen',
        'page_closed',
        'account_disabled',
        'sign_in_refused',
      ];
      let restricted = 0;
      let heldDays = 0;
      for (let at = 0; at < 85; at++) {
        const kind = kinds[at % kinds.length];
        const code = at % 2 ? 'risk' : 'dispute';
        const shop = user.shopId;
        if ((await refused('restrict', { shop, kind, days: '1', ...why })).code === codes.ok) restricted++;
        const hold = { shop, amount: '1.00', code, days: '1', ...why };
        if ((await refused('hold', hold)).code === codes.ok) heldDays++;
        // Both end on their date, also before the round that writes it down.
        server.clock.advance(day);
      }
      await runDue(server.deps);
      expect([restricted, heldDays]).toEqual([42, 42]);
      expect(await held('available')).toBe(1_000n * UNITS);
    });

    it('lets no hold end by what the merchant would pay, and none without a date', async () => {
      const hold = { shop: user.shopId, amount: '300.00', code: 'risk', ...why };
      for (const condition of ['After you recharge 500 USDT', 'When you have upgraded', 'Later'])
        expect((await refused('hold', { ...hold, condition })).detail.field).toBe('condition');
      for (const condition of holdConditions) await ops('hold', { ...hold, amount: '1.00', condition });
      const found = await server.deps.db.select().from(holds).where(eq(holds.shopId, user.shopId));
      expect(found.map((row) => row.releaseAt)).toEqual(found.map((row) => row.reviewBy));
    });

    it('goes on longer only by the order of an authority, which the merchant reads', async () => {
      const legal = { shop: user.shopId, amount: '300.00', code: 'legal', ...why };
      expect((await refused('hold', legal)).detail.field).toBe('legal-reference');
      const hold = await ops('hold', {
        ...legal,
        'legal-reference': 'District court, 4 K 12/26, 2026-03-01',
      });
      const again = { hold: hold.id, ...why, 'legal-reference': 'District court, 4 K 13/26, 2026-03-15' };
      for (let period = 0; period < 4; period++) {
        await wait(12 * day);
        await ops('hold-renew', again);
      }
      expect((await statementsOf()).every(({ facts }) => facts.includes('District court'))).toBe(true);
    });
  });

  it('removes the payment password again and again, and has to wait; the merchant gets each removal in writing', async () => {
    const clear = () => refused('pay-password-clear', { user: user.username, reason: 'The phone was lost.' });
    expect((await clear()).code).toBe(codes.ok);
    expect(await noticesOf('pay_password_cleared')).toHaveLength(1);
    expect(await statementsOf()).toMatchObject([
      { kind: 'pay_password_cleared', facts: 'The phone was lost.', actor: 'operator:evil' },
    ]);
    // Not in the wait, nor on its last moment: then the wait would never end.
    for (const passed of [23 * hour, hour, 29 * day - 1]) {
      await wait(passed);
      expect((await clear()).detail.reason).toBe('cleared_already');
    }
    await wait(1);
    expect((await clear()).code).toBe(codes.ok);
  });

  describe('invents sales, and', () => {
    it('cannot be paid more than the buyer, by a price that its merchant has raised since', async () => {
      const paid = formatMoney(goods.suggestedPrice);
      const sale = { goods: goods.code, shop: user.shopId, payment: `ch_${user.shopId}_raised` };
      expect((await refused('place-order', sale)).detail.field).toBe('amount');
      const [item] = (await call<Output<'POST /v1/showcase/list'>>('POST /v1/showcase/list', {})).data.list;
      await call('POST /v1/showcase/edit', { id: item?.id, sellingPrice: '9000.00' });
      const { detail } = await refused('place-order', { ...sale, amount: paid });
      expect([detail.reason, detail.field, detail.params]).toEqual([
        'amount_differs',
        'amount',
        { costs: '9000.00' },
      ]);
      await call('POST /v1/showcase/edit', { id: item?.id, sellingPrice: paid });
      expect((await ops('place-order', { ...sale, amount: paid })).amount).toBe(paid);
    });

    it('has to name the payment of each order, once each; it is stored whole and shown masked', async () => {
      const sale = { goods: goods.code, shop: user.shopId, amount: formatMoney(goods.suggestedPrice) };
      expect((await refused('place-order', sale)).detail.field).toBe('payment');
      expect((await refused('place-order', { ...sale, payment: '•••• 0000' })).detail.field).toBe('payment');
      expect((await refused('place-order', { ...sale, payment: '0000-0000' })).detail.field).toBe('payment');
      const payment = `ch_${user.shopId}_8812`;
      const { id } = await ops('place-order', { ...sale, payment });
      const capital = payment.toUpperCase();
      const spellings = [
        payment,
        capital,
        `${payment}-`,
        capital.replaceAll('_', '-'),
        payment.replaceAll('_', ''),
      ];
      for (const spelling of spellings)
        expect((await refused('place-order', { ...sale, payment: spelling })).detail.reason).toBe(
          'payment_used',
        );
      const [row] = await server.deps.db.select().from(orders).where(eq(orders.id, id));
      expect(row?.paymentReference).toBe(payment);
      type Orders = Output<'POST /v1/order/list'>;
      const { data } = await call<Orders>('POST /v1/order/list', { id });
      expect(data.list[0]?.provenance?.paymentRefMasked).toBe('•••• 8812');
      const unreconciled = [];
      for await (const page of unreconciledPayments(server.deps.db)) unreconciled.push(...page);
      expect(unreconciled).toContainEqual({ reference: payment, order: row?.no });
    });

    it('enters no visits, no clicks and no stars', async () => {
      const order = await drive(server, await place(server, user, goods.id), 'to_be_accepted');
      const shop = user.shopId;
      for (const [name, flags] of [
        ['visit', { shop, count: '1000' }],
        ['click', { shop, goods: goods.code, count: '1000' }],
        ['accept', { order: order.no, stars: '5' }],
      ] as const)
        expect((await refused(name, flags)).detail.reason, name).toBe('demo_only');
      await ops('accept', { order: order.no });
      expect((await refused('comment', { order: order.no, stars: '5' })).detail.reason).toBe('demo_only');
      expect(await server.deps.db.select().from(shopEvents).where(eq(shopEvents.shopId, shop))).toEqual([]);
    });
  });

  describe('lets the merchant pay for a refund, and', () => {
    const shipped = async (wallet?: string) =>
      drive(server, await place(server, user, goods.id, wallet === undefined ? {} : { wallet }), 'shipped');
    const inReview = async (flags: object = {}) => {
      const order = await shipped();
      await ops('case-open', { order: order.no, reason: 'It is not as it was sold.', ...flags });
      await wait(48 * hour);
      return order;
    };
    const approve = (order: { no: string }) =>
      ops('case-decide', { order: order.no, result: 'approve', reason: 'The picture shows it.' });
    const caseIs = async ({ id }: { id: string }) => {
      type Info = Output<'POST /v1/order/after-sale/info'>;
      return (await call<Info>('POST /v1/order/after-sale/info', { orderId: id })).data.case;
    };

    it('has no decision that does it at once, nor one that gives a part away', async () => {
      for (const wallet of [undefined, 'held_until_delivery']) {
        const order = await shipped(wallet);
        const before = await held('available');
        const atFault = { order: order.no, fault: 'merchant', reason: 'Promised another.' };
        expect((await refused('refund', atFault)).detail.field).toBe('fault');
        expect(
          (await refused('partial-refund', { order: order.no, amount: '6.00', reason: 'x' })).code,
        ).not.toBe(codes.ok);
        expect(await held('available')).toBe(before);
      }
    });

    const refund = { fault: 'supplier', reason: 'Recalled.' };

    it('takes no proceeds that are settled at once: a case does, a week after its statement', async () => {
      const settled = await drive(server, await place(server, user, goods.id), 'waiting_for_withdrawal');
      expect((await refused('refund', { order: settled.no, ...refund })).detail.reason).toBe('settled');
      await ops('case-open', { order: settled.no, reason: 'It is not as it was sold.' });
      await wait(48 * hour);
      const proceeds = await held('shop');
      await approve(settled);
      expect(await caseIs(settled)).toMatchObject({ state: 'approved', fault: 'supplier' });
      await wait(7 * day - 1);
      expect(await held('shop')).toBe(proceeds);
      await wait(1);
      expect(await caseIs(settled)).toMatchObject({ state: 'closed', outcome: 'refunded' });
      expect(await held('shop')).toBeLessThan(proceeds);
    });

    it('passes by no appeal with a full refund', async () => {
      const order = await inReview({ amount: '3.00' });
      await approve(order);
      const [statement] = await statementsOf();
      await call('POST /v1/shop/appeal', { ref: statement?.id, text: 'It is as it was sold.' });
      expect((await refused('refund', { order: order.no, ...refund })).detail.reason).toBe('appeal_open');
      expect(await caseIs(order)).toMatchObject({ state: 'platform_review' });
    });

    it('finds it in a case, with a statement, set aside and posted a week later, not by closing the case', async () => {
      const order = await inReview();
      await ops('case-finding', {
        order: order.no,
        fault: 'merchant',
        reason: 'The listing promised two shades.',
      });
      await approve(order);
      expect([await held('available'), await held('frozen')]).toEqual([988n * UNITS, 12n * UNITS]);
      const [statement] = await statementsOf();
      expect(statement).toMatchObject({ kind: 'after_sale', facts: 'The picture shows it.' });
      const { data: wallet } = await call<Output<'POST /v1/user/wallet'>>('POST /v1/user/wallet');
      expect(wallet.holds).toMatchObject([
        { reasonCode: 'refund', amount: '12.00', ref: order.no, appealUrl: statement?.appeal },
      ]);
      expect(wallet.holds[0]?.text).toMatch(/^On hold: /);
      const [{ id } = { id: '' }] = wallet.holds;
      for (const name of ['hold-release', 'hold-renew'])
        expect((await refused(name, { hold: id, ...(name === 'hold-renew' && why) })).code).toBe(
          codes.recordNotFound,
        );
      expect((await refused('case-close', { order: order.no })).detail.reason).toBe('merchant_may_appeal');
      expect(await noticesOf('case_announced')).toHaveLength(1);
      await wait(7 * day - 1);
      expect(await caseIs(order)).toMatchObject({ state: 'approved', outcome: null });
      await wait(1);
      expect(await caseIs(order)).toMatchObject({ state: 'closed', outcome: 'refunded' });
      expect([await held('available'), await held('frozen')]).toEqual([988n * UNITS, 0n]);
    });

    it('is stopped by the merchant’s appeal, which is answered or ends it', async () => {
      for (const answer of ['upheld', 'reversed', 'none'] as const) {
        const order = await inReview({ code: 'broken_promise' });
        const before = await held('available');
        await approve(order);
        const { appeal: ref } = await caseIs(order);
        const input = { ref: ref?.split('=')[1], text: 'It was in the parcel, see the picture.' };
        const { data } = await call<{ appeal: { no: string } }>('POST /v1/shop/appeal', input);
        expect(
          (await refused('case-decide', { order: order.no, result: 'approve', reason: 'So.' })).detail.reason,
        ).toBe('appeal_open');
        if (answer !== 'none')
          await ops('appeal-decide', { appeal: data.appeal.no, outcome: answer, reason: 'Read.' });
        expect((await caseIs(order)).outcome).toBe(answer === 'reversed' ? 'rejected' : null);
        await wait(7 * day - 1);
        expect((await caseIs(order)).outcome).toBe(answer === 'reversed' ? 'rejected' : null);
        await wait(8 * day);
        const ends = { upheld: 'refunded', reversed: 'rejected', none: 'lapsed' };
        expect((await caseIs(order)).outcome).toBe(ends[answer]);
        expect(await held('frozen')).toBe(0n);
        expect(await held('available')).toBe(before - (answer === 'upheld' ? 12n * UNITS : 0n));
      }
    });

    it('gives a part away only in a case and a week later, unless the merchant agreed to it', async () => {
      const order = await inReview({ amount: '3.00' });
      await approve(order);
      const refundedOf = async () =>
        (await server.deps.db.select().from(orders).where(eq(orders.id, order.id)))[0]?.refunded;
      expect(await refundedOf()).toBe(0n);
      await wait(7 * day);
      expect(await refundedOf()).toBe(3n * UNITS);
      const other = await shipped();
      await ops('case-open', { order: other.no, reason: 'A scratch.', amount: '3.00' });
      const { caseId } = await caseIs(other);
      expect((await call('POST /v1/order/after-sale', { caseId, answer: 'approve' })).code).toBe(codes.ok);
      expect((await caseIs(other)).outcome).toBe('partly_refunded');
    });
  });

  describe('takes a recharge back, and', () => {
    const booked = async () => {
      const proof = `BANK-${randomUUID()}`;
      const { id: ref } = await ops('recharge-book', { shop: user.shopId, amount: '300.00', proof });
      const [row] = await server.deps.db.select().from(transactions).where(eq(transactions.ref, ref));
      return String(row?.seq);
    };
    const reverse = (transaction: string, reason = 'Tax withheld.') =>
      refused('reverse', { shop: user.shopId, transaction, amount: '200.00', reason });
    const appealWith = async (answer: 'reversed' | 'none') => {
      const newest = (await statementsOf()).sort((a, b) => b.at.getTime() - a.at.getTime())[0];
      const input = { ref: newest?.id, text: 'The bank confirms all of it.' };
      const { data } = await call<{ appeal: { no: string } }>('POST /v1/shop/appeal', input);
      if (answer === 'reversed')
        await ops('appeal-decide', { appeal: data.appeal.no, outcome: 'reversed', reason: 'Read.' });
      await wait(hour);
    };

    it('sees it held for two weeks, with a statement and an appeal, and then posted', async () => {
      const transaction = await booked();
      expect((await reverse(transaction)).code).toBe(codes.ok);
      expect([await held('available'), await held('frozen')]).toEqual([1_200n * UNITS, 100n * UNITS]);
      expect(await statementsOf()).toMatchObject([{ kind: 'correction', facts: 'Tax withheld.' }]);
      expect(await noticesOf('correction_announced')).toHaveLength(1);
      expect((await reverse(transaction)).detail.reason).toBe('announced_already');
      await wait(14 * day - 1);
      expect(await noticesOf('posting_corrected')).toHaveLength(0);
      await wait(1);
      expect([await held('available'), await held('frozen')]).toEqual([1_200n * UNITS, 0n]);
      expect(await noticesOf('posting_corrected')).toHaveLength(1);
    });

    it('takes nothing where an appeal succeeds or is not answered, and nothing sooner where it fails', async () => {
      for (const answer of ['upheld', 'reversed', 'none'] as const) {
        const before = await held('available');
        expect((await reverse(await booked())).code).toBe(codes.ok);
        const newest = (await statementsOf()).sort((a, b) => b.at.getTime() - a.at.getTime())[0];
        const input = { ref: newest?.id, text: 'The bank confirms all of it.' };
        const { data } = await call<{ appeal: { no: string } }>('POST /v1/shop/appeal', input);
        if (answer !== 'none')
          await ops('appeal-decide', { appeal: data.appeal.no, outcome: answer, reason: 'Read.' });
        expect(await held('frozen')).toBe(answer === 'reversed' ? 0n : 100n * UNITS);
        await wait(14 * day - 1);
        expect(await held('frozen')).toBe(answer === 'reversed' ? 0n : 100n * UNITS);
        await wait(1);
        expect(await held('frozen')).toBe(0n);
        expect((await held('available')) - before).toBe((answer === 'upheld' ? 200n : 300n) * UNITS);
      }
    });

    it('announces it once more after an appeal that was right, with other grounds, and then no more', async () => {
      const transaction = await booked();
      await reverse(transaction);
      await appealWith('reversed');
      for (const same of ['Tax withheld.', 'TAX – withheld'])
        expect((await reverse(transaction, same)).detail.reason).toBe('same_grounds');
      expect((await reverse(transaction, 'The bank corrected its statement.')).code).toBe(codes.ok);
      await appealWith('reversed');
      expect((await reverse(transaction, 'And once more.')).detail.reason).toBe('announced_twice');
      expect([await held('available'), await held('frozen')]).toEqual([1_300n * UNITS, 0n]);
    });

    it('never announces it again after an appeal that was not answered', async () => {
      const transaction = await booked();
      await reverse(transaction);
      await appealWith('none');
      await wait(14 * day);
      expect(await held('frozen')).toBe(0n);
      expect((await reverse(transaction, 'The bank corrected its statement.')).detail.reason).toBe(
        'appeal_unanswered',
      );
      // In the merchant's favour it is still corrected.
      const more = { shop: user.shopId, transaction, amount: '301.00', reason: 'A cent was lost.' };
      expect((await refused('reverse', more)).code).toBe(codes.ok);
    });

    it('finds nothing older than 30 days to take', async () => {
      const transaction = await booked();
      await wait(30 * day + 1);
      expect((await reverse(transaction)).detail.reason).toBe('too_old');
      expect(await held('available')).toBe(1_300n * UNITS);
      // In the merchant's favour time does not count.
      expect(
        (
          await refused('reverse', {
            shop: user.shopId,
            transaction,
            amount: '301.00',
            reason: 'A cent was lost.',
          })
        ).code,
      ).toBe(codes.ok);
    });
  });
});
