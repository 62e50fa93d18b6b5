import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { after, day } from '../../platform/clock.ts';
import type { Handlers } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { dueWork } from '../../platform/due-work.ts';
import { newId, newNo } from '../../platform/ids.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { refuse } from '../../platform/refuse.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { operatorTextsIn, reasonText } from '../../platform/texts/reason-text.ts';
import { appeals, holds, restrictions, statements } from '../../schema/restrictions.ts';
import { creditLog } from '../../schema/shops.ts';
import { attachFiles } from '../../shops/files/uploads.ts';
import { notify } from '../../shops/notices/notify.ts';
import { statementLinks } from '../../shops/restrictions/statement-links.ts';
import { statementTexts } from '../../shops/restrictions/statement-text.ts';
import { appealPeriod, type StatementRow } from '../../shops/restrictions/statements.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { recordEvent } from '../../shops/webhooks/record-event.ts';
import { recordCaseAppeal } from '../../trade/cases/announce-case.ts';
import { recordCorrectionAppeal } from '../corrections/announced-corrections.ts';
import { type StatementEnd, statementEnds } from './statement-ends.ts';

const isLate = (now: Date) =>
  and(eq(appeals.status, 'received'), lte(appeals.decideBy, now), isNull(appeals.overdueAt));

/** Notifies each shop once when its appeal was not answered by its date. */
export const appealsDue = dueWork({
  name: 'appeal',
  due: (now) => ({ id: appeals.id, at: appeals.decideBy, where: isLate(now) }),
  handle: async ({ db: tx, clock }, id) => {
    const at = clock.now();
    // One UPDATE: of two rounds at the same time only one matches the row without a notice.
    const [row] = await tx
      .update(appeals)
      .set({ overdueAt: at })
      .where(and(eq(appeals.id, id), isLate(at)))
      .returning();
    if (!row) return false;
    const { shopId, no, statementId } = row;
    const params = { no, decideBy: row.decideBy.toISOString() };
    await notify(tx, { shopId, kind: 'appeal_overdue', params, statementId, at });
    return true;
  },
});

type Appeal = Output<'POST /v1/shop/appeal'>['appeal'];
export type AppealRow = typeof appeals.$inferSelect;

const keyset: Keyset = {
  key: sql`${statements.at}`,
  id: sql`${statements.id}`,
  type: 'timestamptz',
  direction: 'desc',
};

/** Returns an appeal as its merchant sees it; `linkTo` signs the links to its files. */
export const appealView = (row: AppealRow, linkTo: (fileId: string) => string): Appeal => ({
  id: row.id,
  no: row.no,
  ref: row.ref,
  text: row.text,
  files: row.fileIds.map((fileId) => ({ url: linkTo(fileId) })),
  status: row.status,
  answer: row.answer,
  receivedAt: row.receivedAt.toISOString(),
  decideBy: row.decideBy.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

/**
 * Returns the statement that an appeal means, by its id or by that of the restriction, hold or score entry it
 * explains.
 */
async function statementOf(db: Database, shopId: string, ref: string): Promise<StatementRow> {
  const named = [
    db.select({ id: statements.id }).from(statements).where(eq(statements.id, ref)),
    db.select({ id: restrictions.statementId }).from(restrictions).where(eq(restrictions.id, ref)),
    db
      .select({ id: sql<string>`${holds.statementId}` })
      .from(holds)
      .where(eq(holds.id, ref)),
    db
      .select({ id: sql<string>`${creditLog.statementId}` })
      .from(creditLog)
      .where(eq(creditLog.id, ref)),
  ];
  for (const asked of named) {
    const [statement] = await asked;
    if (!statement) continue;
    const ofShop = and(eq(statements.id, statement.id), eq(statements.shopId, shopId));
    const [row] = await db.select().from(statements).where(ofShop);
    if (row) return row;
  }
  throw refuse(codes.recordNotFound, { field: 'ref' });
}

/** Returns the texts of a statement, with the reason of its end. */
function textsOf(
  row: StatementRow,
  end: StatementEnd | undefined,
  reader: { lang: string; currency: string },
) {
  const { facts, rule, operatorTexts } = statementTexts(row, reader);
  const reason = end?.reason ?? null;
  return {
    facts,
    rule,
    endReason: reason && reasonText(reader.lang, reason),
    operatorTexts: [...operatorTexts, ...operatorTextsIn(reader.lang, reason)].sort(
      (one, other) => other.length - one.length,
    ),
  };
}

export const appealsHandlers = {
  'POST /v1/shop/statements': async (context, input) => {
    const { db, lang, caller } = context;
    const statementRows = await db
      .select({ id: statements.id, key: keyText(keyset), row: statements, appeal: appeals })
      .from(statements)
      .leftJoin(appeals, eq(appeals.statementId, statements.id))
      .where(and(eq(statements.shopId, caller.shopId), afterCursor(keyset, input.cursor)))
      .orderBy(...orderBy(keyset))
      .limit(input.limit + 1);
    const { page, nextCursor } = toPage(statementRows, input.limit);
    const { currency } = await shopOf(db, caller.shopId);
    const linkToStatement = await statementLinks(context);
    const linkTo = await linkSigner(context);
    const ends = await statementEnds(
      context,
      caller.shopId,
      page.map(({ row }) => row),
    );
    const list = page.map(({ row, appeal }) => ({
      id: row.id,
      kind: row.kind,
      title: reasonText(lang, row.kind),
      ...textsOf(row, ends.get(row.id), { lang, currency }),
      since: row.at.toISOString(),
      issuedAt: row.at.toISOString(),
      until: row.until?.toISOString() ?? null,
      reviewBy: row.reviewBy?.toISOString() ?? null,
      endedAt: ends.get(row.id)?.at.toISOString() ?? null,
      appeal: row.appeal,
      fileUrl: linkToStatement(row),
      objection: appeal && appealView(appeal, linkTo),
    }));
    return { list, nextCursor };
  },

  'POST /v1/shop/appeal': async (context, { ref, text, fileIds = [] }) => {
    const { db, clock, random, caller, config } = context;
    const { shopId } = caller;
    const at = clock.now();
    const statement = await statementOf(db, shopId, ref);
    if (at > after(statement.at, appealPeriod)) throw refuse(codes.addFailed, { reason: 'too_late' });
    const [row] = await db
      .insert(appeals)
      .values({
        id: newId(random, 'apl'),
        no: `AP-${newNo(random, at)}`,
        shopId,
        statementId: statement.id,
        ref,
        text,
        fileIds,
        receivedAt: at,
        status: 'received',
        decideBy: after(at, config.limits.appealDays * day),
      })
      .onConflictDoNothing({ target: appeals.statementId })
      .returning();
    if (!row) throw refuse(codes.invalidOperation, { reason: 'appealed_already' });
    if (statement.kind === 'correction') await recordCorrectionAppeal(context, statement.id, row.decideBy);
    if (statement.kind === 'after_sale') await recordCaseAppeal(context, statement, row.decideBy);
    await attachFiles(context, { fileIds, shopId, purpose: 'certificate' });
    const params = { no: row.no, decideBy: row.decideBy.toISOString() };
    await notify(db, { shopId, kind: 'appeal_received', params, at });
    await recordEvent(context, {
      kind: 'appeal.to_answer',
      shopId,
      data: { appeal: row.id, no: row.no },
    });
    return { appeal: appealView(row, await linkSigner(context)) };
  },
} satisfies Partial<Handlers>;
