// One file: for each noun, the postings that its states demand.
import { asc, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/status.ts';
import { type Database, sqlList } from '../platform/database/db.ts';
import { transactions } from '../schema/ledger.ts';
import { withdrawalSteps, withdrawals } from '../schema/withdrawals.ts';
import { isCredited } from '../services/recharges/same-payment.ts';
import { payoutHash } from '../services/withdrawals/payout-hash.ts';
import {
  stepOf,
  type WithdrawalState,
  withdrawalMachine,
} from '../services/withdrawals/withdrawal-machine.ts';
import { type OrderEvent, orderMachine } from '../trade/model/order-machine.ts';
import { postingKinds } from '../trade/model/order-postings.ts';
import { findingsOf, runChecks } from './findings.ts';

/** The kinds of postings that no row demands one by one. */
const undemandedKinds = [
  'compensation',
  'correction',
  'deposit',
  'reversal',
  'supplier_repaid',
  'upgrade_fee',
];

/** The account of an entry `e`, without the shop of a platform's account. */
const accountWithoutShop = sql`regexp_replace(e.account, '^(P\\.\\w+|world:\\w+):.*$', '\\1')`;

/** One leg of a posting that a state demands: what moves, and under which condition. */
interface Leg {
  kind: string;
  /** The account without its shop where it is the platform's, as SQL. */
  account: SQL;
  amount: SQL;
  when: SQL;
}

interface Noun {
  name: string;
  /** The rows, as the alias `o`. */
  rows: SQL;
  /** The reference of its postings, of a row `o`. */
  ref: SQL;
  /** The state that a finding names, of a reference `compared.ref`. */
  state: SQL;
  legs: Leg[];
  /** Which transactions `t` and entries `e` are its postings, and under which kind and reference they are compared. */
  posted: { where: SQL; kind?: SQL; ref?: SQL };
}

const accountSql = (name: string): SQL => sql.raw(`'${name}'::text`);
const merchantAccount = (name: string): SQL => sql.raw(`'M.${name}:' || o.shop_id`);
const always = sql`true`;

/** The two legs of a move, which are nothing where the amount is zero. */
const legsOfMove = (kind: string, when: SQL, [from, to]: [SQL, SQL], amount: SQL): Leg[] => [
  { kind, when, account: from, amount: sql`-(${amount})` },
  { kind, when, account: to, amount },
];

const legText = sql`string_agg(account || ' ' || amount, ', ' order by account collate "C")`;

/** Compares what the states of a noun demand with what was posted, posting by posting, in one pass over both. */
const compare = (db: Database, { name, rows: from, ref, state, legs, posted }: Noun) => {
  const demanded = sql.join(
    legs.map(
      ({ kind, account, amount, when }) =>
        sql`(${sql.raw(`'${kind}'::text`)}, ${account}, ${amount}, ${when})`,
    ),
    sql`, `,
  );
  return findingsOf(
    db,
    sql`with demanded as (
          select kind, ref, ${legText} as legs from (
            select leg.kind, ${ref} as ref, leg.account, sum(leg.amount) as amount from ${from}
            cross join lateral (values ${demanded}) leg(kind, account, amount, due)
            where leg.due group by 1, 2, 3 having sum(leg.amount) <> 0) one group by kind, ref),
        posted as (
          select kind, ref, ${legText} as legs from (
            select ${posted.kind ?? sql`t.kind`} as kind, ${posted.ref ?? sql`t.ref`} as ref, ${accountWithoutShop} as account, sum(e.amount) as amount
            from transactions t join entries e on e.chain = t.chain and e.seq = t.seq
            where ${posted.where} group by 1, 2, 3 having sum(e.amount) <> 0) one group by kind, ref)
        select ${name}::text || ' ' || compared.ref || coalesce(' (' || (${state}) || ')', ', which is not there,') || ' demands ' || coalesce('that ' || kind || ' moves ' || due, 'no ' || kind) || ', and ' || coalesce(moved || ' was moved', 'nothing was posted') as what
        from (select kind, ref, demanded.legs as due, posted.legs as moved from demanded full join posted using (kind, ref)) compared
        where due is distinct from moved order by 1 limit 50`,
  );
};

/** Returns states of a machine, and all that may follow them. */
function withFollowing<State>(states: State[], next: (state: State) => State[]): State[] {
  const found = [...states];
  for (const state of found) found.push(...next(state).filter((one) => !found.includes(one)));
  return found;
}

const buyer = accountSql('world:buyer');
const payable = accountSql('P.supplier_payable');
const fees = accountSql('P.fees');
const escrow = sql`'E.order:' || o.id`;
const payingAccount = sql`case when o.funding = 'escrow' then ${escrow} else ${merchantAccount('available')} end`;
const escrowCost = sql`case when o.funding = 'escrow' then o.cost else 0 end`;
const net = sql`(o.amount - o.fee - o.refunded - ${escrowCost})`;
const nextStatuses = (status: OrderStatus) =>
  Object.values(orderMachine[status]).flatMap(({ to }) => (to === 'refunded' ? [] : to));

/** The condition that an event has led to the status of an order, or to the one before its refund. */
const hasHappened = (event: OrderEvent): SQL => {
  const reached = Object.values(orderMachine).flatMap((events) => events[event]?.to ?? []);
  return sql`o.reached in (${sqlList(withFollowing(reached, nextStatuses))})`;
};
const isRefunded = sql`o.status = 'refunded'`;
const settled = hasHappened('settle');

// `reached` is the last status before a refund. Who bears the cost of a refund is decided each time, so of that only
// what the buyer gets is demanded, and what leaves the escrow and the shop's proceeds.
const orders: Noun = {
  name: 'order',
  rows: sql`(select orders.*, coalesce(case when status = 'refunded' then (select from_status from order_events
        where order_id = orders.id and event in ('refund', 'overdue') order by seq desc limit 1) end, status) as reached from orders) o`,
  ref: sql`o.id`,
  state: sql`select status from orders where id = compared.ref`,
  legs: [
    ...legsOfMove('order_placed', always, [buyer, escrow], sql`o.amount`),
    ...legsOfMove('order_pay', hasHappened('pay'), [payingAccount, payable], sql`o.cost`),
    ...legsOfMove('order_cancel', sql`o.status = 'cancelled'`, [escrow, buyer], sql`o.amount`),
    ...legsOfMove('order_ship', hasHappened('ship'), [payable, accountSql('world:supplier')], sql`o.cost`),
    ...legsOfMove('partial_refund', always, [escrow, buyer], sql`o.refunded`),
    ...legsOfMove('settlement', settled, [escrow, merchantAccount('shop')], net),
    ...legsOfMove('settlement', settled, [escrow, fees], sql`o.fee`),
    ...legsOfMove(
      'release',
      sql`o.status = 'completed'`,
      [merchantAccount('shop'), merchantAccount('available')],
      net,
    ),
    {
      kind: 'order_refund',
      when: isRefunded,
      account: escrow,
      amount: sql`case when o.reached = 'waiting_for_withdrawal' then 0 else ${escrowCost} - o.amount + o.refunded end`,
    },
    {
      kind: 'order_refund',
      when: isRefunded,
      account: merchantAccount('shop'),
      amount: sql`case when o.reached = 'waiting_for_withdrawal' then -${net} else 0 end`,
    },
    {
      kind: 'order_refund',
      when: isRefunded,
      account: buyer,
      amount: sql`o.amount - o.refunded`,
    },
  ],
  posted: {
    where: sql`t.kind in (${sqlList(['order_placed', ...Object.values(postingKinds)])})
      and (t.kind <> 'order_refund' or e.account like 'E.order:%' or e.account like 'M.shop:%' or e.account like 'world:buyer%')`,
    // Each part of a partial refund has the sum so far behind the order's id.
    ref: sql`split_part(t.ref, ':', 1)`,
  },
};

const rail = accountSql('world:rail');
const clearing = accountSql('P.clearing');
// The reversal of a correction has that correction's id, and is about the posting that was corrected.
const correctedRef = sql`coalesce((select ref from corrections where id = t.ref), t.ref)`;

// A corrected recharge is compared with all its postings; one that was reversed whole has moved nothing.
const recharges: Noun = {
  name: 'recharge',
  rows: sql`(select recharges.*, ${isCredited} as credited from recharges) o`,
  ref: sql`o.id`,
  state: sql`select step from recharges where id = compared.ref`,
  legs: [
    ...legsOfMove(
      'recharge',
      sql`o.step = 'confirmed' and o.credited`,
      [rail, merchantAccount('available')],
      sql`o.received`,
    ),
    ...legsOfMove('recharge_unmatched', sql`o.arrived is not null`, [rail, clearing], sql`o.arrived`),
    ...legsOfMove(
      'recharge_matched',
      sql`o.arrived is not null and o.step = 'confirmed'`,
      [clearing, rail],
      sql`o.arrived`,
    ),
    ...legsOfMove('recharge_sent_back', sql`o.sent_back_at is not null`, [clearing, rail], sql`o.arrived`),
  ],
  posted: {
    where: sql`t.kind in ('recharge', 'recharge_unmatched', 'recharge_matched', 'recharge_sent_back')
      or t.kind in ('reversal', 'correction') and exists (select from recharges where id = ${correctedRef})`,
    kind: sql`case when t.kind in ('reversal', 'correction') then 'recharge' else t.kind end`,
    ref: correctedRef,
  },
};

const frozen = merchantAccount('frozen');
const clearingOut = accountSql('P.clearing_withdraw');
const payout = sql`(o.amount - o.fee)`;
const isRecalled = sql`o.recalled_at is not null`;
const recallEnded = sql`o.recall_ended_at is not null`;
const isSentBack = sql`o.sent_back_at is not null`;
const wasPaid = sql`(o.step = 'paid' or ${isSentBack})`;
const cameBack = sql`(${isSentBack} or o.step = 'returned' and not (${isRecalled}))`;
const outside = accountSql('world:payout');
const statesFromSent = withFollowing<WithdrawalState>(['sent'], (state) =>
  Object.values(withdrawalMachine[state]),
);
const wasSent = sql`o.step in (${sqlList([...new Set(statesFromSent.map(stepOf))])})`;

const payouts: Noun = {
  name: 'withdrawal',
  rows: sql`withdrawals o`,
  ref: sql`o.id`,
  state: sql`select step from withdrawals where id = compared.ref`,
  legs: [
    ...legsOfMove('withdraw', always, [merchantAccount('available'), frozen], sql`o.amount`),
    ...legsOfMove('withdraw_sent', wasSent, [frozen, clearingOut], payout),
    ...legsOfMove('withdraw_sent', wasSent, [frozen, fees], sql`o.fee`),
    ...legsOfMove('hold', isRecalled, [clearingOut, frozen], payout),
    ...legsOfMove('hold', isRecalled, [fees, frozen], sql`o.fee`),
    ...legsOfMove('hold_release', sql`${recallEnded} and ${wasPaid}`, [frozen, clearingOut], payout),
    ...legsOfMove('hold_release', sql`${recallEnded} and ${wasPaid}`, [frozen, fees], sql`o.fee`),
    ...legsOfMove(
      'hold_release',
      sql`${recallEnded} and not ${wasPaid}`,
      [frozen, merchantAccount('available')],
      sql`o.amount`,
    ),
    ...legsOfMove('withdraw_paid', wasPaid, [clearingOut, outside], payout),
    ...legsOfMove('withdraw_paid', sql`o.lost_at is not null`, [accountSql('P.loss'), outside], payout),
    ...legsOfMove(
      'withdraw_return',
      sql`o.step in ('cancelled', 'rejected')`,
      [frozen, merchantAccount('available')],
      sql`o.amount`,
    ),
    ...legsOfMove(
      'withdraw_return',
      cameBack,
      [sql`case when ${isSentBack} then ${outside} else ${clearingOut} end`, merchantAccount('available')],
      payout,
    ),
    ...legsOfMove('withdraw_return', cameBack, [fees, merchantAccount('available')], sql`o.fee`),
  ],
  posted: {
    where: sql`t.kind in ('withdraw', 'withdraw_sent', 'withdraw_paid', 'withdraw_return')
      or t.kind in ('hold', 'hold_release') and t.ref like 'wdr\\_%'`,
  },
};

const holds: Noun = {
  name: 'hold',
  rows: sql`(select * from holds where reason_code <> 'withdrawal') o`,
  ref: sql`o.id`,
  state: sql`select case when released_at is null then 'open' else 'released' end from holds where id = compared.ref`,
  legs: [
    ...legsOfMove('hold', always, [merchantAccount('available'), frozen], sql`o.amount`),
    ...legsOfMove(
      'hold_release',
      sql`o.released_at is not null`,
      [frozen, merchantAccount('available')],
      sql`o.amount`,
    ),
  ],
  posted: { where: sql`t.kind in ('hold', 'hold_release') and t.ref not like 'wdr\\_%'` },
};

const deferred = accountSql('P.ads_deferred');

const promotions: Noun = {
  name: 'promotion',
  rows: sql`ad_purchases o`,
  ref: sql`o.no`,
  state: sql`select status from ad_purchases where no = compared.ref`,
  legs: [
    ...legsOfMove('ad', always, [merchantAccount('available'), deferred], sql`o.price`),
    ...legsOfMove('ad_refund', always, [deferred, merchantAccount('available')], sql`o.refunded`),
    ...legsOfMove('ad_delivered', always, [deferred, accountSql('P.ads_revenue')], sql`o.earned`),
  ],
  posted: {
    where: sql`t.kind in ('ad', 'ad_refund', 'ad_delivered')`,
    // What is delivered is posted in parts, under the id with the units so far.
    ref: sql`case when t.kind = 'ad_delivered'
      then coalesce((select no from ad_purchases where id = split_part(t.ref, ':', 1)), t.ref) else t.ref end`,
  },
};

const depositReturns: Noun = {
  name: 'return of a deposit',
  rows: sql`deposit_returns o`,
  ref: sql`o.id`,
  state: sql`select case when ended_at is null then 'planned' else 'ended' end from deposit_returns where id = compared.ref`,
  legs: legsOfMove(
    'deposit_return',
    sql`o.returned > 0`,
    [merchantAccount('deposit'), merchantAccount('available')],
    sql`o.returned`,
  ),
  posted: { where: sql`t.kind = 'deposit_return'` },
};

const nouns = [orders, recharges, payouts, holds, promotions, depositReturns];
const knownKinds = [
  ...undemandedKinds,
  ...new Set(nouns.flatMap(({ legs }) => legs.map(({ kind }) => kind))),
];

const findUnknownKinds = (db: Database) =>
  findingsOf(
    db,
    sql`select 'transaction ' || seq || ' of ' || chain || ' is of the kind ' || kind || ', which the program does not post' as what
        from transactions where kind not in (${sqlList(knownKinds)}) order by chain, seq limit 50`,
  );

// What the platform bears or is owed for an order ends with the order.
const findWrongEnds = (db: Database) =>
  findingsOf(
    db,
    sql`select 'compensation of ' || t.ref || ' has no closed case' as what from transactions t
        where t.kind = 'compensation' and not exists (select from after_sale_cases c where c.id = t.ref and c.state = 'closed')
        union all
        select 'case ' || c.id || ' (' || c.outcome || ') and its order ' || o.id || ' (' || o.status || ', ' || o.refunded || ' refunded in part) do not agree'
        from after_sale_cases c join orders o on o.id = c.order_id
        where c.outcome = 'refunded' and o.status <> 'refunded' or c.outcome = 'partly_refunded' and (c.refunded is null or c.refunded > o.refunded)
        union all
        select 'the supplier repaid ' || sum(e.amount) filter (where t.kind = 'supplier_repaid') || ' for ' || t.ref || ', and owes ' || -sum(e.amount) || ' after it'
        from transactions t join entries e on e.chain = t.chain and e.seq = t.seq
        where t.kind in ('order_refund', 'reversal', 'correction', 'supplier_repaid') and e.account like 'P.supplier_receivable%'
        group by t.ref having bool_or(t.kind = 'supplier_repaid') and sum(e.amount) <> 0
        order by 1 limit 50`,
  );

// A hold of a withdrawal lasts as long as the step that it belongs to; each step is in the history.
const findWrongSteps = (db: Database) =>
  findingsOf(
    db,
    sql`select 'withdrawal ' || o.id || ' (' || o.step || ') and its hold ' || h.id || ' of ' || h.amount || case when h.released_at is null then ', which is open,' else ', which is released,' end || ' do not agree' as what
        from withdrawals o join holds h on h.id = o.hold_id
        where h.amount <> o.amount or (h.released_at is null) <> (o.step = 'submitted')
        union all
        select 'withdrawal ' || o.id || ' (' || o.step || ') and its hold ' || h.id || ' after the recall do not agree'
        from withdrawals o join holds h on h.id = o.recall_hold_id
        where h.amount <> o.amount or (h.released_at is null) <> (${isRecalled} and not ${recallEnded})
        union all
        select 'withdrawal ' || o.id || ' is ' || o.step || ', and its history does not have that step'
        from withdrawals o where not exists (select from withdrawal_steps s where s.withdrawal_id = o.id and s.step = o.step)
        union all
        select 'withdrawal ' || o.id || ' was cancelled while it was being paid'
        from withdrawals o join withdrawal_steps s on s.withdrawal_id = o.id and s.step = 'cancelled'
        where s.at < o.paying_until
        order by 1 limit 50`,
  );

const pageSize = 200;
const payoutKinds = [...new Set(payouts.legs.map(({ kind }) => kind))];

/** Returns the proof that a withdrawal had when a kind was posted. */
const proofAt = (
  kind: string,
  { lostAt }: Pick<typeof withdrawals.$inferSelect, 'lostAt'>,
  proofs: Map<string, string | null>,
): string | null => {
  if (kind === 'withdraw') return null;
  const sent = proofs.get('sent') ?? null;
  const last = proofs.get('paid') ?? sent;
  if (kind === 'withdraw_paid') return last;
  // What ends the hold or gives the money back came before a confirmation that is the platform's loss.
  const isAfterPaid = kind === 'hold_release' || kind === 'withdraw_return';
  return isAfterPaid && lostAt === null ? last : sent;
};

/** Compares payee, amount, fee and proof of every withdrawal with those that its postings carry. */
async function changedPayouts(db: Database): Promise<string[]> {
  const found: string[] = [];
  let last = '';
  while (true) {
    const page = await db
      .select()
      .from(withdrawals)
      .where(gt(withdrawals.id, last))
      .orderBy(asc(withdrawals.id))
      .limit(pageSize);
    const end = page.at(-1);
    if (!end) return found;
    last = end.id;
    const ids = page.map(({ id }) => id);
    const posted = await db
      .select({ ref: transactions.ref, kind: transactions.kind, detailsHash: transactions.detailsHash })
      .from(transactions)
      .where(sql`${inArray(transactions.kind, payoutKinds)} and ${inArray(transactions.ref, ids)}`);
    const steps = await db.select().from(withdrawalSteps).where(inArray(withdrawalSteps.withdrawalId, ids));
    for (const row of page) {
      const history = steps.filter(({ withdrawalId }) => withdrawalId === row.id);
      const proofs = new Map<string, string | null>(history.map(({ step, proof }) => [step, proof]));
      const wrong = posted.find(
        ({ ref, kind, detailsHash }) =>
          ref === row.id && detailsHash !== payoutHash({ ...row, proof: proofAt(kind, row, proofs) }),
      );
      if (wrong)
        found.push(
          `withdrawal ${row.id}: payee, amount, fee or proof are not those of its posting ${wrong.kind}`,
        );
      if (row.proof !== (proofs.get('paid') ?? proofs.get('sent') ?? null))
        found.push(`withdrawal ${row.id} names the proof ${row.proof}, and its history another`);
    }
  }
}

/** Compares the state of every order, case, recharge, withdrawal, hold, promotion and deposit with the postings. */
export async function auditStates(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (const noun of nouns) found.push(...(await compare(db, noun)));
  const checks = [findUnknownKinds, findWrongEnds, findWrongSteps, changedPayouts];
  return [...found, ...(await runChecks(db, checks))];
}
