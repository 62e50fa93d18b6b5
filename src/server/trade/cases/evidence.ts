import { asc, inArray } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { afterSaleEvidence } from '../../schema/cases.ts';
import { attachFiles, receiveFile } from '../../shops/files/uploads.ts';
import type { CaseParty } from '../model/case-machine.ts';
import type { CaseRow } from '../model/case-row.ts';

export type EvidenceRow = typeof afterSaleEvidence.$inferSelect;

/** The purpose under which files of a case are uploaded. */
const evidencePurpose = 'certificate';

interface Author {
  party: CaseParty;
  actor: string;
}

async function insertEvidence(
  { db, clock }: Deps,
  row: CaseRow,
  from: Author,
  content: { text?: string; fileId?: string },
): Promise<void> {
  await db
    .insert(afterSaleEvidence)
    .values({ ...content, ...from, caseId: row.id, shopId: row.shopId, at: clock.now() });
}

/** Adds a text or a picture to a case, from any party but its merchant; refuses 203 for a closed case. */
export async function addEvidence(
  deps: Deps,
  row: CaseRow,
  { text, picture, ...from }: Author & { text?: string; picture?: Blob },
): Promise<void> {
  if (row.state === 'closed') throw refuse(codes.invalidOperation, { reason: 'status' });
  const { shopId } = row;
  const file =
    picture &&
    (await receiveFile(deps, {
      shopId,
      purpose: evidencePurpose,
      file: picture,
      field: 'picture',
      by: 'buyer',
    }));
  await insertEvidence(deps, row, from, { text, fileId: file?.id });
}

/** Adds the merchant's own uploads to a case and marks each as used. */
export async function addUploads(
  deps: Deps,
  row: CaseRow,
  actor: string,
  fileIds: readonly string[],
): Promise<void> {
  await attachFiles(deps, { fileIds, shopId: row.shopId, purpose: evidencePurpose });
  for (const fileId of fileIds) await insertEvidence(deps, row, { party: 'merchant', actor }, { fileId });
}

/** Returns all evidence of cases, the oldest first. */
export const evidenceOf = (db: Database, ...caseIds: string[]): Promise<EvidenceRow[]> =>
  db
    .select()
    .from(afterSaleEvidence)
    .where(inArray(afterSaleEvidence.caseId, caseIds))
    .orderBy(asc(afterSaleEvidence.seq));
