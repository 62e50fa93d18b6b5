import { type SQL, sql } from 'drizzle-orm';
import { limits } from '../../contract/limits.ts';
import { day, second } from '../platform/clock.ts';
import { bounds } from '../platform/config/limits.ts';
import { timingAt } from '../platform/config/timing.ts';
import type { Database } from '../platform/database/db.ts';
import { findingsOf, runChecks } from './findings.ts';

/** Every period at the most that an operator can configure. */
const longest = timingAt(1, {
  ...limits,
  payByHours: bounds.payByHours[1],
  afterSaleHours: bounds.afterSaleHours[1],
  claimObjectionDays: bounds.claimObjectionDays[1],
  caseReviewDays: bounds.caseReviewDays[1],
  autoAcceptDays: bounds.autoAcceptDays[1],
  returnWindowDays: bounds.returnWindowDays[1],
});

/**
 * The longest time in which an appeal against a claim or a correction is answered, or nothing is taken: `maxReviewDays` of
 * the restrictions, which the ledger does not know.
 */
const answerPeriod = 14 * day;

const maxOrderPeriod = Math.max(
  longest.payBy,
  longest.shipBy,
  longest.deliverBy,
  longest.autoAccept,
  longest.returnWindow,
);

/** What 0014 gave the parcels that were on their way for longer than they may be, from the last that had happened. */
const graceOfOldParcels = 7 * day;

const maxCasePeriod = Math.max(
  longest.afterSale,
  longest.caseReview,
  longest.buyerReturns,
  longest.returnArrives,
  answerPeriod,
);

// An order that is only just placed, until the end of its return window.
const maxReturnPeriod =
  longest.payBy +
  longest.shipBy +
  longest.carrierDelivers +
  Math.max(longest.returnWindow, longest.autoAccept + 2 * longest.settle);

const interval = (ms: number): SQL => sql.raw(`interval '${ms / second} seconds'`);

/** What the clocks of two processes, and the moments of one transaction, may differ by. */
const margin = interval(day);

/** What a statement of the first version can have begun at the most, as it says no date: three times two weeks. */
const undatedPeriod = interval(42 * day);

const momentText = (column: string): SQL =>
  sql.raw(
    `coalesce(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ${column}::text, 'no date')`,
  );

// A statement of reasons is never changed, and anchors cover it; the row beside it has the date once more.
const findOtherThanStated = (db: Database) =>
  findingsOf(
    db,
    sql`select dated.what || ' has the date ' || ${momentText('dated.at')} || ', and its statement ' || dated.statement_id || ' has ' || ${momentText('s.review_by')} as what
        from (select 'hold ' || id as what, review_by as at, statement_id from holds where reason_code not in ('refund', 'correction')
              union all select 'hold ' || id, release_at, statement_id from holds where reason_code not in ('refund', 'correction') and release_at is not null
              union all select 'restriction ' || id, review_by, statement_id from restrictions
              union all select 'restriction ' || id, until, statement_id from restrictions where until is not null
              union all select 'withdrawal ' || o.id, o.expected_by, h.statement_id from withdrawals o join holds h on h.id = o.hold_id
              union all select 'correction ' || id, post_at, statement_id from corrections
              union all select 'claim ' || id, object_by, statement_id from deposit_claims) dated
        left join statements s on s.id = dated.statement_id
        where s.id is null or dated.at <> s.review_by or s.review_by is null and dated.at > s.at + ${undatedPeriod} order by 1 limit 50`,
  );

// What is announced is held until its case or correction takes it or drops it.
const findOtherThanHeld = (db: Database) =>
  findingsOf(
    db,
    sql`select 'hold ' || h.id || ' has the date ' || ${momentText('h.review_by')} || ', and its ' || o.what || ' has ' || ${momentText('o.due_at')} as what
        from holds h join (
          select hold_id, 'case ' || id as what, due_at from after_sale_cases where state <> 'closed'
          union all select hold_id, 'correction ' || id, due_at from corrections where state in ('waiting', 'objected')) o on o.hold_id = h.id
        where h.released_at is null and (h.review_by is distinct from o.due_at or h.release_at is distinct from o.due_at)
        union all
        select 'withdrawal ' || o.id || ' is overdue since ' || ${momentText('o.overdue_at')} || ', and its statement ' || s.id || ' is of ' || ${momentText('s.at')}
        from withdrawals o join statements s on s.id = o.overdue_statement_id where o.overdue_at not between s.at - ${margin} and s.at + ${margin}
        union all
        select 'withdrawal ' || o.id || ' is recalled since ' || ${momentText('o.recalled_at')} || ', and its hold ' || h.id || ' is of ' || ${momentText('h.since')}
        from withdrawals o join holds h on h.id = o.recall_hold_id where o.recalled_at is distinct from h.since
        order by 1 limit 50`,
  );

const isOpenOrder = sql.raw(`o.status not in ('completed', 'cancelled', 'refunded')`);
const isOpenCase = sql.raw(`o.state not in ('requested', 'closed')`);
const isOpenClaim = sql.raw(`o.state in ('open', 'objected')`);
const isOpenCorrection = sql.raw(`o.state in ('waiting', 'objected')`);

const findUndated = (db: Database) =>
  findingsOf(
    db,
    sql`select what || ' has no date, and would never end' as what from (
          select 'order ' || o.id || ' (' || o.status || ')' as what from orders o where o.due_at is null and ${isOpenOrder}
          union all select 'case ' || o.id || ' (' || o.state || ')' from after_sale_cases o where o.due_at is null and ${isOpenCase}
          union all select 'claim ' || o.id || ' (' || o.state || ')' from deposit_claims o where o.due_at is null and ${isOpenClaim}
          union all select 'correction ' || o.id || ' (' || o.state || ')' from corrections o where o.due_at is null and ${isOpenCorrection}
          union all select 'promotion ' || o.no from ad_purchases o where o.due_at is null and o.status = 'running') undated
        order by 1 limit 50`,
  );

// How far a date may be from the last event of its row, whatever is configured. A case that a migration opened has a date
// from then, and its event an earlier one, as a parcel has that was on its way for longer; a return is put off by a server that runs, also where nothing is posted.
const findTooLate = (db: Database) =>
  findingsOf(
    db,
    sql`with ran as (select coalesce(min(at), 'infinity') as since, max(at) as until from anchors)
        select what || ' is due on ' || ${momentText('due_at')} || ', and by its history no later than ' || ${momentText('latest')} as what from (
          select 'order ' || o.id || ' (' || o.status || ')' as what, o.due_at,
            greatest(last.at + ${interval(maxOrderPeriod)},
              case when o.status = 'shipped' then coalesce(ran.until, 'infinity') + ${interval(graceOfOldParcels)} end) as latest
          from orders o cross join lateral (select max(at) as at from order_events where order_id = o.id) last cross join ran where ${isOpenOrder}
          union all
          select 'case ' || o.id || ' (' || o.state || ')', greatest(o.due_at, o.object_by), greatest(last.at, ran.since) + ${interval(maxCasePeriod)}
          from after_sale_cases o cross join lateral (select max(at) as at from after_sale_events where case_id = o.id) last cross join ran where ${isOpenCase}
          union all
          select 'claim ' || o.id || ' (' || o.state || ')', o.due_at, greatest(o.object_by, a.received_at) + ${interval(answerPeriod)}
          from deposit_claims o left join appeals a on a.statement_id = o.statement_id where ${isOpenClaim}
          union all
          select 'correction ' || o.id || ' (' || o.state || ')', o.due_at, greatest(o.post_at, a.received_at, a.decided_at) + ${interval(answerPeriod)}
          from corrections o left join appeals a on a.statement_id = o.statement_id where ${isOpenCorrection}
          union all
          select 'return of a deposit ' || o.id, o.due_at, greatest(o.told_at, posted.at, ran.until) + ${interval(maxReturnPeriod)}
          from deposit_returns o cross join (select max(at) as at from ledger_heads) posted cross join ran where o.ended_at is null
          union all
          select 'promotion ' || o.no, o.due_at, o.ends_at from ad_purchases o where o.status = 'running') dated
        where due_at > latest + ${margin} order by 1 limit 50`,
  );

// An open case pauses an order's settlement and release, so both have to agree.
const findUnpaused = (db: Database) =>
  findingsOf(
    db,
    sql`select 'order ' || o.id || case when c.id is null then ' waits for a case, and none is open' else ' does not wait for its open case ' || c.id end as what
        from orders o left join after_sale_cases c on c.order_id = o.id and c.state <> 'closed'
        where (o.case_since is null) <> (c.id is null) order by 1 limit 50`,
  );

// A server that stood still has overdue rows at its next start, and no anchors of that time; one that runs makes an
// anchor every hour. So a row counts that was overdue by a day at an anchor with another an hour or more behind it. While
// the clock is behind the newest anchor it was put back, and proves nothing. A row of which the work fails is tried again
// within the hour, which moves the date of its next try.
const findOverdue = (db: Database) =>
  findingsOf(
    db,
    sql`with newest as (select max(at) as at from anchors having max(at) <= now() + ${margin}),
        ran as (select number, anchors.at from anchors join newest on anchors.at <= newest.at - interval '1 hour' order by number desc limit 1)
        select what || ' is due since ' || ${momentText('due_at')} || ', and the server ran after that: anchor ' || ran.number || ' is of ' || ${momentText('ran.at')} as what
        from (
          select o.id, 'order ' || o.id || ' (' || o.status || ')' as what,
            greatest(o.due_at, (select max(closed_at) from after_sale_cases where order_id = o.id)) as due_at
          from orders o where ${isOpenOrder} and (o.case_since is null or o.status not in ('pending_settlement', 'waiting_for_withdrawal'))
          union all select o.id, 'case ' || o.id || ' (' || o.state || ')', o.due_at from after_sale_cases o where ${isOpenCase}
          union all select o.id, 'claim ' || o.id || ' (' || o.state || ')', o.due_at from deposit_claims o where ${isOpenClaim}
          union all select o.id, 'correction ' || o.id || ' (' || o.state || ')', o.due_at from corrections o where ${isOpenCorrection}
          union all select o.id, 'return of a deposit ' || o.id, o.due_at from deposit_returns o where o.ended_at is null
          union all select o.id, 'promotion ' || o.no, o.due_at from ad_purchases o where o.status = 'running'
          union all select o.id, 'hold ' || o.id, o.review_by from holds o where o.released_at is null and o.reason_code in ('dispute', 'legal', 'risk')
          union all select o.id, 'restriction ' || o.id, o.review_by from restrictions o where o.lifted_at is null
          union all select o.id, 'withdrawal ' || o.id, coalesce(
              o.recalled_at + ${interval(longest.withdrawalRelease)}, o.overdue_at + ${interval(longest.withdrawalRecall)},
              greatest(o.expected_by + ${interval(longest.withdrawalOverdue)}, (select max(at) from withdrawal_steps where withdrawal_id = o.id)))
            from withdrawals o where o.step = 'sent') due
        cross join ran where due_at < ran.at - interval '1 day'
          and not exists (select from due_failures f where f.row_id = due.id and f.next_try_at >= ran.at)
        order by 1 limit 50`,
  );

/**
 * Reports the dates by which money is released, returned or taken that are not those of their statements and histories,
 * that are missing, or that passed while the server ran and nothing happened.
 */
export const auditDates = (db: Database): Promise<string[]> =>
  runChecks(db, [
    findOtherThanStated,
    findOtherThanHeld,
    findUndated,
    findTooLate,
    findUnpaused,
    findOverdue,
  ]);
