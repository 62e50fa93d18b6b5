import { asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { integer, text } from '../../platform/decisions/flag-types.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { qualifications } from '../../schema/shops.ts';
import { documentCodes } from './document-codes.ts';
import { decideQualification, type QualificationRow } from './qualifications.ts';

const summary = ({ id, shopId, status, reason }: QualificationRow) => ({ id, shopId, status, reason });

export const qualificationDecisions = {
  qualifications: defineDecision(
    "Shops' documents that wait for a reviewer, with links that last five minutes.",
    { limit: v.optional(integer(1, 200), 50) },
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
    'Verifies a document of a shop.',
    { qualification: text },
    async (deps, { qualification }, actor) =>
      summary(await decideQualification(deps, { id: qualification, actor, code: null })),
  ),

  'qualification-reject': defineDecision(
    'Rejects a document of a shop, for a reason.',
    { qualification: text, code: v.picklist(documentCodes), reason: text },
    async (deps, { qualification, code, reason }, actor) =>
      summary(await decideQualification(deps, { id: qualification, actor, code, note: reason })),
  ),
};
