import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { createAnchor } from '../../src/server/ledger/anchors.ts';
import { audit } from '../../src/server/ledger/audit.ts';
import { lastSeq } from '../../src/server/ledger/ledger.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import type { Database } from '../../src/server/platform/database/db.ts';
import { recallsDue, unconfirmedDue } from '../../src/server/services/withdrawals/withdrawals-due.ts';
import { usableAccount } from '../harness/bank.ts';
import { driveCase, request, step } from '../harness/cases.ts';
import { verify } from '../harness/identity.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { passTime } from '../harness/pass-time.ts';
import { payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { seenAfter, statements, type Tamper } from '../harness/tampering.ts';
import { decideOn, withdraw } from '../harness/withdrawing.ts';

let server: TestServer;
let user: TestUser;

const ops = (name: string, flags: object = {}) => decide(server.deps, name, flags, 'nour');
const reasons = { facts: 'A buyer asked their bank.', rule: 'Money in dispute is held.' };

const call = async (who: TestUser, name: string, input: object) => {
  const { code, text } = await server.call(name, input, { token: who.token, key: randomUUID() });
  if (code !== 200) throw new Error(`${name} was refused: ${text}`);
};

/** Leaves a withdrawal that was recalled, one that is overdue, and one that was just sent. */
async function withdrawInAllStates(): Promise<void> {
  const payee = await server.addUser();
  await server.fund(payee.shopId, 200n * UNITS);
  const { id: accountId } = await usableAccount(server, payee);
  const send = async () => {
    const { no } = (await withdraw(server, payee, { amount: '30.00', accountId })).data.withdrawal;
    await decideOn(server, no, 'approve');
  };
  await send();
  await passTime(server, payee, 30 * day);
  await unconfirmedDue.run(server.deps);
  await passTime(server, payee, 8 * day);
  await send();
  await passTime(server, payee, 6 * day);
  for (const due of [unconfirmedDue, recallsDue]) await due.run(server.deps);
  await send();
}

/** Returns a merchant with a deposit. */
async function addMerchant(): Promise<TestUser> {
  const merchant = await server.addUser();
  await server.fund(merchant.shopId, 900n * UNITS);
  await verify(server, merchant);
  await call(merchant, 'POST /v1/shop/upgrade', { typeId: 'merchant', payPassword });
  return merchant;
}

beforeAll(async () => {
  server = await startTestServer('postgres');
  await withdrawInAllStates();
  const closing = await addMerchant();
  await call(closing, 'POST /v1/shop/close', { payPassword });
  await ops('restrict', { shop: closing.shopId, kind: 'withdrawal_prohibited', ...reasons, days: '9' });

  user = await addMerchant();
  const { id: goodsId } = await addListed(server, user);
  const order = async (status: Parameters<typeof drive>[2]) =>
    drive(server, await place(server, user, goodsId), status);
  await order('pending_payment');
  const paused = await order('waiting_for_withdrawal');
  await step(server, (await request(server, paused.id)).id, { event: 'forward', party: 'system' });
  const decided = await order('accepted');
  await driveCase(
    server,
    await request(server, decided.id, { reasonCode: 'broken_promise' }),
    'platform_review',
  );
  await ops('case-decide', { order: decided.no, result: 'approve', reason: 'One shade was sent.' });
  const { no: claimed } = await order('completed');
  await ops('claim-open', { order: claimed, amount: '5.00', ...reasons });

  await server.fund(user.shopId, 9n * UNITS);
  const transaction = String(await lastSeq(server.deps.db, user.shopId));
  await ops('reverse', { shop: user.shopId, transaction, amount: '5.00', reason: 'The bank says 5.' });
  await ops('hold', { shop: user.shopId, ...reasons, amount: '7.00', code: 'risk', days: '9' });
  const offer = { title: 'Front page', image: '/files/front.svg', target: 'shop', price: '30.00' };
  const { id: adId } = (await ops('ad-create', { ...offer, unit: 'click', quantity: '90', days: '7' })) as {
    id: string;
  };
  await call(user, 'POST /v1/ad/pay', { adId, payPassword });

  await ops('anchor');
  server.clock.advance(hour);
  await ops('anchor');
}, 120_000);
afterAll(() => server.close());

const findingsOf = async (db: Database): Promise<string[]> => (await audit(db)).findings;
const findingsAfter = (tamper: Tamper): Promise<string[]> => seenAfter(server.deps.db, tamper, findingsOf);

const ofReason = (reason: string) => `where reason_code = '${reason}' and released_at is null`;
const unpaid = `where status = 'pending_payment'`;
const later = `interval '1 day'`;
const century = `interval '100 years'`;

const rows: [string, string, RegExp][] = [
  [
    'a hold that is reviewed later than its statement says',
    `update holds set review_by = review_by + ${later} ${ofReason('risk')}`,
    /^hold hld_\S+ has the date 2025-\S+Z, and its statement sta_\S+ has 2025-\S+Z$/m,
  ],
  [
    'a hold that is released later than its statement says',
    `update holds set release_at = release_at + ${later} ${ofReason('risk')}`,
    /^hold hld_\S+ has the date 2025-\S+Z, and its statement/m,
  ],
  [
    'a hold without its statement',
    `update holds set statement_id = 'none' ${ofReason('risk')}`,
    /^hold hld_\S+ has the date 2025-\S+Z, and its statement none has no date$/m,
  ],
  [
    'a hold for ever, under a statement without a date',
    `with undated as (update statements set review_by = null where kind = 'hold_risk' returning id)
      update holds set review_by = since + interval '43 days' where statement_id in (select id from undated)`,
    /^hold hld_\S+ has the date 2025-\S+Z, and its statement sta_\S+ has no date$/m,
  ],
  [
    'a restriction that is reviewed later than its statement says',
    `update restrictions set review_by = 'infinity'`,
    /^restriction res_\S+ has the date infinity, and its statement/m,
  ],
  [
    'a restriction that lasts longer than its statement says',
    `update restrictions set until = until + ${later}`,
    /^restriction res_\S+ has the date 2025-\S+Z, and its statement/m,
  ],
  [
    'a withdrawal that is expected later than its statement says',
    `update withdrawals set expected_by = expected_by + ${later} where step = 'sent'`,
    /^withdrawal wdr_\S+ has the date 2025-\S+Z, and its statement/m,
  ],
  [
    'a correction that is posted sooner than its statement says',
    `update corrections set post_at = post_at - ${later}`,
    /^correction cor_\S+ has the date 2025-\S+Z, and its statement/m,
  ],
  [
    'a claim that is paid sooner than its statement says',
    `update deposit_claims set object_by = object_by - ${later}`,
    /^claim clm_\S+ has the date 2025-\S+Z, and its statement/m,
  ],
  [
    'a hold of a case with another date than the case',
    `update holds set review_by = review_by + ${later} ${ofReason('refund')}`,
    /^hold hld_\S+ has the date 2025-\S+Z, and its case case_\S+ has 2025-\S+Z$/m,
  ],
  [
    'a hold of a case that is released without a date',
    `update holds set release_at = null ${ofReason('refund')}`,
    /^hold hld_\S+ has the date 2025-\S+Z, and its case case_\S+ has 2025-\S+Z$/m,
  ],
  [
    'a hold of a correction with another date than the correction',
    `update holds set review_by = review_by + ${later} ${ofReason('correction')}`,
    /^hold hld_\S+ has the date 2025-\S+Z, and its correction cor_\S+ has 2025-\S+Z$/m,
  ],
  [
    'a withdrawal that is overdue since later than its statement says',
    `update withdrawals set overdue_at = overdue_at + ${century} where overdue_at is not null and recalled_at is null`,
    /^withdrawal wdr_\S+ is overdue since 2125-\S+Z, and its statement sta_\S+ is of 2025-\S+Z$/m,
  ],
  [
    'a withdrawal that is recalled since later than its hold',
    `update withdrawals set recalled_at = recalled_at + interval '1 second' where recalled_at is not null`,
    /^withdrawal wdr_\S+ is recalled since 2025-\S+Z, and its hold hld_\S+ is of 2025-\S+Z$/m,
  ],
  [
    'an order without its date',
    `update orders set due_at = null ${unpaid}`,
    /^order ord_\S+ \(pending_payment\) has no date, and would never end$/m,
  ],
  [
    'a case without its date',
    `update after_sale_cases set due_at = null where state = 'merchant_due'`,
    /^case case_\S+ \(merchant_due\) has no date, and would never end$/m,
  ],
  [
    'a claim without its date',
    'update deposit_claims set due_at = null',
    /^claim clm_\S+ \(open\) has no date, and would never end$/m,
  ],
  [
    'a correction without its date',
    'update corrections set due_at = null',
    /^correction cor_\S+ \(waiting\) has no date, and would never end$/m,
  ],
  [
    'a promotion without its date',
    'update ad_purchases set due_at = null',
    /^promotion \S+ has no date, and would never end$/m,
  ],
  [
    'an order that was put off',
    `update orders set due_at = due_at + ${century} ${unpaid}`,
    /^order ord_\S+ \(pending_payment\) is due on 2125-\S+Z, and by its history no later than 2025-\S+Z$/m,
  ],
  [
    'a case that was put off',
    `update after_sale_cases set due_at = due_at + ${century} where state = 'merchant_due'`,
    /^case case_\S+ \(merchant_due\) is due on 2125-\S+Z, and by its history no later than/m,
  ],
  [
    'a case that can be appealed for ever',
    `update after_sale_cases set object_by = object_by + ${century} where state = 'approved'`,
    /^case case_\S+ \(approved\) is due on 2125-\S+Z, and by its history no later than/m,
  ],
  [
    'a claim that was put off',
    `update deposit_claims set due_at = due_at + ${century}`,
    /^claim clm_\S+ \(open\) is due on 2125-\S+Z, and by its history no later than/m,
  ],
  [
    'a correction that was put off',
    `update corrections set due_at = due_at + ${century}`,
    /^correction cor_\S+ \(waiting\) is due on 2125-\S+Z, and by its history no later than/m,
  ],
  [
    'a return of a deposit that was put off',
    `update deposit_returns set due_at = due_at + ${century}`,
    /^return of a deposit dep_\S+ is due on 2125-\S+Z, and by its history no later than/m,
  ],
  [
    'a promotion that was put off',
    `update ad_purchases set due_at = due_at + ${century}`,
    /^promotion \S+ is due on 2125-\S+Z, and by its history no later than/m,
  ],
  [
    'an order that waits for no case',
    `update orders set case_since = now() ${unpaid}`,
    /^order ord_\S+ waits for a case, and none is open$/m,
  ],
  [
    'an order that does not wait for its case',
    `update orders set case_since = null where status = 'waiting_for_withdrawal' and case_since is not null`,
    /^order ord_\S+ does not wait for its open case case_\S+$/m,
  ],
];

/** Makes an anchor so many days from now, as a server that runs then. */
const anchorIn = (days: number) => (tx: Database) => {
  const at = new Date(server.clock.now().getTime() + days * day);
  return createAnchor({ ...server.deps, db: tx, clock: { now: () => at } });
};

const newestAnchor = '(select max(at) from anchors)';

describe('the audit, after dates were changed', () => {
  it('finds nothing where nothing was done', async () => {
    expect(await findingsOf(server.deps.db)).toEqual([]);
  });

  it.each(rows)('finds %s', async (_, statement, sentence) => {
    expect((await findingsAfter(statements(statement))).join('\n')).toMatch(sentence);
  });

  it('says nothing of a case that a migration dated long after its only event', async () => {
    const migrated = statements(`update after_sale_events set at = at - interval '2 years'`);
    expect(await findingsAfter(migrated)).toEqual([]);
  });

  it('says nothing of a return that was put off where nothing was posted for long', async () => {
    const quiet = (due: string) => async (tx: Database) => {
      await anchorIn(400)(tx);
      await statements(`update deposit_returns set due_at = ${newestAnchor} + ${due}`)(tx);
    };
    expect(await findingsAfter(quiet(`interval '90 days'`))).toEqual([]);
    expect(await findingsAfter(quiet(century))).toEqual([expect.stringMatching(/^return of a deposit dep_/)]);
  });
});

const anHour = hour / day;

/** Lets days go by on which nothing due is done, while the server runs: at their end an anchor, and one an hour later. */
const run =
  (days: number, tamper: Tamper = async () => {}): Tamper =>
  async (tx) => {
    for (const at of [days, days + anHour]) await anchorIn(at)(tx);
    await tamper(tx);
  };

/** Returns what the audit finds overdue, without its number. */
async function overdueAfter(tamper: Tamper): Promise<string[]> {
  const findings = await findingsAfter(tamper);
  const overdue = findings.flatMap((finding) => {
    const [, what = ''] = /^(.+) is due since \S+, and the server ran after that: anchor/.exec(finding) ?? [];
    return what ? [what.replace(/ \w+_\w+| [A-Z]+-\S+/, '')] : [];
  });
  return overdue.sort();
}

const without = (list: string[], ...gone: string[]): string[] => list.filter((what) => !gone.includes(what));

describe('the audit, where nothing that was due was done', () => {
  const all = [
    'case (approved)',
    'case (merchant_due)',
    'claim (open)',
    'correction (waiting)',
    'hold',
    'order (accepted)',
    'order (pending_payment)',
    'promotion',
    'restriction',
    'return of a deposit',
    'withdrawal',
    'withdrawal',
    'withdrawal',
  ];

  it('finds each row while the server ran, but an order that waits for its case', async () => {
    expect(await overdueAfter(run(60))).toEqual(all);
  });

  it('finds nothing after a standstill, and nothing in the hour in which all of it is done', async () => {
    expect(await findingsAfter(anchorIn(60))).toEqual([]);
    const restarted = async (tx: Database) => {
      for (const days of [60, 60 + anHour / 2]) await anchorIn(days)(tx);
    };
    expect(await findingsAfter(restarted)).toEqual([]);
  });

  it('finds nothing that was overdue for less than a day', async () => {
    expect(await overdueAfter(run(1 + anHour))).toEqual(['return of a deposit']);
    expect(await overdueAfter(run(1 - 2 * anHour))).toEqual([]);
  });

  it('says nothing of a row that is tried again within the hour', async () => {
    const failing = (nextTry: string) =>
      statements(
        `insert into due_failures select 'order', id, 40, ${nextTry}, ${nextTry}, 'Error' from orders ${unpaid}`,
      );
    expect(await overdueAfter(run(60, failing(newestAnchor)))).toEqual(
      without(all, 'order (pending_payment)'),
    );
    expect(await overdueAfter(run(60, failing(`${newestAnchor} - interval '2 hours'`)))).toEqual(all);
  });

  it('says nothing of an order that waited for a case until now', async () => {
    const close = statements(
      `update after_sale_cases set state = 'closed', outcome = 'withdrawn', due_at = null, closed_at = ${newestAnchor} where state = 'merchant_due'`,
      `update orders set case_id = null, case_since = null where status = 'waiting_for_withdrawal'`,
    );
    expect(await overdueAfter(run(60, close))).toEqual(without(all, 'case (merchant_due)'));
  });

  it('says nothing of a withdrawal that was sent after its date', async () => {
    const late = statements(`update withdrawal_steps set at = ${newestAnchor} where step = 'sent'`);
    expect(await overdueAfter(run(60, late))).toEqual(all.slice(0, -1));
  });

  it('says nothing while the clock is behind the newest anchor', async () => {
    const ahead = (Date.now() - server.clock.now().getTime()) / day + 2;
    expect(await overdueAfter(run(ahead))).toEqual([]);
  });
});
