import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { balanceOf } from '../../src/server/ledger/ledger.ts';
import { day } from '../../src/server/platform/clock.ts';
import type { Deps } from '../../src/server/platform/context.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { Refusal } from '../../src/server/platform/refuse.ts';
import { recharges, statements, transactions } from '../../src/server/schema.ts';
import { bookRecharge } from '../../src/server/services/recharges/book-recharge.ts';
import { confirmRecharge, rejectRecharge } from '../../src/server/services/recharges/decide-recharge.ts';
import { reportRecharge } from '../../src/server/services/recharges/report-recharge.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { ether } from '../harness/bank.ts';
import { type Kind, kinds } from '../harness/database.ts';
import { decide } from '../harness/decide.ts';
import { asFile } from '../harness/form.ts';
import { verify } from '../harness/identity.ts';
import { hashOf, openTronChannel, operator } from '../harness/recharging.ts';
import { jpeg } from '../harness/sample-files.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { totalOf } from '../harness/total.ts';

let words = 0;
/** Returns a reference that no other test has. */
const newReference = () => `INV-${1000 + words++}/26`;
const newHash = () => hashOf(`same payment ${words++}`);
const proofUsed = { code: codes.invalidOperation, detail: { reason: 'proof_used' } };
const proofUsedBy = (no: string) => ({
  code: codes.invalidOperation,
  detail: {
    reason: 'proof_used',
    params: { no },
    message: expect.stringContaining(`name ${no} in "distinctFrom"`),
  },
});

type Work = (deps: Deps) => Promise<unknown>;

/** Opens a server with a chain and two banks to recharge by, and two shops for each test. */
function useTwoShops(kind: Kind) {
  const market = {} as {
    server: TestServer;
    one: TestUser;
    other: TestUser;
    chain: string;
    etherChain: string;
    bank: string;
    otherBank: string;
  };
  const openBank = async (name: string) => {
    const channel = { name, asset: 'USD', address: 'DEMO 00 1234' };
    const { id } = (await decide(market.server.deps, 'channel-open', channel, 'rosa')) as { id: string };
    return id;
  };
  beforeAll(async () => {
    market.server = await startTestServer(kind, { config: { operator } });
    const { config } = market.server.deps;
    config.limits = { ...config.limits, newShopDepositCap: '5000.00' };
    market.chain = (await openTronChannel(market.server)).id;
    const etherChannel = { name: 'USDT on ETC', network: 'etc', address: ether };
    market.etherChain = (await openTronChannel(market.server, etherChannel)).id;
    market.bank = await openBank('Harbour Bank');
    market.otherBank = await openBank('Hill Bank');
  });
  afterAll(async () => {
    expect((await audit(market.server.deps.db)).findings).toEqual([]);
    await market.server.close();
  });
  beforeEach(async () => {
    market.one = await market.server.addUser();
    market.other = await market.server.addUser();
    await verify(market.server, market.one);
    await verify(market.server, market.other);
  });

  /** Returns the report of a payment of 50.00: a hash over the chain, a reference over a bank. */
  const report =
    ({ shopId, userId }: TestUser, channelId: string, proof: string) =>
    (deps: Deps) => {
      const certificate = asFile(jpeg(), 'proof.jpg');
      const isOnChain = [market.chain, market.etherChain].includes(channelId);
      const [txHash, bankRef] = isOnChain ? [proof, undefined] : [undefined, proof];
      const input = { channelId, amount: '50.00', txHash, bankRef, certificate };
      return reportRecharge(deps, { shopId, userId }, input);
    };
  const decision = (name: string, flags: object) => (deps: Deps) => decide(deps, name, flags, 'rosa');
  const run = <T>(work: (deps: Deps) => Promise<T>): Promise<T> =>
    inTransaction(market.server.deps.db, (db) => work({ ...market.server.deps, db }));
  const available = ({ shopId }: TestUser) => balanceOf(market.server.deps.db, `M.available:${shopId}`);
  return {
    market,
    run,
    report,
    /** Reports a payment and returns the number of the recharge. */
    reported: async (...payment: Parameters<typeof report>) => (await run(report(...payment))).no,
    approve: (recharge: string, more: object = {}) =>
      decision('recharge-approve', { recharge, amount: '50.00', ...more }),
    reject: (recharge: string, more: object = {}) =>
      decision('recharge-reject', { recharge, code: 'not_the_sender', reason: 'Another name.', ...more }),
    book: ({ shopId: shop }: TestUser, proof: string, more: object = {}) =>
      decision('recharge-book', { shop, amount: '50.00', proof, ...more }),
    /** Takes a whole recharge back on the date of its correction, and returns the number of the appeal against that. */
    takeBack: async (user: TestUser, no: string) => {
      const { deps, clock } = market.server;
      const [posting] = await deps.db
        .select({ seq: transactions.seq })
        .from(transactions)
        .innerJoin(recharges, eq(recharges.id, transactions.ref))
        .where(and(eq(recharges.no, no), eq(transactions.kind, 'recharge')));
      const reversal = { shop: user.shopId, transaction: String(posting?.seq), reason: 'It never came.' };
      const { statementId } = (await run(decision('reverse', reversal))) as { statementId: string };
      clock.advance(14 * day);
      await runDue(deps);
      const appeal = { ref: statementId, text: 'The bank shows what I sent.' };
      const token = await market.server.signIn(user);
      const { data } = await market.server.call('POST /v1/shop/appeal', appeal, { token });
      return data.appeal.no;
    },
    giveBack: (appeal: string, more: object = {}) =>
      decision('appeal-decide', { appeal, outcome: 'reversed', reason: 'The bank was asked.', ...more }),
    /** Returns how much both shops have, in whole units. */
    credited: async () => ((await available(market.one)) + (await available(market.other))) / UNITS,
  };
}

describe.each(kinds)('a payment to a bank on %s', (kind) => {
  const { market, run, report, reported, approve, reject, book, giveBack, credited } = useTwoShops(kind);

  it('is reported and booked once, whatever signs its reference is written with', async () => {
    const reference = newReference();
    const number = reference.slice(4, 8);
    await run(approve(await reported(market.one, market.bank, reference)));
    const spelt = ['INV.#.26', 'inv_#/26', 'INV–#–26', 'INV،# 26', 'I\ufe0fNV \u3164#ー26', 'INV#̣26'];
    for (const spelling of spelt) {
      const proof = spelling.replace('#', number);
      await expect(run(report(market.other, market.bank, proof)), proof).rejects.toMatchObject(proofUsed);
      await expect(run(book(market.other, proof)), proof).rejects.toMatchObject(proofUsed);
    }
    expect(await credited()).toBe(50n);
  });

  it('is found by letters of another script, without signs, where its reference has no others', async () => {
    await run(approve(await reported(market.one, market.bank, 'ОПЛАТА ЗА МАЙ')));
    for (const proof of ['ОПЛАТА/ЗА.МАЙ', 'ОПЛАТА—ЗА،МА\u0301Й', 'О\ufe0fПЛАТА★ЗА МАЙ'])
      await expect(run(report(market.other, market.bank, proof)), proof).rejects.toMatchObject(proofUsed);
    expect(await credited()).toBe(50n);
  });

  it('is another one where letters of another script differ, though the digits are the same', async () => {
    for (const [user, proof] of [
      [market.one, 'حوالة 1277'],
      [market.other, 'تحويل 1277'],
    ] as const)
      await run(approve(await reported(user, market.bank, proof)));
    expect(await credited()).toBe(100n);
  });

  it('is reported over another channel, and credited where an operator has seen two payments', async () => {
    const reference = newReference();
    const first = await reported(market.one, market.bank, reference);
    await run(approve(first));
    const second = await reported(market.other, market.otherBank, reference);
    await expect(run(approve(second))).rejects.toMatchObject(proofUsedBy(first));
    await expect(run(approve(second, { distinctFrom: second }))).rejects.toMatchObject(proofUsedBy(first));
    expect(await credited()).toBe(50n);
    await run(approve(second, { distinctFrom: first }));
    expect(await credited()).toBe(100n);
    // The operator looked at the first alone.
    await expect(run(book(market.one, reference, { distinctFrom: first }))).rejects.toMatchObject(
      proofUsedBy(second),
    );
    await run(book(market.one, reference, { distinctFrom: `${first}, ${second}` }));
    expect(await credited()).toBe(150n);
  });

  it('is set apart once, to be sent back once', async () => {
    const reference = newReference();
    const first = await reported(market.one, market.bank, reference);
    const second = await reported(market.other, market.otherBank, reference);
    const before = await totalOf(market.server.deps.db, 'P.clearing');
    await run(reject(first, { arrived: '50.00' }));
    const arrived = { arrived: '50.00' };
    await expect(run(reject(second, arrived))).rejects.toMatchObject(proofUsedBy(first));
    await expect(run(approve(second))).rejects.toMatchObject(proofUsedBy(first));
    expect(await totalOf(market.server.deps.db, 'P.clearing')).toBe(before + 50n * UNITS);
    await run(reject(second, { ...arrived, distinctFrom: first }));
    expect(await totalOf(market.server.deps.db, 'P.clearing')).toBe(before + 100n * UNITS);
  });

  it('is reported by the shop that sent it too, where a stranger was first, and an operator sees both', async () => {
    const reference = newReference();
    const stranger = await reported(market.other, market.bank, reference);
    market.server.clock.advance(1);
    const own = await reported(market.one, market.bank, reference.replace('/', '.'));
    market.server.clock.advance(1);
    const overOther = await reported(market.one, market.otherBank, reference);
    const sameAs = async (no: string) => {
      const { list } = (await market.server.read('recharges', { limit: 200 })) as {
        list: { no: string; sameAs: string[] }[];
      };
      return list.find((row) => row.no === no)?.sameAs;
    };
    expect(await sameAs(stranger)).toEqual([own, overOther]);
    expect(await sameAs(own)).toEqual([stranger, overOther]);
    expect(await sameAs(await reported(market.one, market.bank, newReference()))).toEqual([]);
    await run(approve(own));
    await expect(run(approve(stranger))).rejects.toMatchObject(proofUsedBy(own));
    expect(await sameAs(stranger)).toEqual([own, overOther]);
    await run(reject(stranger, { code: 'not_arrived' }));
    expect(await sameAs(overOther)).toEqual([own]);
    await expect(run(report(market.other, market.bank, reference))).rejects.toMatchObject(proofUsed);
    expect(await credited()).toBe(50n);
  });

  it('is not set apart for its sender while another shop reports it too', async () => {
    const reference = newReference();
    const stranger = await reported(market.other, market.bank, reference);
    const own = await reported(market.one, market.bank, reference);
    await expect(run(reject(stranger, { arrived: '50.00' }))).rejects.toMatchObject({
      ...proofUsed,
      detail: { reason: 'reported_twice', params: { no: own }, message: expect.stringContaining(own) },
    });
    await run(reject(stranger, { code: 'not_arrived' }));
    await run(approve(own));
    expect(await credited()).toBe(50n);
  });

  it('is set apart for each of two senders, where an operator has seen that both wrote one reference', async () => {
    const reference = newReference();
    const first = await reported(market.one, market.bank, reference);
    const second = await reported(market.other, market.bank, reference);
    const before = await totalOf(market.server.deps.db, 'P.clearing');
    await run(reject(first, { arrived: '50.00', distinctFrom: second }));
    await run(reject(second, { arrived: '40.00', distinctFrom: first }));
    expect((await totalOf(market.server.deps.db, 'P.clearing')) - before).toBe(90n * UNITS);
  });

  it('is under review once more after an appeal, though another shop has reported it meanwhile', async () => {
    const reference = newReference();
    const own = await reported(market.one, market.bank, reference);
    await run(reject(own, { code: 'not_arrived' }));
    await run(report(market.other, market.bank, reference));
    const { deps } = market.server;
    const [statement] = await deps.db
      .select({ ref: statements.id })
      .from(statements)
      .where(eq(statements.shopId, market.one.shopId));
    const appeal = { ref: statement?.ref, text: 'The bank shows what I sent.' };
    const token = await market.server.signIn(market.one);
    const { data } = await market.server.call('POST /v1/shop/appeal', appeal, { token });
    await run(giveBack(data.appeal.no));
    await run(approve(own));
    expect(await credited()).toBe(50n);
  });

  it('is refused without money that arrived, though another one has its reference', async () => {
    const reference = newReference();
    await run(approve(await reported(market.one, market.bank, reference)));
    await run(reject(await reported(market.other, market.otherBank, reference), { code: 'not_arrived' }));
    expect(await credited()).toBe(50n);
  });

  it('is one payment on a chain of Ethereum, though its booking has no 0x', async () => {
    const [booked, confirmed] = [newHash(), newHash()];
    await run(book(market.one, booked));
    await expect(run(report(market.other, market.etherChain, `0x${booked}`))).rejects.toMatchObject(
      proofUsed,
    );
    await run(approve(await reported(market.one, market.etherChain, `0x${confirmed}`)));
    for (const proof of [confirmed, ` 0X${confirmed.toUpperCase()}`])
      await expect(run(book(market.other, proof)), proof).rejects.toMatchObject(proofUsed);
    expect(await credited()).toBe(100n);
  });

  it('is never another one on a chain, where a hash is one payment', async () => {
    const hash = newHash();
    const first = await reported(market.one, market.chain, hash);
    await run(approve(first));
    await expect(run(book(market.other, hash, { distinctFrom: first }))).rejects.toMatchObject({
      ...proofUsed,
      detail: { params: { no: first }, message: expect.stringContaining('a hash is one payment') },
    });
    expect(await credited()).toBe(50n);
  });
});

describe.each(kinds)(
  'a payment that a correction took back whole, before its appeal succeeds, on %s',
  (kind) => {
    const { market, run, reported, approve, book, takeBack, giveBack, credited } = useTwoShops(kind);

    it('is not credited again where its hash was credited to another shop meanwhile', async () => {
      const hash = newHash();
      const first = await reported(market.one, market.chain, hash);
      await run(approve(first));
      const appeal = await takeBack(market.one, first);
      const { no } = (await run(book(market.other, hash))) as { no: string };
      await expect(run(giveBack(appeal))).rejects.toMatchObject({
        ...proofUsed,
        detail: {
          params: { no },
          message: expect.stringContaining(`${no}, of 50.00, has this hash already`),
        },
      });
      expect(await credited()).toBe(50n);
    });

    it('is credited again where an operator has seen that another bank had the same reference', async () => {
      const reference = newReference();
      const first = await reported(market.one, market.bank, reference);
      await run(approve(first));
      const appeal = await takeBack(market.one, first);
      const second = await reported(market.other, market.otherBank, reference);
      await run(approve(second));
      await expect(run(giveBack(appeal))).rejects.toMatchObject(proofUsedBy(second));
      expect(await credited()).toBe(50n);
      await run(giveBack(appeal, { distinctFrom: second }));
      expect(await credited()).toBe(100n);
    });
  },
);

describe('one payment that two transactions count at once on PostgreSQL', () => {
  const { market, run, report, reported, approve, reject, book, takeBack, giveBack, credited } =
    useTwoShops('postgres');
  const isWaiting = sql`
    select 1 from pg_locks where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;

  /** Lets the second begin before the first commits, and returns its refusal. */
  const refusalOfSecond = async (first: Work, second: Work): Promise<unknown> => {
    let isOver = false;
    let refusal: Promise<unknown> = Promise.resolve();
    await run(async (deps) => {
      await first(deps);
      refusal = run(second)
        .then(
          () => 'carried out',
          (error: unknown) => error,
        )
        .finally(() => {
          isOver = true;
        });
      const hasMet = async () => isOver || (await queryRows(market.server.deps.db, isWaiting)).length > 0;
      await expect.poll(hasMet, { timeout: 20_000 }).toBe(true);
    });
    return refusal;
  };

  it('is credited to one of two shops: approved for it, and booked for the other', async () => {
    const hash = newHash();
    const approval = approve(await reported(market.one, market.chain, hash));
    expect(await refusalOfSecond(approval, book(market.other, hash))).toMatchObject(proofUsed);
    const next = newHash();
    const later = approve(await reported(market.one, market.chain, next));
    expect(await refusalOfSecond(book(market.other, next), later)).toMatchObject(proofUsed);
    expect(await credited()).toBe(100n);
  });

  it('is credited to one of two shops: given back to it after its appeal, or booked for the other', async () => {
    const hash = newHash();
    const first = await reported(market.one, market.chain, hash);
    await run(approve(first));
    const appeal = await takeBack(market.one, first);
    expect(await refusalOfSecond(book(market.other, hash), giveBack(appeal))).toMatchObject(proofUsed);
    expect(await credited()).toBe(50n);
  });

  it('is credited, or set apart to be sent back', async () => {
    const hash = newHash();
    const setApart = reject(await reported(market.one, market.chain, hash), { arrived: '50.00' });
    expect(await refusalOfSecond(setApart, book(market.other, hash))).toMatchObject(proofUsed);
    expect(await credited()).toBe(0n);
  });

  it('is reported once by each of two shops, however they spell it', async () => {
    const reference = newReference();
    const respelt = reference.replace('/', '.');
    const reports = [
      report(market.one, market.bank, reference),
      report(market.other, market.bank, respelt),
    ] as const;
    expect(await refusalOfSecond(...reports)).toBe('carried out');
    await expect(run(report(market.one, market.bank, respelt))).rejects.toMatchObject(proofUsed);
    await expect(run(report(market.other, market.bank, reference))).rejects.toMatchObject(proofUsed);
  });

  // Without the second try that inTransaction gives: a deadlock is a failure here.
  it('is reported, approved, booked and set apart without a deadlock', async () => {
    const rounds = 6;
    for (let round = 0; round < rounds; round++) {
      const references = [newReference(), newReference()];
      const open = [];
      for (const reference of references) {
        open.push(await run(report(market.one, market.bank, reference)));
        open.push(await run(report(market.other, market.otherBank, reference)));
      }
      const actor = 'test';
      const received = 50n * UNITS;
      const reason = { reasonCode: 'not_the_sender', reason: 'Another name.' };
      const counting: Work[] = [
        ...open.map(
          ({ id }) =>
            (deps: Deps) =>
              confirmRecharge(deps, id, { received, actor }),
        ),
        ...open.map(
          ({ id }) =>
            (deps: Deps) =>
              rejectRecharge(deps, id, { ...reason, arrived: received, actor }),
        ),
        ...references.flatMap((proof) =>
          [market.one, market.other].map(
            ({ shopId }) =>
              (deps: Deps) =>
                bookRecharge(deps, {
                  shopId,
                  received,
                  proof,
                  reasonCode: 'unreported_transfer',
                  actor,
                }),
          ),
        ),
      ];
      const reports = references.flatMap((proof) =>
        [market.one, market.other].map((user) => report(user, market.bank, proof)),
      );
      const { db } = market.server.deps;
      const ends = await Promise.allSettled(
        [...counting, ...reports].map((work) =>
          db.transaction((tx) => work({ ...market.server.deps, db: tx })),
        ),
      );
      const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      expect(failures.filter((failure) => !(failure instanceof Refusal))).toEqual([]);
      const counted = ends.slice(0, counting.length).filter(({ status }) => status === 'fulfilled');
      expect(counted).toHaveLength(references.length);
    }
  });
});
