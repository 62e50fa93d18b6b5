import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { formatMoney, UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { unreconciledPayments } from '../../src/server/audit/unreconciled.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { holds, orders, transactions } from '../../src/server/schema.ts';
import { holdConditions } from '../../src/server/shops/restrictions/holds.ts';
import { usableAccount } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import { verify } from '../harness/identity.ts';
import { addListed, drive, type GoodsRow, place } from '../harness/market.ts';
import { hashOf, openTronChannel, operator, report } from '../harness/recharging.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { takeBack, withdraw } from '../harness/withdrawing.ts';

// Each test plays an operator who wants a merchant's money and has all the keys. What it does is what is supported.

const why = { facts: 'Two buyers reported the same parcel.', rule: 'Terms 9.1' };

type Decided = Record<'id' | 'amount', string>;

describe.each(kinds)('an operator who wants a merchant’s money, on %s,', (kind) => {
  const server = useServer(kind, { config: { operator } });
  let user: TestUser;
  let goods: GoodsRow;
  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 1_000n * UNITS);
    goods = await addListed(server, user);
  });

  describe('keeps money by renewing, and', () => {
    const tries = async (name: string, flags: (from: Decided) => object, from: Decided) => {
      let done = 0;
      for (let day_ = 0; day_ < 60; day_++) {
        await user.wait(day);
        if ((await server.refused(name, flags(from))).code === codes.ok) done++;
      }
      return done;
    };

    it('renews a hold twice and no more', async () => {
      const hold = await server.decide<Decided>('hold', {
        shop: user.shopId,
        amount: '300.00',
        code: 'risk',
        ...why,
      });
      expect((await server.refused('hold-renew', { hold: hold.id, ...why })).detail.reason).toBe('too_early');
      expect(await tries('hold-renew', ({ id }) => ({ hold: id, ...why }), hold)).toBe(2);
      expect(await user.held('available')).toBe(1_000n * UNITS);
    });

    it('renews a restriction twice and no more', async () => {
      const placed = await server.decide<Decided>('restrict', {
        shop: user.shopId,
        kind: 'withdrawal_prohibited',
        ...why,
      });
      expect(
        (await server.refused('restriction-renew', { restriction: placed.id, ...why })).detail.reason,
      ).toBe('too_early');
      expect(await tries('restriction-renew', ({ id }) => ({ restriction: id, ...why }), placed)).toBe(2);
      expect((await user.call('GET /v1/me')).data).toMatchObject({ restrictions: [] });
    });

    it('lets no hold end by what the merchant would pay, and none without a date', async () => {
      const hold = { shop: user.shopId, amount: '300.00', code: 'risk', ...why };
      for (const condition of ['After you recharge 500 USDT', 'When you have upgraded', 'Later'])
        expect((await server.refused('hold', { ...hold, condition })).detail.field).toBe('condition');
      for (const condition of holdConditions)
        await server.decide('hold', { ...hold, amount: '1.00', condition });
      const found = await server.deps.db.select().from(holds).where(eq(holds.shopId, user.shopId));
      expect(found.map((row) => row.releaseAt)).toEqual(found.map((row) => row.reviewBy));
    });

    it('goes on longer only by the order of an authority, which the merchant reads', async () => {
      const legal = { shop: user.shopId, amount: '300.00', code: 'legal', ...why };
      expect((await server.refused('hold', legal)).detail.field).toBe('legalReference');
      const hold = await server.decide<Decided>('hold', {
        ...legal,
        legalReference: 'District court, 4 K 12/26, 2026-03-01',
      });
      const again = { hold: hold.id, ...why, legalReference: 'District court, 4 K 13/26, 2026-03-15' };
      for (let period = 0; period < 4; period++) {
        await user.wait(12 * day);
        await server.decide('hold-renew', again);
      }
      expect((await user.statements()).every(({ facts }) => facts.includes('District court'))).toBe(true);
    });
  });

  it('removes the payment password again and again, and has to wait; the merchant gets each removal in writing', async () => {
    const clear = () =>
      server.refused('pay-password-clear', { user: user.username, reason: 'The phone was lost.' });
    expect((await clear()).code).toBe(codes.ok);
    expect(await user.notices('pay_password_cleared')).toHaveLength(1);
    expect(await user.statements()).toMatchObject([
      { kind: 'pay_password_cleared', facts: 'The phone was lost.', actor: 'operator:rosa' },
    ]);
    // Not in the wait, nor on its last moment: then the wait would never end.
    for (const passed of [23 * hour, hour, 29 * day - 1]) {
      await user.wait(passed);
      expect((await clear()).detail.reason).toBe('cleared_already');
    }
    await user.wait(1);
    expect((await clear()).code).toBe(codes.ok);
  });

  describe('invents sales, and', () => {
    it('cannot be paid more than the buyer, by a price that its merchant has raised since', async () => {
      const paid = formatMoney(goods.suggestedPrice);
      const sale = { goods: goods.code, shop: user.shopId, payment: `ch_${user.shopId}_raised` };
      expect((await server.refused('place-order', sale)).detail.field).toBe('amount');
      const [item] = (await user.call('POST /v1/showcase/list', {})).data.list;
      await user.call('POST /v1/showcase/edit', { id: item?.id, sellingPrice: '9000.00' });
      const { detail } = await server.refused('place-order', { ...sale, amount: paid });
      expect([detail.reason, detail.field, detail.params]).toEqual([
        'amount_differs',
        'amount',
        { costs: '9000.00' },
      ]);
      await user.call('POST /v1/showcase/edit', { id: item?.id, sellingPrice: paid });
      expect((await server.decide<Decided>('place-order', { ...sale, amount: paid })).amount).toBe(paid);
    });

    it('has to name the payment of each order, once each; it is stored whole and shown masked', async () => {
      const sale = { goods: goods.code, shop: user.shopId, amount: formatMoney(goods.suggestedPrice) };
      expect((await server.refused('place-order', sale)).detail.field).toBe('payment');
      expect((await server.refused('place-order', { ...sale, payment: '•••• 0000' })).detail.field).toBe(
        'payment',
      );
      expect((await server.refused('place-order', { ...sale, payment: '0000-0000' })).detail.field).toBe(
        'payment',
      );
      const payment = `ch_${user.shopId}_8812`;
      const { id } = await server.decide<Decided>('place-order', { ...sale, payment });
      const capital = payment.toUpperCase();
      const spellings = [
        payment,
        capital,
        `${payment}-`,
        capital.replaceAll('_', '-'),
        payment.replaceAll('_', ''),
      ];
      for (const spelling of spellings)
        expect((await server.refused('place-order', { ...sale, payment: spelling })).detail.reason).toBe(
          'payment_used',
        );
      const [row] = await server.deps.db.select().from(orders).where(eq(orders.id, id));
      expect(row?.paymentReference).toBe(payment);
      const { data } = await user.call('POST /v1/order/list', { id });
      expect(data.list[0]?.provenance?.paymentRefMasked).toBe('•••• 8812');
      const unreconciled = [];
      for await (const page of unreconciledPayments(server.deps.db)) unreconciled.push(...page);
      expect(unreconciled).toContainEqual({ reference: payment, order: row?.no });
    });

    it('counts no report twice, and no stars but those of an accepted order, once', async () => {
      const order = await drive(server, await place(server, user, goods.id), 'to_be_accepted');
      const day = server.clock.now().toISOString().slice(0, 10);
      const seen = { shop: user.shopId, day, visitors: 3, clicks: [{ goods: goods.code, count: 2 }] };
      expect((await server.refused('traffic-report', seen)).detail.field).toBe('reference');
      for (const _ of [1, 2]) await server.decide('traffic-report', { ...seen, reference: 'FRONT-1' });
      const more = { ...seen, visitors: 900, reference: 'FRONT-1' };
      expect((await server.refused('traffic-report', more)).detail.reason).toBe('reference_used');
      const stars = { order: order.no, stars: 5, reference: 'REVIEW-1' };
      expect((await server.refused('comment', stars)).detail.reason).toBe('status');
      await server.decide('accept', { order: order.no });
      await server.decide('comment', stars);
      const again = { ...stars, stars: 1, reference: 'REVIEW-2' };
      expect((await server.refused('comment', again)).detail.reason).toBe('already_rated');
      const { data } = await user.call('POST /v1/store/info', {});
      expect([data.visitors, data.star, data.starCount]).toEqual([3, 5, 1]);
    });
  });

  describe('lets the merchant pay for a refund, and', () => {
    const shipped = async (wallet?: string) =>
      drive(server, await place(server, user, goods.id, wallet === undefined ? {} : { wallet }), 'shipped');
    const inReview = async (flags: object = {}) => {
      const order = await shipped();
      await server.decide('case-open', {
        order: order.no,
        reason: 'It is not as it was sold.',
        ...flags,
      });
      await user.wait(48 * hour);
      return order;
    };
    const approve = (order: { no: string }) =>
      server.decide('case-decide', {
        order: order.no,
        result: 'approve',
        reason: 'The picture shows it.',
      });
    const caseIs = async ({ id }: { id: string }) => {
      return (await user.call('POST /v1/order/after-sale/info', { orderId: id })).data.case;
    };

    it('has no decision that does it at once, nor one that gives a part away', async () => {
      for (const wallet of [undefined, 'held_until_delivery']) {
        const order = await shipped(wallet);
        const before = await user.held('available');
        const atFault = { order: order.no, fault: 'merchant', reason: 'Promised another.' };
        expect((await server.refused('refund', atFault)).detail.field).toBe('fault');
        expect(
          (await server.refused('partial-refund', { order: order.no, amount: '6.00', reason: 'x' })).code,
        ).not.toBe(codes.ok);
        expect(await user.held('available')).toBe(before);
      }
    });

    const refund = { fault: 'supplier', reason: 'Recalled.' };

    it('takes no proceeds that are settled at once: a case does, a week after its statement', async () => {
      const settled = await drive(server, await place(server, user, goods.id), 'waiting_for_withdrawal');
      expect((await server.refused('refund', { order: settled.no, ...refund })).detail.reason).toBe(
        'settled',
      );
      await server.decide('case-open', { order: settled.no, reason: 'It is not as it was sold.' });
      await user.wait(48 * hour);
      const proceeds = await user.held('shop');
      await approve(settled);
      expect(await caseIs(settled)).toMatchObject({ state: 'approved', fault: 'supplier' });
      await user.wait(7 * day - 1);
      expect(await user.held('shop')).toBe(proceeds);
      await user.wait(1);
      expect(await caseIs(settled)).toMatchObject({ state: 'closed', outcome: 'refunded' });
      expect(await user.held('shop')).toBeLessThan(proceeds);
    });

    it('passes by no appeal with a full refund', async () => {
      const order = await inReview({ amount: '3.00' });
      await approve(order);
      const [statement] = await user.statements();
      await user.call('POST /v1/shop/appeal', { ref: statement?.id, text: 'It is as it was sold.' });
      expect((await server.refused('refund', { order: order.no, ...refund })).detail.reason).toBe(
        'appeal_open',
      );
      expect(await caseIs(order)).toMatchObject({ state: 'platform_review' });
    });

    it('finds it in a case, with a statement, set aside and posted a week later, not by closing the case', async () => {
      const order = await inReview();
      await server.decide('case-finding', {
        order: order.no,
        fault: 'merchant',
        reason: 'The listing promised two shades.',
      });
      await approve(order);
      expect([await user.held('available'), await user.held('frozen')]).toEqual([988n * UNITS, 12n * UNITS]);
      const [statement] = await user.statements();
      expect(statement).toMatchObject({ kind: 'after_sale', facts: 'The picture shows it.' });
      const { data: wallet } = await user.call('POST /v1/user/wallet');
      expect(wallet.holds).toMatchObject([
        { reasonCode: 'refund', amount: '12.00', ref: order.no, appealUrl: statement?.appeal },
      ]);
      expect(wallet.holds[0]?.text).toMatch(/^On hold: /);
      const [{ id } = { id: '' }] = wallet.holds;
      for (const name of ['hold-release', 'hold-renew'])
        expect((await server.refused(name, { hold: id, ...(name === 'hold-renew' && why) })).code).toBe(
          codes.recordNotFound,
        );
      expect((await server.refused('case-close', { order: order.no })).detail.reason).toBe(
        'merchant_may_appeal',
      );
      expect(await user.notices('case_announced')).toHaveLength(1);
      await user.wait(7 * day - 1);
      expect(await caseIs(order)).toMatchObject({ state: 'approved', outcome: null });
      await user.wait(1);
      expect(await caseIs(order)).toMatchObject({ state: 'closed', outcome: 'refunded' });
      expect([await user.held('available'), await user.held('frozen')]).toEqual([988n * UNITS, 0n]);
    });

    it('is stopped by the merchant’s appeal, which is answered or ends it', async () => {
      for (const answer of ['upheld', 'reversed', 'none'] as const) {
        const order = await inReview({ code: 'broken_promise' });
        const before = await user.held('available');
        await approve(order);
        const { appeal: ref } = await caseIs(order);
        const input = { ref: ref?.split('=')[1], text: 'It was in the parcel, see the picture.' };
        const { data } = await user.call<{ appeal: { no: string } }>('POST /v1/shop/appeal', input);
        expect(
          (await server.refused('case-decide', { order: order.no, result: 'approve', reason: 'So.' })).detail
            .reason,
        ).toBe('appeal_open');
        if (answer !== 'none')
          await server.decide('appeal-decide', {
            appeal: data.appeal.no,
            outcome: answer,
            reason: 'Read.',
          });
        expect((await caseIs(order)).outcome).toBe(answer === 'reversed' ? 'rejected' : null);
        await user.wait(7 * day - 1);
        expect((await caseIs(order)).outcome).toBe(answer === 'reversed' ? 'rejected' : null);
        await user.wait(8 * day);
        const ends = { upheld: 'refunded', reversed: 'rejected', none: 'lapsed' };
        expect((await caseIs(order)).outcome).toBe(ends[answer]);
        expect(await user.held('frozen')).toBe(0n);
        expect(await user.held('available')).toBe(before - (answer === 'upheld' ? 12n * UNITS : 0n));
      }
    });

    it('gives a part away only in a case and a week later, unless the merchant agreed to it', async () => {
      const order = await inReview({ amount: '3.00' });
      await approve(order);
      const refundedOf = async () =>
        (await server.deps.db.select().from(orders).where(eq(orders.id, order.id)))[0]?.refunded;
      expect(await refundedOf()).toBe(0n);
      await user.wait(7 * day);
      expect(await refundedOf()).toBe(3n * UNITS);
      const other = await shipped();
      await server.decide('case-open', { order: other.no, reason: 'A scratch.', amount: '3.00' });
      const { caseId } = await caseIs(other);
      expect((await user.call('POST /v1/order/after-sale', { caseId, answer: 'approve' })).code).toBe(
        codes.ok,
      );
      expect((await caseIs(other)).outcome).toBe('partly_refunded');
    });
  });

  describe('takes a recharge back, and', () => {
    const booked = async () => {
      const proof = `BANK-${randomUUID()}`;
      const { id: ref } = await server.decide<Decided>('recharge-book', {
        shop: user.shopId,
        amount: '300.00',
        proof,
      });
      const [row] = await server.deps.db.select().from(transactions).where(eq(transactions.ref, ref));
      return String(row?.seq);
    };
    const reverse = (transaction: string, reason = 'Tax withheld.') =>
      server.refused('reverse', { shop: user.shopId, transaction, amount: '200.00', reason });
    const appealWith = async (answer: 'reversed' | 'none') => {
      const newest = (await user.statements()).sort((a, b) => b.at.getTime() - a.at.getTime())[0];
      const input = { ref: newest?.id, text: 'The bank confirms all of it.' };
      const { data } = await user.call<{ appeal: { no: string } }>('POST /v1/shop/appeal', input);
      if (answer === 'reversed')
        await server.decide('appeal-decide', {
          appeal: data.appeal.no,
          outcome: 'reversed',
          reason: 'Read.',
        });
      await user.wait(hour);
    };

    it('sees it held for two weeks, with a statement and an appeal, and then posted', async () => {
      const transaction = await booked();
      expect((await reverse(transaction)).code).toBe(codes.ok);
      expect([await user.held('available'), await user.held('frozen')]).toEqual([
        1_200n * UNITS,
        100n * UNITS,
      ]);
      expect(await user.statements()).toMatchObject([{ kind: 'correction', facts: 'Tax withheld.' }]);
      expect(await user.notices('correction_announced')).toHaveLength(1);
      expect((await reverse(transaction)).detail.reason).toBe('announced_already');
      await user.wait(14 * day - 1);
      expect(await user.notices('posting_corrected')).toHaveLength(0);
      await user.wait(1);
      expect([await user.held('available'), await user.held('frozen')]).toEqual([1_200n * UNITS, 0n]);
      expect(await user.notices('posting_corrected')).toHaveLength(1);
    });

    it('takes nothing where an appeal succeeds or is not answered, and nothing sooner where it fails', async () => {
      for (const answer of ['upheld', 'reversed', 'none'] as const) {
        const before = await user.held('available');
        expect((await reverse(await booked())).code).toBe(codes.ok);
        const newest = (await user.statements()).sort((a, b) => b.at.getTime() - a.at.getTime())[0];
        const input = { ref: newest?.id, text: 'The bank confirms all of it.' };
        const { data } = await user.call<{ appeal: { no: string } }>('POST /v1/shop/appeal', input);
        if (answer !== 'none')
          await server.decide('appeal-decide', {
            appeal: data.appeal.no,
            outcome: answer,
            reason: 'Read.',
          });
        expect(await user.held('frozen')).toBe(answer === 'reversed' ? 0n : 100n * UNITS);
        await user.wait(14 * day - 1);
        expect(await user.held('frozen')).toBe(answer === 'reversed' ? 0n : 100n * UNITS);
        await user.wait(1);
        expect(await user.held('frozen')).toBe(0n);
        expect((await user.held('available')) - before).toBe((answer === 'upheld' ? 200n : 300n) * UNITS);
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
      expect([await user.held('available'), await user.held('frozen')]).toEqual([1_300n * UNITS, 0n]);
    });

    it('never announces it again after an appeal that was not answered', async () => {
      const transaction = await booked();
      await reverse(transaction);
      await appealWith('none');
      await user.wait(14 * day);
      expect(await user.held('frozen')).toBe(0n);
      expect((await reverse(transaction, 'The bank corrected its statement.')).detail.reason).toBe(
        'appeal_unanswered',
      );
      // In the merchant's favour it is still corrected.
      const more = { shop: user.shopId, transaction, amount: '301.00', reason: 'A cent was lost.' };
      expect((await server.refused('reverse', more)).code).toBe(codes.ok);
    });

    it('finds nothing older than 30 days to take', async () => {
      const transaction = await booked();
      await user.wait(30 * day + 1);
      expect((await reverse(transaction)).detail.reason).toBe('too_old');
      expect(await user.held('available')).toBe(1_300n * UNITS);
      // In the merchant's favour time does not count.
      expect(
        (
          await server.refused('reverse', {
            shop: user.shopId,
            transaction,
            amount: '301.00',
            reason: 'A cent was lost.',
          })
        ).code,
      ).toBe(codes.ok);
    });
  });

  it('keeps money by holds when restrictions may no longer, and is refused after 42 of 90 days', async () => {
    const shop = user.shopId;
    const kinds = [
      ...['withdrawal_prohibited', 'wallet_frozen', 'page_closed', 'account_disabled', 'sign_in_refused'],
    ];
    let kept = 0;
    for (let at = 0; at < 85; at++) {
      const isKept =
        (await server.refused('restrict', { shop, kind: kinds[at % kinds.length], days: '1', ...why }))
          .code === codes.ok ||
        (await server.refused('hold', { shop, amount: '1000.00', code: 'risk', days: '1', ...why })).code ===
          codes.ok;
      if (isKept) kept++;
      await user.wait(day);
    }
    expect(kept).toBe(42);
    expect(await user.held('available')).toBe(1_000n * UNITS);
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
        await server.refused('case-open', { ...named, reason: 'It is not as it was sold.' });
      await server.refused('case-extend', { ...named, ...why });
      await user.wait(day);
    }
    expect(keptDays).toBeLessThan(120);
    expect(await user.held('shop')).toBe(0n);
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
        await server.refused('case-open', {
          ...named,
          reason: 'It is not as it was sold.',
          type: 'return_refund',
        });
      refused.add(
        (await server.refused('case-decide', { ...named, result: 'approve', reason: 'As it says.' })).detail
          .reason,
      );
      await server.refused('case-returned', sent);
      await user.wait(day);
    }
    expect([...refused]).toContain('sent_back_already');
    expect(keptDays).toBeLessThan(120);
    expect(await user.held('shop')).toBe(0n);
  });

  it('extends a case twice and no more, and hears what to do instead', async () => {
    const order = await drive(server, await place(server, user, goods.id), 'shipped');
    await server.decide('case-open', { order: order.no, reason: 'It is broken.' });
    await user.wait(48 * hour);
    const extended = [];
    for (let at = 0; at < 3; at++)
      extended.push(await server.refused('case-extend', { order: order.no, ...why }));
    expect(extended.map(({ code, detail }) => [code, detail.reason])).toEqual([
      [codes.ok, undefined],
      [codes.ok, undefined],
      [codes.invalidOperation, 'too_often'],
    ]);
  });

  describe('keeps money that a merchant asked for, and', () => {
    let accountId: string;
    const ask = async (amount: string) => {
      user.token = await server.signIn(user);
      const { data } = await withdraw(server, user, { amount, accountId });
      return data.withdrawal;
    };
    const start = (withdrawal: string) => server.decide('withdraw-start', { withdrawal });
    const send = async (withdrawal: string, proof = `FT ${randomUUID()}`) => {
      await start(withdrawal);
      await server.decide('withdraw-approve', { withdrawal, proof });
    };
    const payoutStatements = async () =>
      (await user.statements()).filter(({ kind }) => kind.startsWith('withdrawal_'));

    beforeEach(async () => {
      accountId = (await usableAccount(server, user)).id;
    });

    describe('rejects a withdrawal each time it is asked for, and', () => {
      const words = { code: 'security_check', reason: 'The check was not passed.' };
      const order = { legalReference: 'District court of Harbour, 4 K 12/26, 2026-03-01' };
      const reject = (withdrawal: string, more: object = {}) =>
        server.refused('withdraw-reject', { withdrawal, ...words, ...more });

      it('is refused the third time in 30 days, and the money is there at once each time before', async () => {
        for (let time = 0; time < 2; time++) {
          expect((await reject((await ask('40.00')).id)).code).toBe(codes.ok);
          expect([await user.held('available'), await user.held('frozen')]).toEqual([1_000n * UNITS, 0n]);
          await user.wait(day);
        }
        const third = await ask('40.00');
        expect((await reject(third.id)).detail).toMatchObject({
          reason: 'rejected_too_often',
          message: expect.stringContaining('"legalReference"'),
        });
        await send(third.id);
        await server.decide('withdraw-paid', { withdrawal: third.id, proof: `FT ${randomUUID()}` });
        await user.wait(30 * day);
        expect((await reject((await ask('40.00')).id)).code).toBe(codes.ok);
      });

      it('counts what came back, and an account that was removed and added again', async () => {
        const first = await ask('40.00');
        await send(first.id);
        const back = { withdrawal: first.id, code: 'bank_refused', reason: 'The bank sent it back.' };
        expect((await server.refused('withdraw-returned', back)).detail.field).toBe('proof');
        await server.decide('withdraw-returned', { ...back, proof: `RT ${randomUUID()}` });
        await reject((await ask('40.00')).id);
        await server.call('POST /v1/user/bank/del', { id: accountId, payPassword }, { token: user.token });
        accountId = (await usableAccount(server, user)).id;
        expect((await reject((await ask('40.00')).id)).detail.reason).toBe('rejected_too_often');
      });

      it('counts what a bank sent back after it had confirmed it, with a statement, and by no reference of another', async () => {
        const other = await ask('60.00');
        const used = `FT ${randomUUID()}`;
        await send(other.id, used);
        const back = async () => {
          const { id, no } = await ask('40.00');
          await send(id);
          await server.decide('withdraw-paid', { withdrawal: id, proof: `FT ${randomUUID()}` });
          const returned = { withdrawal: id, code: 'account_closed', reason: 'The bank sent it back.' };
          expect((await server.refused('withdraw-returned', returned)).detail.field).toBe('proof');
          const { detail } = await server.refused('withdraw-returned', { ...returned, proof: used });
          expect(detail).toMatchObject({ reason: 'proof_used', params: { no: other.no } });
          await server.decide('withdraw-returned', { ...returned, proof: `RT ${randomUUID()}` });
          await user.wait(hour);
          return no;
        };
        const nos = [await back(), await back()];
        expect(await user.held('available')).toBe(940n * UNITS);
        expect(await payoutStatements()).toMatchObject(
          nos.map((no) => ({ kind: 'withdrawal_returned', facts: 'The bank sent it back.', params: { no } })),
        );
        const links = (await user.notices('withdrawal_returned')).map(({ link }) => link);
        expect(links.sort()).toEqual((await payoutStatements()).map(({ id }) => `/appeal?ref=${id}`).sort());
        expect((await reject((await ask('40.00')).id)).detail.reason).toBe('rejected_too_often');
      });

      it('goes on only by the order of an authority, which the merchant reads', async () => {
        await reject((await ask('40.00')).id);
        await reject((await ask('40.00')).id);
        const third = await ask('40.00');
        for (const reference of ['x', 'as agreed', 'The court, 2026', 'Court, 4 K 12/26, 2026-13-40'])
          expect((await reject(third.id, { legalReference: reference })).detail.field).toBe('legalReference');
        expect((await reject(third.id, order)).code).toBe(codes.ok);
        const stated = await payoutStatements();
        expect(stated.map(({ facts }) => facts)).toContainEqual(
          expect.stringContaining(order.legalReference),
        );
        expect((await audit(server.deps.db)).legalReferences).toContainEqual({
          decision: 'withdraw-reject',
          actor: 'operator:rosa',
          at: server.clock.now().toISOString().slice(0, 10),
          reference: order.legalReference,
        });
      });

      it('states reasons each time, with a notice that leads to the appeal', async () => {
        const { id, no } = await ask('40.00');
        await reject(id);
        const [statement] = await payoutStatements();
        expect(statement).toMatchObject({ kind: 'withdrawal_rejected', facts: words.reason, params: { no } });
        const [notice] = await user.notices('withdrawal_rejected');
        expect(notice?.link).toBe(`/appeal?ref=${statement?.id}`);
        const input = { ref: statement?.id, text: 'I have asked for it myself.' };
        expect((await server.call('POST /v1/shop/appeal', input, { token: user.token })).code).toBe(codes.ok);
      });

      it('rejects no third of two that are decided at once', async () => {
        await reject((await ask('40.00')).id);
        const both = [await ask('40.00'), await ask('50.00')];
        const done = await Promise.all(both.map(({ id }) => reject(id)));
        expect(done.map(({ code }) => code).sort()).toEqual([codes.ok, codes.invalidOperation].sort());
      });
    });

    describe('refuses a recharge after its money arrived, and', () => {
      const arrivedFor = async () => {
        await verify(server, user);
        const { id: channelId } = await openTronChannel(server);
        const txHash = hashOf(randomUUID());
        const { data } = await report(server, user, { channelId, amount: '50.00', txHash });
        const { no } = data.recharge;
        const why = { code: 'not_the_sender', reason: 'It came from another name.', arrived: '50.00' };
        await server.decide('recharge-reject', { recharge: no, ...why });
        return no;
      };
      const shown = async (no: string) => {
        user.token = await server.signIn(user);
        const input = { refNo: no, kinds: ['recharge'] };
        const { data } = await server.call('POST /v1/user/wallet_flow', input, { token: user.token });
        return data.list[0]?.recharge?.sendBack;
      };

      it('names a date for the way back, and is overdue after it with an appeal', async () => {
        const no = await arrivedFor();
        const by = new Date(server.clock.now().getTime() + 7 * day).toISOString();
        const waiting = { amount: '50.00', by, overdue: false, sentAt: null, proof: null, appealUrl: null };
        expect(await shown(no)).toEqual(waiting);
        expect(await user.notices('recharge_to_send_back')).toMatchObject([{ params: { no, by } }]);
        await user.wait(7 * day - 1);
        expect((await shown(no))?.overdue).toBe(false);
        await user.wait(2);
        const late = await shown(no);
        expect(late).toMatchObject({
          overdue: true,
          appealUrl: expect.stringMatching(/^\/appeal\?ref=sta_/),
        });
        await user.wait(day);
        expect(await user.notices('recharge_not_sent_back')).toMatchObject([{ link: late?.appealUrl }]);
        const { list: toSendBack } = await server.read<{ list: object[] }>('recharges-to-send-back');
        expect(toSendBack).toContainEqual(expect.objectContaining({ no, arrived: '50.00', sendBackBy: by }));

        const proof = `RT ${randomUUID()}`;
        await server.decide('recharge-sent-back', { recharge: no, proof });
        expect(await shown(no)).toMatchObject({
          overdue: false,
          sentAt: server.clock.now().toISOString(),
          proof,
        });
      });

      it('sends it back by no reference that a withdrawal has', async () => {
        const first = await ask('40.00');
        const proof = `FT ${randomUUID()}`;
        await send(first.id, proof);
        const recharge = await arrivedFor();
        expect((await server.refused('recharge-sent-back', { recharge, proof })).detail.params).toEqual({
          no: first.no,
        });
      });
    });

    describe('starts a payment again and again so that it is never taken back, and', () => {
      it('is refused the third time, after twice four hours, and the merchant takes it back', async () => {
        const { id } = await ask('40.00');
        for (let time = 0; time < 2; time++) {
          await start(id);
          expect((await server.refused('withdraw-start', { withdrawal: id })).detail.reason).toBe(
            'being_paid',
          );
          server.clock.advance(4 * hour);
        }
        expect((await server.refused('withdraw-start', { withdrawal: id })).detail).toMatchObject({
          reason: 'started_too_often',
          message: expect.stringContaining('its merchant can cancel it'),
        });
        user.token = await server.signIn(user);
        expect((await takeBack(server, user, id)).code).toBe(codes.ok);
        expect([await user.held('available'), await user.held('frozen')]).toEqual([1_000n * UNITS, 0n]);
      });
    });

    describe('names one payment as the proof of two withdrawals, and', () => {
      it('is refused with the withdrawal that has it, however the reference is written', async () => {
        const first = await ask('40.00');
        const second = await ask('50.00');
        const proof = `FT 2025-${randomUUID()}`;
        await send(first.id, proof);
        await start(second.id);
        const respelt = proof.replaceAll('-', ' ').toLowerCase();
        for (const again of [proof, respelt, ` ${proof}.`]) {
          const { code, detail } = await server.refused('withdraw-approve', {
            withdrawal: second.id,
            proof: again,
          });
          expect({ code, ...detail }).toMatchObject({
            code: codes.invalidOperation,
            field: 'proof',
            reason: 'proof_used',
            params: { no: first.no },
            message: expect.stringContaining(first.no),
          });
        }
        expect(await user.held('frozen')).toBe(50n * UNITS);
        await server.decide('withdraw-paid', { withdrawal: first.id, proof });
      });

      it('is refused for the withdrawal of another shop too, by each reference that the first has', async () => {
        const first = await ask('40.00');
        const proof = `FT ${randomUUID()}`;
        await send(first.id, proof);
        await server.decide('withdraw-paid', { withdrawal: first.id, proof: `${proof} B` });
        user = await server.addUser();
        await server.fund(user.shopId, 100n * UNITS);
        accountId = (await usableAccount(server, user)).id;
        const other = await ask('40.00');
        await start(other.id);
        for (const used of [proof, `${proof} B`])
          expect(
            (await server.refused('withdraw-approve', { withdrawal: other.id, proof: used })).detail.params,
          ).toEqual({
            no: first.no,
          });
      });

      it('proves one of two that are decided at once', async () => {
        const both = [await ask('40.00'), await ask('50.00')];
        for (const { id } of both) await start(id);
        const proof = `FT ${randomUUID()}`;
        const sent = await Promise.all(
          both.map(({ id: withdrawal }) => server.refused('withdraw-approve', { withdrawal, proof })),
        );
        expect(sent.map(({ code }) => code).sort()).toEqual([codes.ok, codes.invalidOperation].sort());
      });

      it('gets no proof taken that is no reference', async () => {
        const { id: withdrawal } = await ask('40.00');
        for (const proof of [
          undefined,
          '',
          '  ',
          'ok',
          '-- .. --',
          '\u200b\u200b\u200b\u200babc',
          'A1'.repeat(61),
          '00-00 00',
          'x1x',
          '---- ----',
        ])
          expect((await server.refused('withdraw-approve', { withdrawal, proof })).detail.field, proof).toBe(
            'proof',
          );
        expect(await user.held('frozen')).toBe(40n * UNITS);
      });
    });
  });
});
