import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Input, Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { formatMoney, parseMoney, UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { move, post } from '../../src/server/ledger/ledger.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { orders, statements, transactions } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import type { OrderRow } from '../../src/server/trade/model/order-row.ts';
import { kinds } from '../harness/database.ts';
import { asFile, sendForm } from '../harness/form.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import { png } from '../harness/sample-files.ts';
import { startTestServer, type TestUser } from '../harness/server.ts';
import { totalOf } from '../harness/total.ts';
import { useServer } from '../harness/use-server.ts';

type Case = Output<'POST /v1/order/after-sale/info'>['case'];
type Order = Output<'POST /v1/order/list'>['list'][number];
type List = Output<'POST /v1/order/list'>;
type Flow = Output<'POST /v1/user/wallet_flow'>;
type Effect = NonNullable<Case['effect']>;
type Status = OrderRow['status'];

describe.each(kinds)('an after-sale case on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  let goodsId: string;
  const call = async <T>(name: string, input: object = {}, key: string = randomUUID(), as = user) =>
    server.call<T>(name, input, { token: await server.signIn(as), key });
  const info = (input: object, as = user) =>
    call<{ case: Case }>('POST /v1/order/after-sale/info', input, randomUUID(), as);
  const caseOf = async (orderId: string) => (await info({ orderId })).data.case;
  const shown = async (id: string) => (await call<List>('POST /v1/order/list', { id })).data.list[0] as Order;
  const answer = (input: Input<'POST /v1/order/after-sale'>, key?: string) =>
    call<Output<'POST /v1/order/after-sale'>>('POST /v1/order/after-sale', input, key);
  const say = (name: string, order: OrderRow, flags: object = {}) =>
    server.decide(name, { order: order.id, ...flags });
  const order = async (status: Status, wallet = false) =>
    drive(
      server,
      await place(server, user, goodsId, wallet ? { wallet: 'held_until_delivery' } : {}),
      status,
    );
  const open = async (row: OrderRow, flags: object = {}) => {
    await say('case-open', row, { reason: 'The lamp came broken.', code: 'damaged', ...flags });
    return caseOf(row.id);
  };
  const money = async (orderId: string) => {
    const { shopId } = user;
    const held = async (account: string) => totalOf(server.deps.db, account);
    const row = await shown(orderId);
    return {
      balance: await held(`M.available:${shopId}`),
      shopBalance: await held(`M.shop:${shopId}`),
      depositMargin: await held(`M.deposit:${shopId}`),
      buyer: await held('world:buyer'),
      net: row.status === 'waiting_for_withdrawal' ? 0n : parseMoney(row.net),
    };
  };
  const noticeKinds = async () =>
    (await user.notices()).map(({ kind: name }) => name).filter((name) => name.startsWith('case_'));

  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 100n * UNITS);
    goodsId = (await addListed(server, user)).id;
  });

  it('shows who acts next and by when, and what each answer would do', async () => {
    const row = await order('pending_settlement');
    const found = await open(row);
    expect(found).toMatchObject({
      orderId: row.id,
      orderNo: row.no,
      type: 'refund',
      state: 'merchant_due',
      next: 'merchant',
      reasonCode: 'damaged',
      reason: 'The lamp came broken.',
      wanted: '20.00',
      paid: '20.00',
      actBy: new Date(server.clock.now().getTime() + 48 * hour).toISOString(),
      // The supplier packed it: the held payment paid C, and N is not to come any more.
      fault: 'supplier',
      choices: [
        {
          answer: 'approve',
          lines: [
            { key: 'buyer', amount: '20.00' },
            { key: 'net', amount: '-7.00' },
          ],
        },
        { answer: 'reject', lines: [] },
      ],
      paused: { what: 'settlement', dueAt: row.dueAt?.toISOString() },
      outcome: null,
      refunded: null,
      appeal: null,
      evidence: [],
    });
    expect(found.history.map(({ state, by }) => [state, by])).toEqual([
      ['requested', 'buyer'],
      ['merchant_due', 'system'],
    ]);
    const listed = await shown(row.id);
    expect(listed.afterSale).toMatchObject({ caseId: found.caseId, state: 'merchant_due', next: 'merchant' });
    expect([listed.actBy, listed.settleAt]).toEqual([found.actBy, null]);
    expect(listed.allowedActions).toContain('afterSale');
    expect(await noticeKinds()).toEqual(['case_opened']);
  });

  it('is in the list of orders: counted, found, and first among what calls for action', async () => {
    const quiet = await order('accepted');
    const asked = await order('accepted');
    const late = await place(server, user, goodsId);
    server.clock.advance(47 * hour);
    await open(asked);
    const list = async (input: Input<'POST /v1/order/list'>) =>
      (await call<List>('POST /v1/order/list', input)).data;
    const ids = (data: List) => data.list.map(({ id }) => id);
    expect(ids(await list({ afterSale: 'open' }))).toEqual([asked.id]);
    expect((await list({})).counts).toMatchObject({ all: 3, afterSale: 1 });
    for (const filter of [{}, { keyword: 'thing' }, { from: '2025-01-01' }]) {
      const { list: rows, counts } = await list({ ...filter, afterSale: 'open' });
      expect([rows.length, counts.all, counts.afterSale, counts.merchant], JSON.stringify(filter)).toEqual([
        1, 3, 1, 2,
      ]);
    }
    const { net } = await shown(asked.id);
    expect((await list({ afterSale: 'open' })).totals.net).toBe(net);
    expect(ids(await list({ sort: 'actBy' }))).toEqual([late.id, asked.id, quiet.id]);
    await say('case-withdraw', asked, { reason: 'Solved.' });
    expect(ids(await list({ afterSale: 'open' }))).toEqual([]);
    expect(ids(await list({ afterSale: 'any' }))).toEqual([asked.id]);
    expect((await list({})).counts.afterSale).toBe(0);
    expect(await shown(asked.id)).toMatchObject({ afterSale: null, actBy: null });
  });

  // By fault, funding, status and whether it is a part: what is quoted first is what is posted then.
  const faults = ['damaged', 'broken_promise'];
  const statuses: Status[] = [
    ...(['to_be_shipped', 'shipped', 'to_be_accepted'] as const),
    ...(['accepted', 'pending_settlement', 'waiting_for_withdrawal'] as const),
  ];
  const asked = statuses.flatMap((status) =>
    [false, true].flatMap((wallet) =>
      faults.map((code) => [status, wallet ? 'balance' : 'escrow', code] as const),
    ),
  );
  it.each(asked)('does exactly what it quoted: %s, paid by %s, %s', async (status, funding, code) => {
    const row = await order(status, funding === 'balance');
    const { caseId, choices } = await open(row, { code });
    const before = await money(row.id);
    expect((await answer({ caseId, answer: 'approve' })).data.case).toMatchObject({
      state: 'closed',
      outcome: 'refunded',
      refunded: '20.00',
      choices: [],
      next: null,
      actBy: null,
    });
    const after = await money(row.id);
    const changed = Object.entries(after)
      .map(([key, amount]) => ({ key, amount: formatMoney(amount - before[key as keyof typeof before]) }))
      .filter(({ amount }) => amount !== '0.00');
    const lines = choices.find((choice) => choice.answer === 'approve')?.lines ?? [];
    const sorted = (list: Effect | typeof changed) => [...list].sort((a, b) => (a.key < b.key ? -1 : 1));
    expect(sorted(changed)).toEqual(sorted(lines));
    expect(await shown(row.id)).toMatchObject({ status: 'refunded', refunded: '20.00', afterSale: null });
  });

  it('quotes what the deposit bears where the balance does not reach', async () => {
    const row = await order('accepted');
    await inTransaction(server.deps.db, (tx) =>
      Promise.all(
        [
          { kind: 'deposit', to: `M.deposit:${user.shopId}`, amount: 5n * UNITS },
          { kind: 'upgrade_fee', to: 'P.fees', amount: 92n * UNITS },
        ].map(({ kind, to, amount }) =>
          post(tx, {
            kind,
            ref: user.shopId,
            shopId: user.shopId,
            actor: 'test',
            at: server.clock.now(),
            entries: move(`M.available:${user.shopId}`, to, amount),
          }),
        ),
      ),
    );
    const { caseId, effect } = await open(row, { code: 'broken_promise' });
    expect(effect).toEqual([
      { key: 'buyer', amount: '20.00' },
      { key: 'balance', amount: '-3.00' },
      { key: 'depositMargin', amount: '-5.00' },
      { key: 'net', amount: '-7.00' },
    ]);
    await answer({ caseId, answer: 'approve' });
    expect(await money(row.id)).toMatchObject({ balance: 0n, depositMargin: 0n });
  });

  it('is answered with the number and the hash of the movement that an approval made', async () => {
    const { caseId } = await open(await order('accepted'));
    const { data } = await answer({ caseId, answer: 'approve' });
    const made = await server.deps.db
      .select({ kind: transactions.kind, seq: transactions.seq, hash: transactions.hash })
      .from(transactions)
      .where(eq(transactions.shopId, user.shopId))
      .orderBy(desc(transactions.seq))
      .limit(1);
    expect(made.map(({ seq, ...row }) => ({ ...row, seq: seq.toString() }))).toEqual([
      { kind: 'order_refund', ...data.ledger },
    ]);
  });

  it('gives a part back and lets the rest of the order go on', async () => {
    const row = await order('accepted');
    const { caseId, wanted, effect } = await open(row, { amount: '2.50' });
    expect([wanted, effect]).toEqual([
      '2.50',
      [
        { key: 'buyer', amount: '2.50' },
        { key: 'net', amount: '-2.50' },
      ],
    ]);
    const { data } = await answer({ caseId, answer: 'approve' });
    expect(data.case).toMatchObject({ outcome: 'partly_refunded', refunded: '2.50' });
    expect(await shown(row.id)).toMatchObject({ status: 'accepted', refunded: '2.50', net: '4.50' });
    for (const ms of [day, day, 14 * day]) await user.wait(ms);
    expect((await shown(row.id)).status).toBe('completed');
    expect(await money(row.id)).toMatchObject({ balance: 100n * UNITS + 4_500_000n });
  });

  it('says of a part of an order that is settled that there is none, not that it is too much', async () => {
    const row = await order('waiting_for_withdrawal');
    await expect(open(row, { amount: '2.50' })).rejects.toMatchObject({ detail: { reason: 'no_part' } });
  });

  it('refuses a rejection without a reason, and keeps the one that is given', async () => {
    const row = await order('accepted');
    const { caseId } = await open(row);
    const bare = await answer({ caseId, answer: 'reject' });
    expect([bare.code, bare.data]).toMatchObject([codes.parameterMissing, { field: 'reason' }]);
    const { data } = await answer({ caseId, answer: 'reject', reason: 'It left us whole.' });
    expect(data.case).toMatchObject({ state: 'rejected', next: 'buyer', choices: [] });
    expect(data.case.history.at(-1)).toMatchObject({ by: 'merchant', text: 'It left us whole.' });
    expect((await shown(row.id)).afterSale).toMatchObject({ state: 'rejected', next: 'buyer' });
  });

  it('accepts the merchant’s documents once, and no other shop’s', async () => {
    const upload = async (as: TestUser, type = 'certificate') =>
      (
        await sendForm<{ fileId: string }>(
          server,
          `/v1/upload/${type}`,
          { file: asFile(png(), 'a.png', 'image/png') },
          {
            token: as.token,
          },
        )
      ).data.fileId;
    const stranger = await server.addUser();
    const row = await order('accepted');
    const { caseId } = await open(row);
    const rejects = (fileIds: string[]) =>
      answer({ caseId, answer: 'reject', reason: 'See the picture.', fileIds });
    expect((await rejects([await upload(stranger)])).code).toBe(codes.recordNotFound);
    expect((await rejects([await upload(user, 'logo')])).code).toBe(codes.recordNotFound);
    expect((await caseOf(row.id)).state).toBe('merchant_due');
    const mine = await upload(user);
    const { data } = await rejects([mine]);
    expect(data.case.evidence).toMatchObject([{ by: 'merchant', url: expect.stringContaining(mine) }]);
    const url = data.case.evidence[0]?.url ?? '';
    expect((await server.app.request(url.replace(/^https?:\/\/[^/]+/, ''))).status).toBe(200);
    const second = await order('accepted');
    const next = await open(second);
    const again = await answer({
      caseId: next.caseId,
      answer: 'reject',
      reason: 'The same.',
      fileIds: [mine],
    });
    expect(again).toMatchObject({ code: codes.invalidOperation, data: { reason: 'file_used' } });
  });

  it('shows the buyer’s text and pictures, by links that last some minutes', async () => {
    const row = await order('accepted');
    await open(row);
    await say('case-evidence', row, { text: 'The shade is torn.', picture: png(120).toString('base64') });
    await say('case-evidence', row, { party: 'supplier', text: 'Packed by two.' });
    const { evidence } = await caseOf(row.id);
    expect(evidence).toMatchObject([
      { by: 'buyer', text: 'The shade is torn.', url: expect.stringMatching(/sign=/) },
      { by: 'supplier', text: 'Packed by two.', url: null },
    ]);
    await expect(say('case-evidence', row)).rejects.toMatchObject({ code: codes.parameterMissing });
    const fake = Buffer.from('<svg onload=alert(1)>').toString('base64');
    await expect(say('case-evidence', row, { picture: fake })).rejects.toMatchObject({
      code: codes.invalidParameter,
    });
    await say('case-withdraw', row, { reason: 'Solved.' });
    await expect(say('case-evidence', row, { text: 'Late.' })).rejects.toMatchObject({
      code: codes.invalidOperation,
    });
  });

  describe('as time passes', () => {
    it('goes to the platform, not against the merchant, after 48 hours of silence', async () => {
      const row = await order('accepted');
      await open(row);
      await user.wait(48 * hour - 1);
      expect((await caseOf(row.id)).state).toBe('merchant_due');
      await user.wait(1);
      const found = await caseOf(row.id);
      expect(found).toMatchObject({ state: 'platform_review', next: 'platform', choices: [] });
      expect(Date.parse(found.actBy ?? '') - server.clock.now().getTime()).toBe(14 * day);
      expect((await answer({ caseId: found.caseId, answer: 'approve' })).code).toBe(codes.invalidOperation);
      expect(await noticeKinds()).toEqual(['case_in_review']);
    });

    it('pauses settlement with its reason and since when, and goes on when it is closed', async () => {
      const row = await order('pending_settlement');
      const { caseId, openedAt } = await open(row);
      await user.wait(2 * day);
      expect(await shown(row.id)).toMatchObject({
        status: 'pending_settlement',
        settleAt: null,
        afterSale: { caseId, since: openedAt, reason: 'The lamp came broken.' },
      });
      await say('case-withdraw', row, { reason: 'Solved.' });
      await runDue(server.deps);
      expect(await shown(row.id)).toMatchObject({ status: 'waiting_for_withdrawal', afterSale: null });
      expect((await caseOf(row.id)).outcome).toBe('withdrawn');
    });

    it('pauses the release of what was settled, with its date', async () => {
      const row = await order('waiting_for_withdrawal');
      const { paused } = await open(row);
      expect(paused).toEqual({ what: 'release', dueAt: row.dueAt?.toISOString() });
      await user.wait(15 * day);
      expect(await shown(row.id)).toMatchObject({ status: 'waiting_for_withdrawal', releaseAt: null });
      await say('case-decide', row, { result: 'reject', reason: 'Used for a year.' });
      await runDue(server.deps);
      expect((await shown(row.id)).status).toBe('completed');
    });

    it.each([
      ['a rejection without an appeal', 'reject', 3 * day],
      ['goods that are not sent back', 'approve', 7 * day],
    ] as const)('closes after %s', async (_, given, ms) => {
      const row = await order('accepted');
      const { caseId } = await open(row, { type: 'return_refund' });
      await answer({ caseId, answer: given, ...(given === 'reject' ? { reason: 'No.' } : {}) });
      await user.wait(ms - 1);
      expect((await caseOf(row.id)).state).not.toBe('closed');
      await user.wait(1);
      expect(await caseOf(row.id)).toMatchObject({ state: 'closed', outcome: 'lapsed', refunded: null });
    });

    it('never keeps money waiting for the platform: 14 days, or a new statement', async () => {
      const row = await order('accepted');
      await open(row);
      await user.wait(48 * hour);
      await user.wait(13 * day);
      const stated = { facts: 'The carrier has not answered yet.', rule: 'Terms 7.2' };
      await expect(say('case-extend', row, { ...stated, days: '15' })).rejects.toMatchObject({
        code: codes.invalidParameter,
      });
      await say('case-extend', row, { ...stated, days: '10' });
      const { appeal } = await caseOf(row.id);
      const [statement] = await server.deps.db
        .select()
        .from(statements)
        .where(eq(statements.shopId, user.shopId));
      expect([statement?.kind, appeal]).toEqual(['after_sale', `/appeal?ref=${statement?.id}`]);
      await user.wait(10 * day - 1);
      expect((await caseOf(row.id)).state).toBe('platform_review');
      await user.wait(1);
      expect(await caseOf(row.id)).toMatchObject({ state: 'closed', outcome: 'lapsed' });
      expect((await shown(row.id)).status).toBe('completed');
    });
  });

  describe('decided by the platform', () => {
    const review = async (row: OrderRow, flags: object = {}) => {
      const { caseId } = await open(row, flags);
      await answer({ caseId, answer: 'reject', reason: 'It left us whole.' });
      await say('case-escalate', row, { reason: 'See the picture.' });
    };

    it('shows who is found at fault before it is posted, and states its reasons', async () => {
      const row = await order('accepted');
      await review(row);
      const before = await money(row.id);
      await say('case-finding', row, { fault: 'merchant', reason: 'The listing promised two shades.' });
      expect(await money(row.id)).toEqual(before);
      const found = await caseOf(row.id);
      expect(found.fault).toBe('merchant');
      expect(found.effect).toContainEqual({ key: 'balance', amount: '-12.00' });
      expect(found.history.at(-1)).toMatchObject({
        by: 'platform',
        text: 'The listing promised two shades.',
      });
      await say('case-decide', row, { result: 'approve', reason: 'One shade was sent.' });
      expect((await money(row.id)).balance).toBe(before.balance - 12n * UNITS);
      expect(await caseOf(row.id)).toMatchObject({ state: 'approved', next: 'platform', outcome: null });
      await user.wait(7 * day);
      expect((await money(row.id)).balance).toBe(before.balance - 12n * UNITS);
      const decided = await caseOf(row.id);
      expect(decided).toMatchObject({ state: 'closed', outcome: 'refunded' });
      const rows = await server.deps.db.select().from(statements).where(eq(statements.shopId, user.shopId));
      expect(rows).toMatchObject([
        { kind: 'after_sale', facts: 'One shade was sent.', subject: decided.caseId },
      ]);
      expect(decided.appeal).toBe(`/appeal?ref=${rows[0]?.id}`);
      expect(await noticeKinds()).toEqual(['case_announced']);
    });

    it('may give a part where all was asked for', async () => {
      const row = await order('accepted');
      await review(row);
      const over = say('case-decide', row, { result: 'approve', reason: 'A scratch.', amount: '7.01' });
      await expect(over).rejects.toMatchObject({ code: codes.invalidParameter });
      await say('case-decide', row, { result: 'approve', reason: 'A scratch.', amount: '3.00' });
      await user.wait(7 * day);
      expect(await caseOf(row.id)).toMatchObject({ outcome: 'partly_refunded', refunded: '3.00' });
      expect(await shown(row.id)).toMatchObject({ status: 'pending_settlement', net: '4.00' });
    });

    it('rejects with its reason, and nothing moves', async () => {
      const row = await order('accepted');
      const before = await money(row.id);
      await review(row);
      await say('case-decide', row, { result: 'reject', reason: 'The picture shows another lamp.' });
      expect(await caseOf(row.id)).toMatchObject({ state: 'closed', outcome: 'rejected', effect: null });
      expect(await money(row.id)).toEqual(before);
      expect(await noticeKinds()).toEqual(['case_closed']);
    });

    // 20.00 − 12.00 − 1.00 is what the order would have brought; a fault of the shop had cost 12.00 on top.
    it.each([
      ['everything', {}, null, '7.00'],
      ['everything, at the shop’s cost', {}, 'merchant', '19.00'],
    ] as const)('compensates the merchant where it was wrong about %s', async (_, flags, fault, lacks) => {
      const row = await order('accepted');
      await review(row);
      if (fault) await say('case-finding', row, { fault, reason: 'x' });
      await say('case-decide', row, { result: 'approve', reason: 'One shade was sent.', ...flags });
      await user.wait(7 * day);
      const { balance, buyer } = await money(row.id);
      const ref = (await caseOf(row.id)).appeal?.split('=')[1];
      const input = { ref, text: 'Both shades were sent.' };
      const { data } = await call<{ appeal: { no: string } }>('POST /v1/shop/appeal', input);
      const reversed = { appeal: data.appeal.no, outcome: 'reversed', reason: 'They were.' };
      await server.decide('appeal-decide', reversed);
      const after = await money(row.id);
      expect([formatMoney(after.balance - balance), after.buyer]).toEqual([lacks, buyer]);
      const { list } = (
        await call<Flow>('POST /v1/user/wallet_flow', { refNo: row.no, kinds: ['compensation'] })
      ).data;
      expect(list).toMatchObject([{ kind: 'compensation', amount: lacks, refNo: row.no, refType: 'order' }]);
    });

    describe('that was wrong', () => {
      const decided = async (row: OrderRow, flags: object = {}) => {
        await say('case-decide', row, { result: 'approve', reason: 'One shade was sent.', ...flags });
        await user.wait(7 * day);
        return (await caseOf(row.id)).appeal?.split('=')[1];
      };
      const compensate = async (ref: string | undefined) => {
        const input = { ref, text: 'Both shades were sent.' };
        const { data } = await call<{ appeal: { no: string } }>('POST /v1/shop/appeal', input);
        const reversed = { appeal: data.appeal.no, outcome: 'reversed', reason: 'They were.' };
        await server.decide('appeal-decide', reversed);
      };

      it('is made good once: the refund is not put on the supplier as well', async () => {
        const row = await order('accepted', true);
        await review(row);
        await say('case-finding', row, { fault: 'merchant', reason: 'The listing promised two shades.' });
        await compensate(await decided(row));
        expect(await user.held('available')).toBe(107n * UNITS);
        await expect(
          say('refund-correct', row, { reason: 'The supplier sent another.' }),
        ).rejects.toMatchObject({
          code: codes.invalidOperation,
          detail: { reason: 'compensated', message: expect.stringContaining('compensated') },
        });
        expect(await user.held('available')).toBe(107n * UNITS);
      });

      it('leaves a later refund of the whole order to be put on the supplier, where it was about a part', async () => {
        const row = await order('accepted', true);
        await review(row);
        await compensate(await decided(row, { amount: '3.00' }));
        const { id: orderId } = row;
        const decision = { fault: 'merchant' } as const;
        await apply(server, { orderId, event: 'refund', party: 'platform', decision });
        const before = await user.held('available');
        await say('refund-correct', row, { reason: 'The supplier sent another.' });
        expect((await user.held('available')) - before).toBe(12n * UNITS);
      });

      it.each([
        ['out of the balance', true],
        ['out of the buyer’s payment', false],
      ] as const)(
        'gives nothing for a part where the parcel of its order never comes, bought %s',
        async (_, wallet) => {
          const row = await order('shipped', wallet);
          await review(row, { code: 'not_received' });
          await compensate(await decided(row, { amount: '3.00' }));
          await user.wait(45 * day);
          expect(await shown(row.id)).toMatchObject({ status: 'refunded', endReason: 'deliver_by_passed' });
          expect(await user.held('available')).toBe(100n * UNITS);
        },
      );

      it('gives its part with the proceeds of the order, once these are the merchant’s', async () => {
        const row = await order('accepted');
        await review(row);
        await compensate(await decided(row, { amount: '3.00' }));
        expect(await user.held('available')).toBe(100n * UNITS);
        await user.wait(30 * day);
        expect((await shown(row.id)).status).toBe('completed');
        expect(await user.held('available')).toBe(107n * UNITS);
        const { list } = (
          await call<Flow>('POST /v1/user/wallet_flow', { refNo: row.no, kinds: ['compensation'] })
        ).data;
        expect(list).toMatchObject([{ amount: '3.00', refNo: row.no, refType: 'order' }]);
        expect(await noticeKinds()).toContain('case_compensated');
      });

      it('gives its part at once where the order is over', async () => {
        const row = await order('accepted');
        await review(row);
        const ref = await decided(row, { amount: '3.00' });
        await user.wait(30 * day);
        expect(await user.held('available')).toBe(104n * UNITS);
        await compensate(ref);
        expect(await user.held('available')).toBe(107n * UNITS);
      });

      it('gives nothing for a part of an order that was refunded in full for another reason', async () => {
        const row = await order('accepted');
        await review(row);
        const ref = await decided(row, { amount: '3.00' });
        await say('refund', row, { fault: 'supplier', reason: 'Recalled.' });
        await compensate(ref);
        expect(await user.held('available')).toBe(100n * UNITS);
      });

      // 7.00 is what the order would have brought: 3.00 were refunded as a part, and later the rest.
      it.each([
        ['before the rest was refunded', 'early', ['0.00', '7.00']],
        ['after that', 'late', ['0.00', '7.00']],
        ['last', 'last', ['4.00', '7.00']],
      ] as const)(
        'gives what the order would have brought, with its part decided on %s',
        async (_, when, sums) => {
          const row = await order('accepted');
          await review(row);
          const part = await decided(row, { amount: '3.00' });
          const given: string[] = [];
          const giveFor = async (ref: string | undefined) => {
            await compensate(ref);
            given.push(formatMoney((await user.held('available')) - 100n * UNITS));
          };
          if (when === 'early') await giveFor(part);
          await review(row);
          const rest = await decided(row);
          if (when === 'late') await giveFor(part);
          await giveFor(rest);
          if (when === 'last') await giveFor(part);
          expect(given).toEqual(sums);
        },
      );
    });

    it('owes nothing for having taken longer', async () => {
      const row = await order('accepted');
      await review(row);
      await say('case-extend', row, { facts: 'The carrier was asked.', rule: 'Terms 7.2' });
      const ref = (await caseOf(row.id)).appeal?.split('=')[1];
      await say('case-decide', row, { result: 'approve', reason: 'One shade was sent.' });
      const { balance } = await money(row.id);
      const input = { ref, text: 'It takes too long.' };
      const { data } = await call<{ appeal: { no: string } }>('POST /v1/shop/appeal', input);
      await server.decide('appeal-decide', {
        appeal: data.appeal.no,
        outcome: 'reversed',
        reason: 'It did.',
      });
      expect((await money(row.id)).balance).toBe(balance);
    });

    it.each(['accepted', 'waiting_for_withdrawal'] as const)(
      'takes nothing by goods that come back after an appeal that was right, from an order that is %s',
      async (status) => {
        const row = await order(status);
        await open(row, { type: 'return_refund' });
        await user.wait(48 * hour);
        await say('case-decide', row, { result: 'approve', reason: 'It is not as it was sold.' });
        const { appeal: path } = await caseOf(row.id);
        const { data } = await call<Output<'POST /v1/shop/appeal'>>('POST /v1/shop/appeal', {
          ref: new URL(path ?? '', 'https://souk.test').searchParams.get('ref'),
          text: 'It is as it was sold.',
        });
        const answered = { appeal: data.appeal.no, outcome: 'reversed', reason: 'It is.' };
        await server.decide('appeal-decide', answered);
        await say('case-returned', row, { carrier: 'Blue Heron', tracking: 'BH 1' });
        await say('case-received', row);
        await say('case-close', row);
        expect(await shown(row.id)).toMatchObject({ status: 'refunded' });
        expect(await money(row.id)).toMatchObject({ balance: 107n * UNITS, shopBalance: 0n });
      },
    );

    it('is decided without the goods that were lost on their way back', async () => {
      const row = await order('accepted');
      await open(row, { type: 'return_refund' });
      await answer({ caseId: (await caseOf(row.id)).caseId, answer: 'approve' });
      await say('case-returned', row, { carrier: 'Blue Heron', tracking: 'BH 1' });
      await expect(say('case-finding', row, { fault: 'supplier', reason: 'x' })).rejects.toMatchObject({
        code: codes.invalidOperation,
      });
      await user.wait(14 * day);
      expect((await caseOf(row.id)).state).toBe('platform_review');
      await say('case-finding', row, { fault: 'supplier', reason: 'The carrier lost them.' });
      await say('case-decide', row, { result: 'approve', reason: 'The carrier lost them.' });
      expect(await shown(row.id)).toMatchObject({ status: 'refunded' });
    });
  });

  it('waits for goods that come back, and refunds when they have been looked at', async () => {
    const row = await order('to_be_accepted', true);
    const { caseId, fault } = await open(row, { type: 'return_refund', code: 'changed_mind' });
    expect(fault).toBe('returned');
    await answer({ caseId, answer: 'approve' });
    expect(await caseOf(row.id)).toMatchObject({ state: 'approved', next: 'buyer', refunded: null });
    await say('case-returned', row, { carrier: 'Blue Heron', tracking: 'BH 1' });
    expect(await caseOf(row.id)).toMatchObject({
      state: 'returning',
      next: 'supplier',
      returnParcel: { carrier: 'Blue Heron', trackingNo: 'BH 1' },
    });
    await expect(say('case-close', row)).rejects.toMatchObject({ code: codes.invalidOperation });
    await say('case-received', row);
    await expect(say('case-withdraw', row, { reason: 'x' })).rejects.toMatchObject({
      code: codes.invalidOperation,
    });
    expect(await money(row.id)).toMatchObject({ balance: 88n * UNITS });
    await say('case-close', row);
    expect(await caseOf(row.id)).toMatchObject({ state: 'closed', outcome: 'refunded', refunded: '20.00' });
    // C comes back at once: the supplier has the goods and owes it.
    expect(await money(row.id)).toMatchObject({ balance: 100n * UNITS });
    expect(await shown(row.id)).toMatchObject({ status: 'refunded', endReason: 'return_approved' });
    expect(await noticeKinds()).toEqual(['case_received']);
  });

  it('refunds by itself where the returned goods are not inspected', async () => {
    const row = await order('accepted');
    const { caseId } = await open(row, { type: 'return_refund' });
    await answer({ caseId, answer: 'approve' });
    await say('case-returned', row, { carrier: 'Blue Heron', tracking: 'BH 1' });
    await say('case-received', row);
    await user.wait(2 * day);
    expect(await caseOf(row.id)).toMatchObject({ state: 'closed', outcome: 'refunded' });
  });

  it('ends with an order that is refunded beside it', async () => {
    const row = await order('accepted');
    await open(row);
    const change = { orderId: row.id, event: 'partial_refund', party: 'platform' } as const;
    const part = apply(server, { ...change, decision: { partialAmount: UNITS } });
    await expect(part).rejects.toMatchObject({ detail: { reason: 'case_open' } });
    await say('refund', row, { fault: 'supplier', reason: 'Recalled.' });
    expect(await caseOf(row.id)).toMatchObject({ state: 'closed', outcome: 'order_ended' });
    const [stored] = await server.deps.db.select().from(orders).where(eq(orders.id, row.id));
    expect(stored).toMatchObject({ status: 'refunded', caseId: null, caseSince: null });
  });

  it('opens again once it is closed, and the newest is the order’s', async () => {
    const row = await order('accepted');
    const first = await open(row);
    await expect(open(row)).rejects.toMatchObject({ detail: { reason: 'case_open' } });
    await say('case-withdraw', row, { reason: 'Solved.' });
    server.clock.advance(hour);
    const second = await open(row);
    expect(second.caseId).not.toBe(first.caseId);
    expect((await info({ caseId: first.caseId })).data.case.state).toBe('closed');
    await say('case-withdraw', row, { reason: 'Solved again.' });
    expect(await shown(row.id)).toMatchObject({ afterSale: null, lastCaseId: second.caseId });
  });

  it('answers 404 for a case that does not exist, and for an order without one', async () => {
    for (const input of [{ caseId: 'case_none' }, { orderId: (await order('accepted')).id }])
      expect((await info(input)).code).toBe(codes.recordNotFound);
    expect((await info({})).code).toBe(codes.invalidParameter);
  });
});

describe('the cases that wait for the platform on PostgreSQL', () => {
  const server = useServer('postgres');
  let user: TestUser;
  let goodsId: string;
  const say = (name: string, order: string, flags: object = {}) => server.decide(name, { order, ...flags });
  const waiting = async (limit?: string) => {
    const flags = limit === undefined ? {} : { limit };
    const { list } = (await server.read('cases', flags)) as {
      list: { order: string; evidence: { url: string | null }[] }[];
    };
    return list;
  };
  const open = async (flags: object = {}) => {
    const { no } = await drive(server, await place(server, user, goodsId), 'shipped');
    await say('case-open', no, { reason: 'The lamp came broken.', code: 'damaged', ...flags });
    return no;
  };

  beforeAll(async () => {
    user = await server.addUser();
    goodsId = (await addListed(server, user)).id;
  });

  it('are listed from the end of the merchant’s time to the decision, the most urgent first, with what was shown', async () => {
    const first = await open({ amount: '5.00' });
    const picture = png(120).toString('base64');
    await say('case-evidence', first, { text: 'The shade is torn.', picture });
    await say('case-evidence', first, { party: 'supplier', text: 'Packed by two.' });
    expect(await waiting()).toEqual([]);
    await user.wait(24 * hour);
    const second = await open();
    await user.wait(24 * hour);
    expect((await waiting()).map(({ order }) => order)).toEqual([first]);
    const decideBy = new Date(server.clock.now().getTime() + server.deps.config.timing.caseReview);
    await user.wait(24 * hour);
    const found = await waiting();
    expect(found).toEqual([
      {
        id: expect.stringMatching(/^case_/),
        order: first,
        orderStatus: 'shipped',
        shopId: user.shopId,
        type: 'refund',
        code: 'damaged',
        reason: 'The lamp came broken.',
        fault: 'supplier',
        paid: '20.00',
        part: '5.00',
        openedAt: expect.any(String),
        decideBy: decideBy.toISOString(),
        evidence: [
          { by: 'buyer', text: 'The shade is torn.', url: expect.stringContaining('/private/') },
          { by: 'supplier', text: 'Packed by two.', url: null },
        ],
      },
      expect.objectContaining({ order: second, part: null, evidence: [] }),
    ]);
    expect((await server.app.request(found[0]?.evidence[0]?.url ?? '')).status).toBe(200);
    expect((await waiting('1')).map(({ order }) => order)).toEqual([first]);

    await say('case-decide', second, { result: 'reject', reason: 'The picture shows it whole.' });
    expect((await waiting()).map(({ order }) => order)).toEqual([first]);
    await say('case-decide', first, { result: 'approve', reason: 'The picture shows it.' });
    expect(await waiting()).toEqual([]);
    // Under appeal the answer to the appeal decides it.
    const [statement] = await server.deps.db
      .select()
      .from(statements)
      .where(eq(statements.kind, 'after_sale'));
    const token = await server.signIn(user);
    const appeal = { ref: statement?.id, text: 'It left whole.' };
    expect((await server.call('POST /v1/shop/appeal', appeal, { token })).code).toBe(codes.ok);
    expect(await waiting()).toEqual([]);
    const { list } = await server.read<{ list: object[] }>('appeals');
    expect(list).toMatchObject([{ kind: 'after_sale', about: first }]);
  });
});

describe('two answers at once on PostgreSQL', () => {
  it('are one: the case is answered once and money moves once', async () => {
    const server = await startTestServer('postgres');
    const user = await server.addUser();
    const { id } = await addListed(server, user);
    for (let round = 0; round < 4; round++) {
      const row = await drive(server, await place(server, user, id), 'accepted');
      const { id: caseId } = await server.decide<{ id: string }>('case-open', {
        order: row.id,
        reason: 'Broken.',
        code: 'damaged',
      });
      const send = (answer: 'approve' | 'reject') =>
        server.call('POST /v1/order/after-sale', { caseId, answer, reason: 'So.' }, { token: user.token });
      const answers = await Promise.all([send('approve'), send('reject'), send('approve')]);
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 203, 203]);
    }
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  });
});
