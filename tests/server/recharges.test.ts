// One file for one noun: channels, reports, decisions and the flow's rows stand on the same shop and channel.

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { conform } from '../../src/conform/conform.ts';
import { lineOf, verdictOf } from '../../src/conform/report.ts';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { bytesPerMb } from '../../src/contract/screen-limits.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { seedDemo } from '../../src/server/demo/seed.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { day } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { demoLogin } from '../../src/server/platform/config/demo-login.ts';
import { files, recharges } from '../../src/server/schema.ts';
import { seedHelp } from '../../src/server/services/help/seed-help.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { ether, tron, usableAccount } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import { asFile } from '../harness/form.ts';
import { verify } from '../harness/identity.ts';
import { passTime } from '../harness/pass-time.ts';
import { type Channels, hashOf, openTronChannel, operator, report } from '../harness/recharging.ts';
import { jpeg } from '../harness/sample-files.ts';
import { startTestServer, type TestUser } from '../harness/server.ts';
import { totalOf } from '../harness/total.ts';
import { useServer } from '../harness/use-server.ts';
import { decideOn, type Flow, type Wallet, withdraw } from '../harness/withdrawing.ts';

let words = 0;
const newHash = () => hashOf(`payment ${words++}`);

describe.each(kinds)('recharging on %s', (kind) => {
  const server = useServer(kind, { config: { operator } });
  let user: TestUser;
  let channelId: string;
  const call = <T>(name: string, input: object = {}, as = user) =>
    server.call<T>(name, input, { token: as.token, key: randomUUID() });
  const channels = async (as = user) => (await call<Channels>('GET /v1/pay/channel', {}, as)).data;
  const wallet = async () => (await call<Wallet>('POST /v1/user/wallet')).data;
  const flow = async (input: object = {}) => (await call<Flow>('POST /v1/user/wallet_flow', input)).data;
  const send = (amount: string, fields: Record<string, string | File> = {}, key?: string) =>
    report(server, user, { channelId, amount, txHash: newHash(), ...fields }, key);
  const reported = async (amount = '100.00') => (await send(amount)).data.recharge;
  const ops = (name: string, input: object) => server.decide<Record<string, string | null>>(name, input);
  const approve = (recharge: string, amount: string, more: object = {}) =>
    ops('recharge-approve', { recharge, amount, ...more });
  const reject = (recharge: string, more: object = {}) =>
    ops('recharge-reject', { recharge, code: 'not_arrived', reason: 'Nothing at block 7.', ...more });
  const available = (as = user) => balanceOf(server.deps.db, `M.available:${as.shopId}`);
  const restrict = (restriction: string) =>
    ops('restrict', { shop: user.shopId, kind: restriction, facts: 'Facts.', rule: 'Terms 9.1' });

  beforeAll(async () => {
    channelId = (await openTronChannel(server, { confirmations: '20', minutes: '10' })).id;
  });
  beforeEach(async () => {
    user = await server.addUser();
    await verify(server, user);
  });

  describe('a channel', () => {
    it('shows network, address, minimum, maximum and its operator, before anything is paid', async () => {
      expect(await channels()).toEqual({
        list: [
          {
            id: channelId,
            name: 'USDT',
            rail: 'chain',
            network: 'TRON (TRC-20)',
            hashPrefix: '',
            asset: 'USDT',
            rate: null,
            address: tron[0],
            qr: tron[0],
            min: '20.00',
            max: '200.00',
            fee: '0.00',
            confirmations: 20,
            expectedMinutes: 10,
            doNotSend: false,
          },
        ],
        currency: 'USD',
        operator: { legalName: 'Example Trading Ltd', licence: 'L-1', contact: 'complaints@example.com' },
        unavailable: null,
        restriction: null,
        newShop: { cap: '200.00', left: '200.00', trialWithdrawal: '10.00' },
      });
    });

    it('shows no address to a user who could not be credited', async () => {
      const stranger = await server.addUser();
      const shown = await channels(stranger);
      expect(shown).toMatchObject({ unavailable: 'identity', list: [{ address: '', qr: null }] });
      expect(JSON.stringify(shown)).not.toContain(tron[0]);
    });

    it('is hidden while the wallet is frozen, and says why', async () => {
      await restrict('wallet_frozen');
      expect(await channels()).toMatchObject({
        list: [],
        unavailable: 'wallet_frozen',
        restriction: { kind: 'wallet_frozen', facts: 'Facts.', appeal: expect.stringMatching(/^\/appeal/) },
      });
    });

    it.each(['licence', 'address', 'complaint', 'legalName'] as const)(
      'is not offered while the operator’s %s is unknown',
      async (missing) => {
        const nameless = { ...operator, [missing]: '' };
        const other = await startTestServer(kind, {
          config: { operator: nameless },
          database: server.database,
          start: server.clock.now().toISOString(),
        });
        const answer = await other.call('GET /v1/pay/channel', {}, { token: user.token });
        expect(answer.data).toMatchObject({ list: [], unavailable: 'operator', operator: null });
        expect(answer.text).not.toContain(tron[0]);
        const refused = await report(other, user, { channelId, amount: '50.00', txHash: newHash() });
        expect(refused.code).toBe(codes.recordNotFound);
        await other.close();
      },
    );

    it.each([
      ['an address that fails its checksum', { address: `${tron[0].slice(0, -1)}u` }],
      ['an address of another network', { address: ether }],
    ])('does not open with %s', async (_, more) => {
      await expect(openTronChannel(server, more)).rejects.toMatchObject({
        code: codes.invalidParameter,
        detail: { field: 'address' },
      });
    });

    it('takes nothing new once it is closed, and what was reported is still decided on', async () => {
      const { id } = await openTronChannel(server, { name: 'Old' });
      const { data } = await send('50.00', { channelId: id });
      await ops('channel-close', { channel: id, reason: 'New address.' });
      expect((await send('50.00', { channelId: id })).code).toBe(codes.recordNotFound);
      expect((await channels()).list.map((row) => row.name)).toEqual(['USDT']);
      await approve(data.recharge.no, '50.00');
      expect(await available()).toBe(50n * UNITS);
    });
  });

  it('changes no balance before it is approved, and stands among the rows with its date', async () => {
    const recharge = await reported();
    expect(recharge).toMatchObject({
      status: 'moderated',
      step: 'under_review',
      amount: '100.00',
      received: null,
      channel: 'USDT',
      expectedBy: new Date(server.clock.now().getTime() + day).toISOString(),
      timeline: [{ step: 'under_review', at: server.clock.now().toISOString() }],
    });
    expect((await wallet()).balance).toBe('0.00');
    const { list, totals, closing } = await flow();
    expect(list).toEqual([
      expect.objectContaining({
        kind: 'recharge',
        status: 'moderated',
        amount: '100.00',
        balanceAfter: null,
        direction: 'in',
        refType: 'recharge',
        refNo: recharge.no,
        recharge,
        withdrawal: null,
      }),
    ]);
    expect([totals, closing]).toEqual([{ in: '0.00', out: '0.00' }, '0.00']);
  });

  it('credits what arrived, and explains the difference', async () => {
    const { id, no } = await reported();
    await expect(approve(no, '99.00')).rejects.toMatchObject({ code: codes.parameterMissing });
    expect((await wallet()).balance).toBe('0.00');
    server.clock.advance(day / 4);
    expect(await approve(id, '99.00', { code: 'network_fee', reason: 'TRON kept 1.00.' })).toMatchObject({
      status: 'completed',
      received: '99.00',
      balance: '99.00',
    });
    const { list } = await flow();
    expect(list).toEqual([
      expect.objectContaining({
        amount: '99.00',
        balanceAfter: '99.00',
        status: 'completed',
        refNo: no,
        reason: 'The network deducted a fee. TRON kept 1.00.',
        recharge: expect.objectContaining({ amount: '100.00', received: '99.00', step: 'confirmed' }),
      }),
    ]);
    expect(list[0]?.recharge?.timeline.map(({ step }) => step)).toEqual(['under_review', 'confirmed']);
    expect((await wallet()).balance).toBe('99.00');
    await expect(approve(no, '99.00', { code: 'network_fee' })).rejects.toMatchObject({
      code: codes.invalidOperation,
    });
    await expect(reject(no)).rejects.toMatchObject({ code: codes.invalidOperation });
  });

  it('is approved once, by whichever decision is first', async () => {
    const { no } = await reported('50.00');
    const results = await Promise.allSettled([approve(no, '50.00'), approve(no, '50.00'), reject(no)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const approved = results.slice(0, 2).some(({ status }) => status === 'fulfilled');
    expect(await available()).toBe(approved ? 50n * UNITS : 0n);
  });

  it('says why it was refused and what now; money that came goes back to its sender', async () => {
    const before = await totalOf(server.deps.db, 'world:rail');
    const { no } = await reported();
    await reject(no, { code: 'not_the_sender', arrived: '100.00' });
    expect(await totalOf(server.deps.db, 'P.clearing')).toBe(100n * UNITS);
    const { list } = await flow({ kinds: ['recharge'] });
    expect(list[0]).toMatchObject({
      status: 'failed',
      balanceAfter: null,
      recharge: {
        step: 'rejected',
        reasonCode: 'not_the_sender',
        reason: expect.stringMatching(/someone else.*block 7/),
        nextStep: expect.stringMatching(/will go back to the sender/),
      },
    });
    await ops('recharge-sent-back', { recharge: no, proof: 'BACK-1' });
    expect(await totalOf(server.deps.db, 'P.clearing')).toBe(0n);
    expect(await totalOf(server.deps.db, 'world:rail')).toBe(before);
    await expect(ops('recharge-sent-back', { recharge: no, proof: 'BACK-2' })).rejects.toMatchObject({
      detail: { reason: 'nothing_to_send_back' },
    });
    expect((await wallet()).balance).toBe('0.00');
  });

  it('takes one payment once, with a link to its first use, and to nothing of another shop', async () => {
    const txHash = newHash();
    const first = await send('50.00', { txHash });
    const again = await send('60.00', { txHash: txHash.toUpperCase() });
    expect(again).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'proof_used', params: { no: first.data.recharge.no, id: first.data.recharge.id } },
    });
    const stranger = await server.addUser();
    await verify(server, stranger);
    const reportedByStranger = () => report(server, stranger, { channelId, amount: '50.00', txHash });
    // While none of the two is counted, an operator decides which shop has sent it.
    const foreign = await reportedByStranger();
    expect(foreign.code).toBe(codes.ok);
    expect(foreign.text).not.toContain(first.data.recharge.no);
    // Refused, it may be reported again: it was another shop's, or too early.
    await reject(foreign.data.recharge.no);
    await approve(first.data.recharge.no, '50.00');
    const counted = await reportedByStranger();
    expect(counted).toMatchObject({ code: codes.invalidOperation, data: { reason: 'proof_used' } });
    expect(counted.text).not.toContain(first.data.recharge.no);
  });

  it('a recharge that was booked for the wrong shop is taken back there, and credited to the right one', async () => {
    const txHash = newHash();
    const other = await server.addUser();
    await ops('recharge-book', { shop: other.shopId, amount: '50.00', proof: txHash });
    const { data } = await call<Flow>('POST /v1/user/wallet_flow', {}, other);
    const [transaction = ''] = data.list[0]?.id.split('-') ?? [];
    await ops('reverse', { shop: other.shopId, transaction, reason: 'Booked for the wrong shop.' });
    expect(await available(other)).toBe(0n);
    server.clock.advance(14 * day);
    await runDue(server.deps);
    user.token = await server.signIn(user);
    await approve((await send('50.00', { txHash })).data.recharge.no, '50.00');
    expect(await available()).toBe(50n * UNITS);
  });

  it('stores nothing when it is refused', async () => {
    const etc = { txHash: `0x${newHash()}` };
    const refused: [string, Record<string, string | File>, number, object][] = [
      ['19.99', {}, codes.belowMinimumDeposit, { field: 'amount', params: { min: '20.00' } }],
      ['200.01', {}, codes.invalidParameter, { reason: 'new_shop_cap', params: { max: '200.00' } }],
      ['50.00', { channelId: 'chn_none' }, codes.recordNotFound, { field: 'channelId' }],
      ['50.00', etc, codes.invalidParameter, { field: 'txHash', params: { kind: 'tx_hash' } }],
      ['50.00', { txHash: 'abc' }, codes.invalidParameter, { field: 'txHash' }],
      [
        '50.00',
        { certificate: asFile(Buffer.from('<html>'), 'proof.jpg') },
        codes.invalidParameter,
        { field: 'certificate', reason: 'file_kind' },
      ],
      [
        '50.00',
        { certificate: asFile(Buffer.concat([jpeg(), Buffer.alloc(5 * bytesPerMb)])) },
        codes.invalidParameter,
        { params: { maxMb: 5 } },
      ],
    ];
    const countFiles = async () =>
      (await server.deps.db.select().from(files).where(eq(files.shopId, user.shopId))).length;
    const before = await countFiles();
    for (const [amount, fields, code, data] of refused)
      expect(await send(amount, fields)).toMatchObject({ code, data });
    const rows = await server.deps.db.select().from(recharges).where(eq(recharges.shopId, user.shopId));
    expect([rows, await countFiles()]).toEqual([[], before]);
  });

  it('asks for the bank’s reference where a bank is paid', async () => {
    const { id } = (await ops('channel-open', { name: 'Bank', asset: 'USD', address: 'DEMO 00 1234' })) as {
      id: string;
    };
    const refused = await report(server, user, { channelId: id, amount: '50.00', txHash: newHash() });
    expect(refused).toMatchObject({ code: codes.parameterMissing, data: { field: 'bankRef' } });
    const { data } = await report(server, user, { channelId: id, amount: '50.00', bankRef: 'REF 7' });
    expect(data.recharge).toMatchObject({ proof: 'REF 7', channel: 'Bank' });
    for (const bankRef of ['ref-7', 'Ref\u200b 7', '\uff32\uff25\uff26 7'])
      expect(await report(server, user, { channelId: id, amount: '50.00', bankRef })).toMatchObject({
        code: codes.invalidOperation,
        data: { reason: 'proof_used', params: { no: data.recharge.no } },
      });
    await ops('channel-close', { channel: id, reason: 'r' });
  });

  it('is refused to a user who is not verified: 409', async () => {
    const stranger = await server.addUser();
    expect(await report(server, stranger, { channelId, amount: '50.00', txHash: newHash() })).toMatchObject({
      code: codes.insufficientPermissions,
      data: { reason: 'identity' },
    });
  });

  it('is refused while the wallet is frozen: 450 with the statement', async () => {
    const waiting = await reported('20.00');
    await restrict('wallet_frozen');
    expect(await send('50.00')).toMatchObject({
      code: codes.walletFrozen,
      data: { restriction: { kind: 'wallet_frozen' } },
    });
    // What was sent before is the merchant's, and is credited.
    await approve(waiting.no, '20.00');
    expect(await available()).toBe(20n * UNITS);
  });

  it('grows large only after a first withdrawal has been paid', async () => {
    await approve((await reported('150.00')).no, '150.00');
    expect((await channels()).newShop).toMatchObject({ left: '50.00' });
    expect(await send('50.01')).toMatchObject({ data: { reason: 'new_shop_cap', params: { max: '50.00' } } });
    const refused = await reported('50.00');
    expect((await channels()).newShop).toMatchObject({ left: '0.00' });
    await reject(refused.no);
    const { id: accountId } = await usableAccount(server, user);
    const { data } = await withdraw(server, user, { amount: '10.00', accountId });
    await decideOn(server, data.withdrawal.no, 'approve');
    expect((await channels()).newShop).not.toBeNull();
    await decideOn(server, data.withdrawal.no, 'paid');
    expect(await channels()).toMatchObject({ newShop: null, list: [{ max: '50000.00' }] });
    expect((await send('50000.00')).code).toBe(codes.ok);
    expect(await send('50000.01')).toMatchObject({
      code: codes.invalidParameter,
      data: { field: 'amount', params: { kind: 'max_value', max: '50000.00' } },
    });
  });

  it('is refused beyond the limit of open reports, also for several that are sent at once, until one is decided', async () => {
    const { id: accountId } = await usableAccount(server, user);
    await approve((await reported()).no, '100.00');
    const { data } = await withdraw(server, user, { amount: '10.00', accountId });
    await decideOn(server, data.withdrawal.no, 'approve');
    await decideOn(server, data.withdrawal.no, 'paid');
    for (let n = 0; n < 18; n++) expect((await send('20.00')).code).toBe(codes.ok);
    const answers = await Promise.all(['20.00', '20.00', '20.00', '20.00'].map((amount) => send(amount)));
    const [first, ...rest] = answers.filter(({ code }) => code === codes.ok);
    expect(rest).toHaveLength(1);
    expect(answers.find(({ code }) => code !== codes.ok)).toMatchObject({
      code: codes.invalidOperation,
      msg: 'Top-ups already under review: 20. You can report this payment once one has been reviewed.',
      data: { reason: 'too_many_reports', params: { max: 20 } },
    });
    await reject(first?.data.recharge.no ?? '');
    expect((await send('20.00')).code).toBe(codes.ok);
    expect((await send('20.00')).code).toBe(codes.invalidOperation);
  });

  it('says once that it is late', async () => {
    const { no } = await reported();
    await passTime(server, user, day + 1);
    await runDue(server.deps);
    await runDue(server.deps);
    expect((await flow({ refNo: no })).list[0]?.recharge?.overdue).toBe(true);
    const { list } = (await call<Output<'POST /v1/notify/list'>>('POST /v1/notify/list', { type: 'money' }))
      .data;
    expect(list.filter(({ title }) => title.includes('is late'))).toHaveLength(1);
  });

  it('shows its operator the certificate by a link, and the merchant’s words', async () => {
    const { no } = await reported();
    const { list } = (await server.read('recharges')) as unknown as {
      list: { no: string; certificate: string }[];
    };
    const link = list.find((row) => row.no === no)?.certificate ?? '';
    const answer = await server.app.request(link);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('keeps its place among the rows, page by page, and no row twice', async () => {
    for (let round = 0; round < 3; round++) {
      await server.fund(user.shopId, UNITS);
      await reported('20.00');
      await reported('20.00');
    }
    const seen: Flow['list'] = [];
    let cursor: string | undefined;
    do {
      const page = await flow({ limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.list);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(9);
    expect(seen.map(({ status }) => (status === 'moderated' ? 'r' : 'f')).join('')).toBe('rrfrrfrrf');
    const { opening, closing, totals } = await flow();
    expect([opening, closing, totals.in]).toEqual(['0.00', '3.00', '3.00']);
    expect((await flow({ kinds: ['recharge'], direction: 'out' })).list).toEqual([]);
    expect((await flow({ account: 'shop' })).list).toEqual([]);
    const { data } = await call<Flow>('POST /v1/user/wallet_flow', { format: 'csv' });
    const csv = await (await server.app.request(data.fileUrl ?? '')).text();
    expect(csv.trim().split('\r\n')).toHaveLength(4);
  });
});

describe('a wallet', () => {
  it('never holds more than its answer can say', async () => {
    const server = await startTestServer('postgres', { config: { operator } });
    server.deps.config.limits = { ...server.deps.config.limits, maximumDeposit: '999999999999' };
    const user = await server.addUser();
    const book = (amount: string) => {
      const booked = { shop: user.shopId, amount, proof: randomUUID() };
      return server.decide('recharge-book', booked);
    };
    await expect(book('999999999999')).rejects.toMatchObject({
      code: codes.invalidOperation,
      detail: { reason: 'account_full' },
    });
    await book('200000000000');
    await expect(book('200000000000')).rejects.toMatchObject({ detail: { reason: 'account_full' } });
    const { code, data } = await server.call('POST /v1/user/wallet', {}, { token: user.token });
    expect([code, data.total]).toEqual([codes.ok, '200000000000.00']);
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  });
});

const env = { NODE_ENV: 'test', SOUK_DEMO: '1', SOUK_CURRENCY: 'JPY' };

describe('a demo with yen as its money', () => {
  const server = useServer('postgres', { config: { ...readConfig(env), passwordCost: 16 } });
  let token: string;
  beforeAll(async () => {
    await seedHelp(server.deps);
    await seedDemo(server.deps);
    const { username, password } = demoLogin;
    const { data } = await server.call<{ token: string }>('POST /login', { username, password });
    token = data.token;
  });

  it('answers every call that a screen reads from, to the letter of the contract', async () => {
    const findings = await conform(
      { url: '/api', fetch: (url, init) => server.app.request(url, init) },
      token,
    );
    expect(findings.filter(({ faults }) => faults.length > 0).map(lineOf)).toEqual([]);
    expect(verdictOf(findings)).toBe('conforms to the contract');
  });

  it.each(['GET /v1/me', 'POST /v1/user/wallet', 'POST /v1/order/list', 'POST /v1/home/stat'])(
    'names its currency in %s',
    async (name) => {
      const { code, data } = await server.call<{ currency: string }>(name, {}, { token });
      expect([code, data.currency]).toEqual([200, 'JPY']);
    },
  );

  it('sells at prices without decimals', async () => {
    const { data } = await server.call('POST /v1/goods/list', {}, { token });
    const amounts = data.list.flatMap(({ cost, suggestedPrice, fee, expectedProfit }) => [
      cost,
      suggestedPrice,
      fee,
      expectedProfit,
    ]);
    expect(amounts.filter((amount) => !amount.endsWith('.00'))).toEqual([]);
  });

  it('quotes an order to be paid and an amount to be withdrawn', async () => {
    const orders = await server.call('POST /v1/order/list', { status: 'pending_payment' }, { token });
    const [order] = orders.data.list;
    const paying = await server.call<{ currency: string }>(
      'POST /v1/quote',
      { kind: 'order', orderIds: [order?.id] },
      { token },
    );
    expect([paying.code, paying.data.currency]).toEqual([200, 'JPY']);
    const accounts = await server.call('POST /v1/user/bank/list', {}, { token });
    const [account] = accounts.data.list;
    const withdrawing = await server.call<{ currency: string }>(
      'POST /v1/quote',
      { kind: 'withdraw', amount: '50', accountId: account?.id },
      { token },
    );
    expect([withdrawing.code, withdrawing.data.currency]).toEqual([200, 'JPY']);
  });
});
