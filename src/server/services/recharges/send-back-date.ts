import { and, eq, inArray, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { recharges } from '../../schema/recharges.ts';
import { appeals, statements } from '../../schema/restrictions.ts';
import type { RechargeRow } from './recharge-row.ts';

/**
 * The moment from which the money of a refused recharge has its time to go back: the refusal, or the answer to the
 * merchant's appeal against it, which decides where the money goes; until there is one, the date it is due by. An appeal
 * made after the money was sent back moves nothing.
 */
export const sendBackFrom = sql`greatest(recharges.decided_at, (
  select max(coalesce(appeals.decided_at, appeals.decide_by))
  from statements join appeals on appeals.statement_id = statements.id
  where statements.subject = recharges.id and statements.kind = 'recharge_rejected'
    and appeals.received_at <= coalesce(recharges.sent_back_at, 'infinity')))`;

/**
 * Returns the dates by which money of refused recharges has to be sent back, by their ids; none for a recharge of which
 * nothing came, or that an appeal has credited.
 */
export async function sendBackDates(
  db: Database,
  rows: readonly Pick<RechargeRow, 'id' | 'status' | 'arrived'>[],
  { timing }: Pick<Config, 'timing'>,
): Promise<Map<string, Date>> {
  const waiting = rows.filter(({ status, arrived }) => status === 'failed' && arrived !== null);
  if (waiting.length === 0) return new Map();
  const ids = waiting.map(({ id }) => id);
  const found = await db
    .select({ id: recharges.id, from: sendBackFrom.mapWith(recharges.decidedAt) })
    .from(recharges)
    .where(inArray(recharges.id, ids));
  return new Map(found.map(({ id, from }) => [id, after(from, timing.rechargeSendBack)]));
}

/**
 * Refuses to send money back while the merchant's appeal may still credit it, which no answer can once it is sent.
 * @throws Refusal 203 `appeal_open` with the number of the appeal and the date of its answer
 */
export async function requireNotAppealed(tx: Database, { id }: RechargeRow): Promise<void> {
  const [open] = await tx
    .select({ no: appeals.no, decideBy: appeals.decideBy })
    .from(statements)
    .innerJoin(appeals, eq(appeals.statementId, statements.id))
    .where(
      and(
        eq(statements.subject, id),
        eq(statements.kind, 'recharge_rejected'),
        eq(appeals.status, 'received'),
      ),
    )
    .limit(1);
  if (!open) return;
  const { no } = open;
  const decideBy = open.decideBy.toISOString();
  throw refuse(codes.invalidOperation, {
    reason: 'appeal_open',
    params: { no, decideBy },
    message: `The merchant has appealed this refusal: answer ${no} by appeal-decide until ${decideBy}. Where that is upheld, the money has 7 days from then to be sent back; where it went back before the appeal, answer upheld, write that to the merchant, and enter it then.`,
  });
}
