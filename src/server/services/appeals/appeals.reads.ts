import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { pageOf } from '../../../contract/page.ts';
import { defineRead } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { maybeText, time } from '../../platform/decisions/output-types.ts';
import { isNamed, pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { appeals, statements } from '../../schema/restrictions.ts';
import { shops } from '../../schema/shops.ts';
import { statementTexts } from '../../shops/restrictions/statement-text.ts';
import type { StatementRow } from '../../shops/restrictions/statements.ts';

const waiting = v.object({
  no: v.string(),
  shopId: v.string(),
  kind: v.string(),
  about: maybeText,
  statementId: v.string(),
  facts: v.string(),
  rule: v.string(),
  text: v.string(),
  files: v.array(v.string()),
  receivedAt: time,
  decideBy: time,
});

/** Returns what a statement is about: the number of an order, a withdrawal or a recharge, or else an id. */
const subjectOf = ({ params, subject }: StatementRow): string | null => params.no ?? subject;

const mostUrgentFirst: Keyset = {
  key: sql`${appeals.decideBy}`,
  id: sql`${appeals.id}`,
  type: 'timestamptz',
  direction: 'asc',
};

export const appealReads = {
  appeals: defineRead({
    about:
      'Appeals that wait for an answer, the most urgent first, each with the statement that it is about; links to its files are good for five minutes. With `appeal`, an id or a number, that one if it waits.',
    on: 'appeal',
    roles: ['support'],
    input: { ...pageInput, appeal: v.optional(text) },
    output: v.object(pageOf(waiting)),
    run: async (deps, { cursor, limit, appeal: named }) => {
      const rows = await deps.db
        .select({
          id: appeals.id,
          key: keyText(mostUrgentFirst),
          appeal: appeals,
          statement: statements,
          currency: shops.currency,
        })
        .from(appeals)
        .innerJoin(statements, eq(statements.id, appeals.statementId))
        .innerJoin(shops, eq(shops.id, appeals.shopId))
        .where(
          and(eq(appeals.status, 'received'), isNamed(appeals, named), afterCursor(mostUrgentFirst, cursor)),
        )
        .orderBy(...orderBy(mostUrgentFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const linkTo = await linkSigner(deps);
      const list = page.map(({ appeal, statement, currency }) => {
        const { facts, rule } = statementTexts(statement, { lang: 'en', currency });
        return {
          no: appeal.no,
          shopId: appeal.shopId,
          kind: statement.kind,
          about: subjectOf(statement),
          statementId: statement.id,
          facts,
          rule,
          text: appeal.text,
          files: appeal.fileIds.map(linkTo),
          receivedAt: appeal.receivedAt.toISOString(),
          decideBy: appeal.decideBy.toISOString(),
        };
      });
      return { list, nextCursor };
    },
  }),
};
