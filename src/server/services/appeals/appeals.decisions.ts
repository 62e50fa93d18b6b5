import { asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { integer, names, text } from '../../platform/decisions/flag-types.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { appeals, statements } from '../../schema/restrictions.ts';
import { shops } from '../../schema/shops.ts';
import { statementTexts } from '../../shops/restrictions/statement-text.ts';
import type { StatementRow } from '../../shops/restrictions/statements.ts';
import { withReopened } from '../../shops/shop/reopen.ts';
import { appealOf, decideAppeal } from './appeal-decide.ts';
import { appealView } from './appeals.ts';

/** Returns what a statement is about: the number of an order, a withdrawal or a recharge, or else an id. */
const subjectOf = ({ params, subject }: StatementRow): string | null => params.no ?? subject;

export const appealDecisions = {
  appeals: defineDecision(
    'Appeals that wait for an answer, the most urgent first, each with the statement that it is about; links to its files are good for five minutes.',
    { limit: v.optional(integer(1, 200), 50) },
    async (deps, { limit }) => {
      const waiting = await deps.db
        .select({ appeal: appeals, statement: statements, currency: shops.currency })
        .from(appeals)
        .innerJoin(statements, eq(statements.id, appeals.statementId))
        .innerJoin(shops, eq(shops.id, appeals.shopId))
        .where(eq(appeals.status, 'received'))
        .orderBy(asc(appeals.decideBy), asc(appeals.id))
        .limit(limit);
      const linkTo = await linkSigner(deps);
      const list = waiting.map(({ appeal, statement, currency }) => {
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
      return { list };
    },
    { key: 'optional' },
  ),

  'appeal-decide': defineDecision(
    'Answers an appeal: upheld keeps what it was about, reversed undoes it. Then a refused recharge is reviewed again, or credited with what was set apart; for one that was credited with less than was reported, post what came with reverse before. A wrong part of a refund is compensated with the release of its order. The reason is what the merchant reads. What gives money back to a closed shop opens it again (reopened), until its wallet is empty. --distinct-from as in recharge-approve, where a recharge is credited again.',
    {
      appeal: text,
      outcome: v.picklist(['upheld', 'reversed']),
      reason: text,
      'distinct-from': v.optional(names),
    },
    async (deps, { appeal, outcome, reason, 'distinct-from': distinctFrom }, actor) => {
      const { shopId } = await appealOf(deps.db, appeal);
      const decision = { no: appeal, outcome, reason, distinctFrom, actor };
      return withReopened(deps, shopId, async () =>
        appealView(await decideAppeal(deps, decision), await linkSigner(deps)),
      );
    },
  ),
};
