import { asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { merchantText, text, whole } from '../../platform/decisions/flag-types.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { qualifications } from '../../schema/shops.ts';
import { paperCodes } from './paper-codes.ts';
import { decideQualification, type QualificationRow } from './qualifications.ts';

const summary = ({ id, shopId, status, reason }: QualificationRow) => ({ id, shopId, status, reason });

export const qualificationDecisions = {
  qualifications: defineDecision(
    "Shops' papers that wait for a reviewer, with links that last five minutes.",
    { limit: v.optional(whole(1, 200), 50) },
    async (deps, { limit }) => {
      const qualificationRows = await deps.db
        .select()
        .from(qualifications)
        .where(eq(qualifications.status, 'applying'))
        .orderBy(asc(qualifications.addedAt), asc(qualifications.id))
        .limit(limit);
      const link = await linkSigner(deps);
      return {
        list: qualificationRows.map((row) => ({
          ...summary(row),
          url: row.fileId ? link(row.fileId) : row.url,
        })),
      };
    },
    { key: 'optional' },
  ),

  'qualification-approve': defineDecision(
    'A paper of a shop is what it says.',
    { qualification: text },
    async (deps, { qualification }, actor) =>
      summary(await decideQualification(deps, { id: qualification, actor, code: null })),
  ),

  'qualification-reject': defineDecision(
    'A paper of a shop does not do, for a reason.',
    { qualification: text, code: v.picklist(paperCodes), reason: merchantText },
    async (deps, { qualification, code, reason }, actor) =>
      summary(await decideQualification(deps, { id: qualification, actor, code, note: reason })),
  ),
};
