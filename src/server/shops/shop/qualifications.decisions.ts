import * as v from 'valibot';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { maybeText } from '../../platform/decisions/output-types.ts';
import { documentCodes } from './document-codes.ts';
import { decideQualification, type QualificationRow } from './qualifications.ts';

export const qualificationState = v.object({
  id: v.string(),
  shopId: v.string(),
  status: v.picklist(['applying', 'verified', 'rejected']),
  reason: maybeText,
});

export const qualificationSummary = ({ id, shopId, status, reason }: QualificationRow) => ({
  id,
  shopId,
  status,
  reason,
});

export const qualificationDecisions = {
  'qualification-approve': defineDecision({
    about: 'Verifies a document of a shop.',
    on: 'qualification',
    roles: ['support'],
    weight: 'frees',
    input: { qualification: text },
    output: qualificationState,
    run: async (deps, { qualification }, actor) =>
      qualificationSummary(await decideQualification(deps, { id: qualification, actor, code: null })),
  }),

  'qualification-reject': defineDecision({
    about: 'Rejects a document of a shop, for a reason.',
    on: 'qualification',
    roles: ['support'],
    weight: 'binds',
    input: { qualification: text, code: v.picklist(documentCodes), reason: text },
    output: qualificationState,
    run: async (deps, { qualification, code, reason }, actor) =>
      qualificationSummary(await decideQualification(deps, { id: qualification, actor, code, note: reason })),
  }),
};
