import { and, eq, exists, inArray, not, type SQL, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { recharges } from '../../schema/recharges.ts';
import { appeals, statements } from '../../schema/restrictions.ts';
import type { RechargeRow } from './recharge-view.ts';

type Refused = Pick<RechargeRow, 'id' | 'status' | 'arrived' | 'decidedAt' | 'sentBackAt'>;

/** The condition that an appeal is against the refusal of a recharge, not against its money being late. */
const isAgainstRefusal = and(
  eq(statements.id, appeals.statementId),
  eq(statements.kind, 'recharge_rejected'),
);

const appealsOf = (db: Database, ids: string[]) =>
  db
    .select({ rechargeId: statements.subject, appeal: appeals })
    .from(statements)
    .innerJoin(appeals, isAgainstRefusal)
    .where(inArray(statements.subject, ids));

/**
 * Returns the dates by which money of refused recharges has to be sent back, by their ids; none for a recharge of which
 * nothing came, or that an appeal has credited. The time is counted from the refusal, or from the answer to the
 * merchant's appeal against it, which decides where the money goes; until there is one, from the date it is due by.
 */
export async function sendBackDates(
  db: Database,
  rows: readonly Refused[],
  { timing }: Pick<Config, 'timing'>,
): Promise<Map<string, Date>> {
  const waiting = rows.filter(({ status, arrived }) => status === 'failed' && arrived !== null);
  if (waiting.length === 0) return new Map();
  const found = await appealsOf(
    db,
    waiting.map(({ id }) => id),
  );
  const dates = waiting.flatMap(({ id, decidedAt, sentBackAt }) => {
    if (!decidedAt) return [];
    const answers = found
      .filter(
        ({ rechargeId, appeal }) => rechargeId === id && !(sentBackAt && appeal.receivedAt > sentBackAt),
      )
      .map(({ appeal }) => appeal.decidedAt ?? appeal.decideBy);
    const from = new Date(Math.max(...[decidedAt, ...answers].map(Number)));
    return [[id, after(from, timing.rechargeSendBack)] as const];
  });
  return new Map(dates);
}

/** The condition that an appeal against the refusal of a recharge was or is to be answered after a moment. */
const isAnsweredAfter = (db: Database, moment: SQL): SQL =>
  exists(
    db
      .select({ id: appeals.id })
      .from(statements)
      .innerJoin(appeals, isAgainstRefusal)
      .where(
        and(
          eq(statements.subject, recharges.id),
          sql`coalesce(${appeals.decidedAt}, ${appeals.decideBy}) > ${moment}`,
        ),
      ),
  );

/** The condition that every appeal against the refusal of a recharge was or is to be answered by a moment. */
export const isAnsweredBy = (db: Database, moment: Date): SQL =>
  not(isAnsweredAfter(db, sql`${moment.toISOString()}::timestamptz`));

/** The condition that an appeal has postponed the date of sending money back since it was stated to be late. */
export const isPostponedSinceOverdue = (db: Database): SQL =>
  isAnsweredAfter(db, sql`${recharges.sendBackOverdueAt}`);

/**
 * Refuses to send money back while the merchant's appeal may still credit it, which no answer can once it is sent.
 * @throws Refusal 203 `appeal_open` with the number of the appeal and the date of its answer
 */
export async function requireNotAppealed(tx: Database, { id }: RechargeRow): Promise<void> {
  const open = (await appealsOf(tx, [id])).find(({ appeal }) => appeal.status === 'received');
  if (!open) return;
  const { no } = open.appeal;
  const decideBy = open.appeal.decideBy.toISOString();
  throw refuse(codes.invalidOperation, {
    reason: 'appeal_open',
    params: { no, decideBy },
    message: `The merchant has appealed this refusal: answer ${no} by appeal-decide until ${decideBy}. Where that is upheld, the money has 7 days from then to be sent back; where it went back before the appeal, answer upheld, write that to the merchant, and enter it then.`,
  });
}
