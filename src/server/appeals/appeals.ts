import { and, eq, sql } from 'drizzle-orm';
import type { Output } from '../../contract/calls.ts';
import { codes } from '../../contract/errors.ts';
import { objectToClaim } from '../claims/end-claim.ts';
import { after, day } from '../clock.ts';
import type { Context, Handlers } from '../context.ts';
import type { Database } from '../database/db.ts';
import { takeFile } from '../files/uploads.ts';
import { newId, newNo } from '../ids.ts';
import { notify } from '../notices/notify.ts';
import { behind, cut, inOrder, type Keyset, keyText } from '../page.ts';
import { refuse } from '../refuse.ts';
import { statementLinks } from '../restrictions/statement-links.ts';
import { statementWords } from '../restrictions/statement-text.ts';
import type { StatementRow } from '../restrictions/statements.ts';
import { depositClaims } from '../schema/cases.ts';
import { appeals, holds, restrictions, statements } from '../schema/restrictions.ts';
import { creditLog } from '../schema/shops.ts';

type Appeal = Output<'POST /v1/shop/appeal'>['appeal'];
export type AppealRow = typeof appeals.$inferSelect;

/** For how long a statement can be objected to: half a year. */
export const objectionPeriod = 180 * day;

const keyset: Keyset = {
  key: sql`${statements.at}`,
  id: sql`${statements.id}`,
  type: 'timestamptz',
  direction: 'down',
};

export const appealView = (row: AppealRow): Appeal => ({
  ...{ id: row.id, no: row.no, ref: row.ref, status: row.status, answer: row.answer },
  receivedAt: row.receivedAt.toISOString(),
  decideBy: row.decideBy.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

/** The statement that an objection means by its own id, or by that of the restriction, hold or score entry it explains. */
async function statementOf(db: Database, shopId: string, ref: string): Promise<StatementRow> {
  const named = [
    db.select({ id: statements.id }).from(statements).where(eq(statements.id, ref)),
    db.select({ id: restrictions.statementId }).from(restrictions).where(eq(restrictions.id, ref)),
    db.select({ id: holds.statementId }).from(holds).where(eq(holds.id, ref)),
    db
      .select({ id: sql<string>`${creditLog.statementId}` })
      .from(creditLog)
      .where(eq(creditLog.id, ref)),
  ];
  for (const asked of named) {
    const [found] = await asked;
    if (!found) continue;
    const mine = and(eq(statements.id, found.id), eq(statements.shopId, shopId));
    const [row] = await db.select().from(statements).where(mine);
    if (row) return row;
  }
  throw refuse(codes.recordNotFound, { field: 'ref' });
}

// An objection keeps a claim from being paid on its date.
async function objectIfOpen(
  deps: Context<'POST /v1/shop/appeal'>,
  { subject }: StatementRow,
  text: string,
): Promise<void> {
  const open = and(eq(depositClaims.id, subject ?? ''), eq(depositClaims.state, 'open'));
  const [claim] = await deps.db.select({ id: depositClaims.id }).from(depositClaims).where(open);
  if (claim) await objectToClaim(deps, claim.id, { text });
}

export const appealsHandlers = {
  'POST /v1/shop/statements': async (context, input) => {
    const { db, lang, actor } = context;
    const found = await db
      .select({ id: statements.id, key: keyText(keyset), row: statements, objection: appeals })
      .from(statements)
      .leftJoin(appeals, eq(appeals.statementId, statements.id))
      .where(and(eq(statements.shopId, actor.shopId), behind(keyset, input.cursor)))
      .orderBy(...inOrder(keyset))
      .limit(input.limit + 1);
    const { page, nextCursor } = cut(found, input.limit);
    const linkTo = await statementLinks(context);
    const list = page.map(({ row, objection }) => ({
      ...{ id: row.id, kind: row.kind, ...statementWords(lang, row) },
      ...{ since: row.at.toISOString(), issuedAt: row.at.toISOString() },
      until: row.until?.toISOString() ?? null,
      reviewBy: row.reviewBy?.toISOString() ?? null,
      appeal: row.appeal,
      fileUrl: linkTo(row),
      objection: objection && appealView(objection),
    }));
    return { list, nextCursor };
  },

  'POST /v1/shop/appeal': async (context, { ref, text, fileIds = [] }) => {
    const { db, clock, config, random, actor } = context;
    const { shopId } = actor;
    const at = clock.now();
    const statement = await statementOf(db, shopId, ref);
    if (at > after(statement.at, objectionPeriod)) throw refuse(codes.addFailed, { reason: 'too_late' });
    const [row] = await db
      .insert(appeals)
      .values({
        ...{ id: newId(random, 'apl'), no: `AP-${newNo(random, at)}`, shopId, statementId: statement.id },
        ...{ ref, text, fileIds, receivedAt: at, status: 'received' },
        decideBy: after(at, config.limits.appealDays * day),
      })
      .onConflictDoNothing({ target: appeals.statementId })
      .returning();
    if (!row) throw refuse(codes.invalidOperation, { reason: 'appealed_already' });
    if (statement.kind === 'deposit_claim') await objectIfOpen(context, statement, text);
    for (const fileId of fileIds) {
      await takeFile(context, { fileId, shopId, purpose: 'certificate', field: 'fileIds' });
    }
    const params = { no: row.no, decideBy: row.decideBy.toISOString() };
    await notify(db, { shopId, kind: 'appeal_received', params, link: null, at });
    return { appeal: appealView(row) };
  },
} satisfies Handlers<'POST /v1/shop/statements' | 'POST /v1/shop/appeal'>;
