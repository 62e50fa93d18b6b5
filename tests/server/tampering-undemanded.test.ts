import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import type { Fault } from '../../src/contract/status.ts';
import { audit } from '../../src/server/ledger/audit.ts';
import { lastSeq } from '../../src/server/ledger/ledger.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { day } from '../../src/server/platform/clock.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { driveCase, request } from '../harness/cases.ts';
import { verify } from '../harness/identity.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import { payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { seenAfter, statements, type Tamper } from '../harness/tampering.ts';

let server: TestServer;
let user: TestUser;

const ops = <T>(name: string, flags: object = {}) => decide(server.deps, name, flags, 'nour') as Promise<T>;
const reasons = { facts: 'A buyer asked their bank.', rule: 'Money in dispute is held.' };
const reason = 'It was not right.';

const call = async (name: string, input: object) => {
  const options = { token: await server.signIn(user), key: randomUUID() };
  const answer = await server.call<{ appeal: { no: string } }>(name, input, options);
  if (answer.code !== 200) throw new Error(`${name} was refused: ${answer.text}`);
  return answer.data;
};

const wait = async (ms: number) => {
  server.clock.advance(ms);
  await runDue(server.deps);
};

/** Appeals against a statement, and answers that the merchant is right. */
async function reverseAppeal(ref: string | null | undefined): Promise<void> {
  const { appeal } = await call('POST /v1/shop/appeal', { ref, text: 'It was right.' });
  await ops('appeal-decide', { appeal: appeal.no, outcome: 'reversed', reason });
}

/** Decides a case for the buyer, and lets it be posted; returns the id of its statement. */
async function decideCase(orderId: string, flags: object = {}): Promise<string | undefined> {
  await driveCase(server, await request(server, orderId), 'platform_review');
  await ops('case-decide', { order: orderId, result: 'approve', reason, ...flags });
  await wait(8 * day);
  const list = await call('POST /v1/shop/statements', {});
  const [statement] = (list as unknown as { list: { id: string }[] }).list;
  return statement?.id;
}

beforeAll(async () => {
  server = await startTestServer('postgres');
  user = await server.addUser();
  await server.fund(user.shopId, 900n * UNITS);
  await verify(server, user);
  await call('POST /v1/shop/upgrade', { typeId: 'merchant', payPassword });
  const { id: goodsId } = await addListed(server, user);
  const order = async (status: Parameters<typeof drive>[2], wallet?: 'held_until_delivery') =>
    drive(server, await place(server, user, goodsId, wallet && { wallet }), status);
  const refund = (orderId: string, fault: Fault) =>
    apply(server, { orderId, event: 'refund', party: 'operator', decision: { fault } });
  const reverse = async (amount: string | undefined) => {
    const transaction = String(await lastSeq(server.deps.db, user.shopId));
    const flags = { shop: user.shopId, transaction, reason, ...(amount && { amount }) };
    return ops<{ statementId: string | null }>('reverse', flags);
  };
  const claim = (named: string) =>
    ops<{ statementId: string }>('claim-open', { order: named, amount: '5.00', ...reasons });

  await reverse('15.00');
  await server.fund(user.shopId, 9n * UNITS);
  await reverse('12.00');
  await server.fund(user.shopId, 8n * UNITS);
  await reverse('5.00');
  await server.fund(user.shopId, 7n * UNITS);
  const whole = await reverse(undefined);

  for (const wallet of [undefined, 'held_until_delivery'] as const) {
    const { id } = await order('accepted', wallet);
    await refund(id, 'merchant');
    await ops('refund-correct', { order: id, reason });
  }
  const claimed = await order('waiting_for_withdrawal', 'held_until_delivery');
  const dropped = await order('completed');
  await claim(claimed.no);
  await claim(dropped.no);
  await wait(8 * day);
  await ops('claim-decide', { order: dropped.no, result: 'drop', reason });

  const released = await order('waiting_for_withdrawal');
  await claim(released.no);
  await wait(8 * day);
  await refund(released.id, 'merchant');
  await ops('refund-correct', { order: released.no, reason });
  await wait(8 * day);

  const appealed = await order('completed');
  const { statementId } = await claim(appealed.no);
  await wait(8 * day);
  await reverseAppeal(statementId);
  await reverseAppeal(whole.statementId);

  await driveCase(server, await request(server, (await order('accepted')).id), 'closed');
  await reverseAppeal(await decideCase((await order('accepted')).id, { amount: '3.00' }));
  await reverseAppeal(await decideCase((await order('accepted', 'held_until_delivery')).id));
  const recalled = await order('accepted');
  const part = await decideCase(recalled.id, { amount: '4.00' });
  await refund(recalled.id, 'supplier');
  await reverseAppeal(part);
  const { id: twice } = await order('accepted');
  const first = await decideCase(twice, { amount: '5.00' });
  const rest = await decideCase(twice);
  await reverseAppeal(first);
  await reverseAppeal(rest);
  await order('to_be_shipped', 'held_until_delivery');
}, 120_000);
afterAll(() => server.close());

const findingsAfter = (tamper: Tamper): Promise<string[]> =>
  seenAfter(server.deps.db, tamper, async (tx) => (await audit(tx)).findings);

/** Posts 1,000.00 past the program, in a right chain, as the server's role could. */
const postedByHand = (
  kind: string,
  ref: string,
  { from, to, chain = '$shop' }: { from: string; to: string; chain?: string },
) =>
  `select ledger_post('${chain}', '${kind}', ${ref}, '$shop', 'operator:nour', null, now(), array['${from}:$shop', '${to}:$shop'], array[-1000000000, 1000000000], array[true, true], array[null::bigint, null])`;

const correctionOf = (ref: string) =>
  `(chain, seq) in (select chain, seq from transactions where kind = 'correction' and ref in ${ref})`;
const ofFee = `(select ref from transactions where kind = 'upgrade_fee')`;
const ofClaims = '(select id from deposit_claims)';
const ofOrders = (funding: string) => `(select id from orders where funding = '${funding}')`;
const shop = String.raw`shop_\S+`;
const unfounded = (ref: string, moved: string) =>
  new RegExp(`^correction of ${ref} in ${shop} moves ${moved} in place of .*, and no decision says so$`, 'm');
const raised = unfounded(
  String.raw`test_\S+`,
  String.raw`M\.available:${shop} 12000000, world:rail -12000000`,
);

const giving = { from: 'P.loss', to: 'M.available' };
const undone = /^reversal of cor_\S+ in shop_\S+ reverses no posting that is there$/m;
const ofUndone = String.raw`(chain, seq) in (select chain, seq from transactions where kind = 'reversal' and ref like 'cor\_%')`;

const rows: [string, string | string[], RegExp][] = [
  [
    'a compensation for a case that was withdrawn',
    postedByHand('compensation', `(select id from after_sale_cases where outcome = 'withdrawn')`, giving),
    /^compensation of case_\S+ \(withdrawn\) moves M\.available:\S+ 1000000000, P\.loss -1000000000, and its case demands none$/m,
  ],
  [
    'a compensation of more than the part that a case refunded',
    `update after_sale_cases set refunded = 2000000 where outcome = 'partly_refunded'`,
    /^compensation of case_\S+ \(partly_refunded\) moves M\.available:\S+ 3000000, P\.loss -3000000, and its case demands 2000000 by/m,
  ],
  [
    'a compensation of more than the order would have earned',
    `update orders set fee = fee + 1 where id in (select order_id from after_sale_cases where outcome = 'refunded')`,
    /^compensation of case_\S+ \(refunded\) moves M\.available:\S+ 7000000, P\.loss -7000000, and its case demands 6999999 by/m,
  ],
  [
    'a compensation of a case after an appeal that was not right',
    `update appeals set status = 'upheld'`,
    /^compensation of case_\S+ \(refunded\) moves/m,
  ],
  [
    'a compensation that no answer to an appeal has decided',
    `delete from decision_log where name = 'appeal-decide'`,
    /^compensation of case_\S+ \(refunded\) moves/m,
  ],
  [
    'a compensation for a part of an order that was refunded in full for another reason',
    postedByHand('compensation', '(select id from after_sale_cases where refunded = 4000000)', giving),
    /^compensation of case_\S+ \(partly_refunded\) moves \S+ 1000000000, P\.loss -1000000000, and its case demands none$/m,
  ],
  [
    'a compensation for a part of an order that was compensated whole',
    postedByHand('compensation', '(select id from after_sale_cases where refunded = 5000000)', giving),
    /^compensation of case_\S+ \(partly_refunded\) moves \S+ 1000000000, P\.loss -1000000000, and its case demands 0 by/m,
  ],
  [
    'a reversal of a correction after an appeal that was not right',
    `update appeals set status = 'upheld'`,
    undone,
  ],
  [
    'a reversal of a correction that no answer to an appeal has decided',
    `delete from decision_log where name = 'appeal-decide'`,
    undone,
  ],
  [
    'a reversal of a correction that gives back more than it took',
    `update entries set amount = amount * 2 where ${ofUndone}`,
    undone,
  ],
  [
    'a reversal of a correction that was never posted',
    `update corrections set state = 'dropped' where amount = 0`,
    undone,
  ],
  [
    'a reversal of a posting that follows from the state of its order',
    `select ledger_post('$shop', 'reversal', id, '$shop', 'operator:nour', null, now(), array['M.available:$shop', 'P.supplier_payable:$shop'], array[12000000, -12000000], array[true, true], array[null::bigint, null])
      from orders where status = 'to_be_shipped'`,
    /^reversal of ord_\S+ in shop_\S+ reverses no posting that is there$/m,
  ],
  [
    'a correction of a recharge that no operator has decided',
    `delete from decision_log where input->>'amount' = '12.00'`,
    raised,
  ],
  [
    'a correction of a recharge to another amount than an operator has decided',
    `update decision_log set input = input || '{"amount":"11.00"}' where input->>'amount' = '12.00'`,
    raised,
  ],
  [
    'a correction of a recharge that an operator has decided of another posting',
    `update decision_log set input = input || '{"transaction":"1"}' where input->>'amount' = '12.00'`,
    raised,
  ],
  [
    'a correction of a recharge that another operator has decided',
    `update decision_log set actor = 'operator:leo' where input->>'amount' = '12.00'`,
    raised,
  ],
  [
    'a correction at the cost of a merchant that was never announced',
    'delete from corrections where amount = 5000000',
    unfounded(String.raw`test_\S+`, String.raw`M\.available:${shop} 5000000, world:rail -5000000`),
  ],
  [
    'a correction that takes more from a merchant than was announced',
    'update corrections set taken = taken - 1 where amount = 0',
    unfounded(String.raw`test_\S+`, 'nothing'),
  ],
  [
    'a correction that leaves a merchant less than was announced',
    'update corrections set amount = amount + 1 where amount = 5000000',
    unfounded(String.raw`test_\S+`, String.raw`M\.available:${shop} 5000000, world:rail -5000000`),
  ],
  [
    'a correction of a fee that pays the fee out',
    `update entries set amount = -amount where ${correctionOf(ofFee)}`,
    unfounded(String.raw`UP-\S+`, String.raw`M\.available:${shop} 15000000, P\.fees -15000000`),
  ],
  [
    'a reversal of a claim that is still paid',
    `update deposit_claims set state = 'paid' where state = 'dropped'`,
    unfounded(String.raw`clm_\S+ \(paid\)`, String.raw`P\.loss -5000000, world:buyer 5000000`),
  ],
  [
    'a reversal of a claim that no operator has decided',
    `delete from decision_log where name = 'claim-decide'`,
    unfounded(String.raw`clm_\S+ \(dropped\)`, String.raw`P\.loss -5000000, world:buyer 5000000`),
  ],
  [
    'a reversal of a claim that pays the merchant besides',
    `update entries set account = 'M.available:$shop' where account like 'world:buyer:%' and ${correctionOf(ofClaims)}`,
    unfounded(String.raw`clm_\S+ \(dropped\)`, String.raw`M\.available:${shop} 5000000, P\.loss -5000000`),
  ],
  [
    'a correction of a refund that no operator has decided',
    `delete from decision_log where name = 'refund-correct'`,
    unfounded(String.raw`ord_\S+`, '.*'),
  ],
  [
    'a correction of a refund that gives the shop more than the cost',
    `update entries set amount = amount + 1 where account = 'M.available:$shop' and ${correctionOf(ofOrders('wallet'))}`,
    unfounded(String.raw`ord_\S+`, String.raw`.*M\.available:${shop} 12000001, .*`),
  ],
  [
    'a correction of a refund in which the supplier owes less than the cost',
    `update entries set amount = amount + 1 where account like 'P.supplier_receivable:%' and ${correctionOf(ofOrders('escrow'))}`,
    unfounded(String.raw`ord_\S+`, String.raw`.*P\.supplier_receivable -11999999, .*`),
  ],
  [
    'a correction of a refund that gives the shop what the buyer was to have',
    `update entries set account = 'M.shop:$shop' where account like 'world:buyer:%' and ${correctionOf(ofOrders('wallet'))}`,
    unfounded(String.raw`ord_\S+`, String.raw`.*M\.shop:${shop} \d+, .*`),
  ],
  [
    'a correction of a refund that raises the deposit by more than was claimed',
    `update entries set amount = amount + 1 where account = 'M.deposit:$shop' and ${correctionOf(ofOrders('escrow'))}`,
    unfounded(String.raw`ord_\S+`, String.raw`M\.deposit:${shop} 5000001, .*`),
  ],
  [
    'an opening in the chain of a shop',
    postedByHand('chain_opened', `'gift'`, { from: 'P.loss', to: 'P.fees' }),
    /^chain_opened gift in shop_\S+ moves 1000000000 of P\.fees:shop_\S+, and may only split accounts of the platform$/m,
  ],
  [
    'an opening in the closed chain that pays a merchant',
    [
      `insert into ledger_heads values ('shared', 1000, repeat('0', 64), now())`,
      postedByHand('chain_opened', `'gift'`, { from: 'P.loss', to: 'M.available', chain: 'shared' }),
    ],
    /^chain_opened gift in shared moves 1000000000 of M\.available:shop_\S+, and may only/m,
  ],
];

describe('the audit, after a posting that no row demands', () => {
  it('finds nothing where each was decided', async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
  });

  it.each(rows)('finds %s', async (_, list, sentence) => {
    const tamper = statements(...[list].flat().map((one) => one.replaceAll('$shop', user.shopId)));
    expect((await findingsAfter(tamper)).join('\n')).toMatch(sentence);
  });
});
