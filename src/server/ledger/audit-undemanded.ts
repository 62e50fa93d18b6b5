import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/db.ts';
import { closedChain } from './account-names.ts';
import { findingsOf, runChecks } from './findings.ts';

/** The kinds of postings that no row demands one by one. */
export const undemandedKinds = [
  'chain_opened',
  'compensation',
  'correction',
  'deposit',
  'reversal',
  'supplier_repaid',
  'upgrade_fee',
];

/** The account of an entry `e`, without the shop of a platform's account: the closed chain has whole ones, a shop's chain its part of them. */
export const accountWithoutShop = sql`regexp_replace(e.account, '^(P\\.\\w+|world:\\w+):.*$', '\\1')`;

// The only money that a chain's opening moves is the platform's own.
const findWrongOpenings = (db: Database) =>
  findingsOf(
    db,
    sql`select 'chain_opened ' || t.ref || ' in ' || t.chain || ' moves ' || e.amount || ' of ' || e.account || ', and may only split accounts of the platform' as what
        from transactions t join entries e on e.chain = t.chain and e.seq = t.seq
        where t.kind = 'chain_opened' and (t.chain <> ${closedChain} or e.account !~ '^(P\\.|world:)') order by 1 limit 50`,
  );

// What leaves one purse of a shop for another, or for the platform, by a level; and the deposit refilled by an order.
const findWrongLevelPostings = (db: Database) =>
  findingsOf(
    db,
    sql`select t.kind || ' ' || t.ref || ' moves ' || string_agg(${accountWithoutShop} || ' ' || e.amount, ', ' order by e.account collate "C") || ', and may only move from the balance to ' || case t.kind when 'deposit' then 'the deposit' else 'the fees' end as what
        from transactions t join entries e on e.chain = t.chain and e.seq = t.seq
        where t.kind in ('deposit', 'upgrade_fee') group by t.chain, t.seq, t.kind, t.ref, t.shop_id
        having bool_or(${accountWithoutShop} not in ('M.available:' || t.shop_id, case t.kind when 'deposit' then 'M.deposit:' || t.shop_id else 'P.fees' end))
          or coalesce(sum(e.amount) filter (where e.account like 'M.available:%'), 0) >= 0
          or t.kind = 'deposit' and t.ref like 'ord\\_%' and not exists (select from orders where id = t.ref and status = 'completed')
        order by 1 limit 50`,
  );

const legsOf = (sign: '' | '-') =>
  sql`(select string_agg(${accountWithoutShop} || ' ' || ${sql.raw(`${sign}e.amount`)}, ', ' order by ${accountWithoutShop} collate "C") from entries e where e.chain = t.chain and e.seq = t.seq)`;

const reversible = sql`t.kind in ('recharge', 'upgrade_fee', 'deposit_claim', 'order_refund')`;

/** Who made a decision, and what a flag of it names. */
const decisionsOn = (flag: 'order' | 'appeal', decision: string) =>
  sql.raw(
    `(select d.actor, btrim(d.input->>'${flag}', E' \\t\\r\\n') from decision_log d where d.name = '${decision}' and d.input->>'${flag}' is not null)`,
  );

// An appeal that was right gives back what a posted correction has moved: the opposite of the reversal and the correction
// together.
const isUndoneCorrection = sql`exists (select from corrections c join appeals a on a.statement_id = c.statement_id and a.status = 'reversed'
    where c.id = r.ref and c.shop_id = r.shop_id and c.state = 'posted' and (r.actor, a.no) in ${decisionsOn('appeal', 'appeal-decide')}
      and r.negated = (select string_agg(account || ' ' || amount, ', ' order by account collate "C") from (
        select ${accountWithoutShop} as account, sum(e.amount) as amount from transactions t join entries e on e.chain = t.chain and e.seq = t.seq
        where t.ref = c.ref and t.kind in ('reversal', 'correction') group by 1 having sum(e.amount) <> 0) pair))`;

// A correction follows the reversal of the posting that has its reference, and a reversal is that posting with its signs
// changed, or a correction that was undone. Which kinds were reversed while all shops had one chain is not known.
const findWrongReversals = (db: Database) =>
  findingsOf(
    db,
    sql`select r.kind || ' of ' || r.ref || ' in ' || r.chain || ' reverses no posting that is there' as what
        from (select t.*, ${legsOf('-')} as negated from transactions t where kind = 'reversal') r
        where not exists (select from (select ${legsOf('')} as legs from transactions t
          where t.ref = r.ref and t.kind not in ('reversal', 'correction') and (${reversible} or r.chain = ${closedChain})) o where o.legs = r.negated)
          and not ${isUndoneCorrection}
        union all
        select 'correction of ' || c.ref || ' in ' || c.chain || ' follows no reversal'
        from transactions c where c.kind = 'correction' and not exists (select from transactions where kind = 'reversal' and ref = c.ref)
        union all
        select 'correction ' || o.id || ' (' || o.state || ') demands ' || case when o.state = 'posted' then 'a' else 'no' end || ' reversal of ' || o.ref
        from corrections o where o.state in ('waiting', 'objected', 'posted')
          and (o.state = 'posted') <> exists (select from transactions where kind = 'reversal' and ref = o.ref)
        order by 1 limit 50`,
  );

/** Each reversal in the chain of a shop, with the posting that it reverses, the correction that follows and its legs. */
const reversed = sql`select t.chain, t.ref, t.shop_id, t.actor, t.kind, t.seq, coalesce(${legsOf('')}, 'nothing') as posted, r.actor as by_actor,
    coalesce((select ${legsOf('')} from transactions t where t.kind = 'correction' and t.ref = r.ref), 'nothing') as corrected,
    coalesce((select sum(e.amount) from transactions c join entries e on e.chain = c.chain and e.seq = c.seq
      where c.kind = 'correction' and c.ref = r.ref and e.amount > 0), 0) as amount,
    (select coalesce(sum(e.amount), 0) from transactions c join entries e on e.chain = c.chain and e.seq = c.seq
      where c.kind in ('reversal', 'correction') and c.ref = r.ref and e.account like 'M.%') as change
  from (select t.*, ${legsOf('-')} as negated from transactions t where t.kind = 'reversal' and t.chain <> ${closedChain}) r
  join transactions t on t.ref = r.ref and ${reversible} where ${legsOf('')} = r.negated`;

/** Who reversed a posting of an order `o` decided it: orders are named by their id or number. */
const isDecidedOnOrder = (decision: string) =>
  sql`(r.by_actor, o.id) in ${decisionsOn('order', decision)} or (r.by_actor, o.no) in ${decisionsOn('order', decision)}`;

// The amount of a recharge or a fee follows from nothing else: it is as an operator typed it, or announced it where it
// takes from the merchant.
const findUnfoundedAmounts = (db: Database) =>
  findingsOf(
    db,
    sql`with reversed as materialized (${reversed}),
        decided as (select ltrim(d.input->>'transaction', '0') as seq, d.actor,
            case when d.input->>'amount' ~ '^\\d{1,12}(\\.\\d{1,6})?$' then (d.input->>'amount')::numeric * 1000000 else 0 end as amount
          from decision_log d where d.name = 'reverse' and d.input->>'transaction' is not null)
        select 'correction of ' || r.ref || ' in ' || r.chain || ' moves ' || r.corrected || ' in place of ' || r.posted || ', and no decision says so' as what
        from reversed r where r.kind in ('recharge', 'upgrade_fee') and (
          (r.corrected = 'nothing' or r.corrected = case r.kind when 'recharge' then 'M.available:' || r.shop_id || ' ' || r.amount || ', world:rail -' || r.amount
            else 'M.available:' || r.shop_id || ' -' || r.amount || ', P.fees ' || r.amount end)
          and case when r.change < 0
            then exists (select from corrections k where k.shop_id = r.shop_id and k.seq = r.seq and k.state = 'posted' and k.amount = r.amount and k.taken = -r.change)
            else (r.seq::text, r.by_actor, r.amount) in (select seq, actor, amount from decided) end) is not true
        order by 1 limit 50`,
  );

// A claim that should not have been paid is the platform's loss; the buyer keeps what it paid.
const findUnfoundedClaims = (db: Database) =>
  findingsOf(
    db,
    sql`with reversed as materialized (${reversed})
        select 'correction of ' || r.ref || ' (' || coalesce(k.state, 'not there') || ') in ' || r.chain || ' moves ' || r.corrected || ' in place of ' || r.posted || ', and no decision says so' as what
        from reversed r left join deposit_claims k on k.id = r.ref left join orders o on o.id = k.order_id left join appeals a on a.statement_id = k.statement_id
        where r.kind = 'deposit_claim' and (k.state = 'dropped' and r.corrected = 'P.loss -' || k.paid || ', world:buyer ' || k.paid and (
          ${isDecidedOnOrder('claim-decide')} or (r.by_actor, a.no) in ${decisionsOn('appeal', 'appeal-decide')})) is not true
        order by 1 limit 50`,
  );

const supplierCost = sql`case when o.funding = 'wallet' then o.cost else 0 end`;

// A refund that was the supplier's fault after all: what the buyer got stays, the supplier owes the cost, and the shop
// has it back where it was paid out of the balance.
const findUnfoundedFaults = (db: Database) =>
  findingsOf(
    db,
    sql`with reversed as materialized (${reversed}),
        legs as (select c.ref, c.kind, ${accountWithoutShop} as account, e.amount from reversed r
          join transactions c on c.ref = r.ref and c.kind in ('order_refund', 'correction') join entries e on e.chain = c.chain and e.seq = c.seq where r.kind = 'order_refund'),
        due as (select ref, account, amount from legs
            where kind = 'order_refund' and (account like 'E.order:%' or account like 'M.shop:%' or account in ('P.fees', 'world:buyer'))
          union all select o.id, 'P.supplier_receivable', -o.cost from reversed r join orders o on o.id = r.ref
          union all select o.id, 'M.available:' || o.shop_id, ${supplierCost} from reversed r join orders o on o.id = r.ref where ${supplierCost} > 0),
        moved as (select ref, account, amount from legs where kind = 'correction' and account <> 'P.loss' and account not like 'M.deposit:%'),
        different as (select ref from (select * from due except select * from moved) a union select ref from (select * from moved except select * from due) b
          union select legs.ref from legs where kind = 'correction' and account like 'M.deposit:%'
            and amount not between 0 and (select coalesce(sum(paid), 0) from deposit_claims where order_id = legs.ref)
          union select r.ref from reversed r left join orders o on o.id = r.ref where r.kind = 'order_refund'
            and (${isDecidedOnOrder('refund-correct')}) is not true)
        select 'correction of ' || r.ref || ' in ' || r.chain || ' moves ' || r.corrected || ' in place of ' || r.posted || ', and no decision says so' as what
        from reversed r where r.kind = 'order_refund' and r.ref in (select ref from different) order by 1 limit 50`,
  );

/** Whether the appeal against the statement of a case `k` was right. */
const isAppealRight = sql`exists (select from appeals where statement_id = k.statement_id and status = 'reversed')`;

const isEarlier = sql`(x.chain = ${closedChain} or x.chain = t.chain and x.seq < t.seq)`;

// What an order has earned its merchant before a posting `t`, compensations included, negative for a loss.
const earned = sql`(select coalesce(sum(e.amount), 0) from transactions x join entries e on e.chain = x.chain and e.seq = x.seq
    where x.kind in ('order_pay', 'order_refund', 'settlement', 'release', 'deposit_claim', 'reversal', 'correction', 'compensation')
      and x.ref in (select o.id union all select id from deposit_claims where order_id = o.id union all select id from after_sale_cases where order_id = o.id)
      and ${isEarlier} and e.account like 'M.%')`;

/** The parts of an order that were refunded wrongly, of its cases `k` under a condition. */
const wrongParts = (which: SQL) =>
  sql`(select coalesce(sum(k.refunded), 0) from after_sale_cases k where k.order_id = o.id and k.outcome = 'partly_refunded' and ${isAppealRight} and (${which}))`;

const isCompensatedByThen = sql`k.id = t.ref or exists (select from transactions x where x.kind = 'compensation' and x.ref = k.id and ${isEarlier})`;

// What the merchant lacks by a case: the part that was refunded; and once the order was refunded in full, which must have
// been wrong as well, all that it would have earned and has not. Whether appeals about parts that gave nothing themselves
// were answered before is not known, so that it is at least without these parts and at most with them.
const findWrongCompensations = (db: Database) =>
  findingsOf(
    db,
    sql`select 'compensation of ' || t.ref || coalesce(' (' || c.outcome || ')', '') || ' moves ' || ${legsOf('')} || ', and its case demands ' || coalesce(lacks.most || ' by an appeal that was right', 'none') as what
        from transactions t left join after_sale_cases c on c.id = t.ref left join orders o on o.id = c.order_id
        left join appeals a on a.statement_id = c.statement_id and a.status = 'reversed'
        left join lateral (select coalesce(sum(e.amount) filter (where e.amount > 0), 0) as amount from entries e where e.chain = t.chain and e.seq = t.seq) moved on true
        left join lateral (
          select c.refunded as least, c.refunded as most where c.outcome = 'partly_refunded'
            and not exists (select from transactions x where x.kind = 'order_refund' and x.ref = o.id and ${isEarlier})
          union all
          select lack + ${wrongParts(isCompensatedByThen)}, lack + ${wrongParts(sql`true`)}
          from (select o.amount - o.refunded - o.fee - o.cost - ${earned} as lack) whole
          where exists (select from transactions x where x.kind = 'order_refund' and x.ref = o.id and ${isEarlier})
            and exists (select from after_sale_cases k where k.order_id = o.id and k.outcome = 'refunded' and ${isAppealRight})) lacks on true
        where t.kind = 'compensation' and t.chain <> ${closedChain}
          and (${legsOf('')} = 'M.available:' || c.shop_id || ' ' || moved.amount || ', P.loss -' || moved.amount
            and moved.amount between lacks.least and lacks.most
            and (t.actor, a.no) in ${decisionsOn('appeal', 'appeal-decide')}) is not true
        order by 1 limit 50`,
  );

/**
 * Reports postings of levels, compensations, reversals and corrections, which no row demands one by one, that are not as
 * their decisions, cases and claims say.
 */
export const auditUndemanded = (db: Database): Promise<string[]> =>
  runChecks(db, [
    findWrongOpenings,
    findWrongLevelPostings,
    findWrongReversals,
    findUnfoundedAmounts,
    findUnfoundedClaims,
    findUnfoundedFaults,
    findWrongCompensations,
  ]);
