import { asc, eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Database } from '../database/db.ts';
import { receiveFile, takeFile } from '../files/uploads.ts';
import { refuse } from '../refuse.ts';
import { afterSaleEvidence } from '../schema/cases.ts';
import type { CaseParty } from './case-machine.ts';
import type { CaseRow } from './case-row.ts';
import type { CaseDeps } from './move-case.ts';

export type EvidenceRow = typeof afterSaleEvidence.$inferSelect;

/** What files of a case are uploaded as. */
export const evidencePurpose = 'certificate';

interface From {
  party: CaseParty;
  actor: string;
}

async function add(
  { db, clock }: CaseDeps,
  row: CaseRow,
  from: From,
  what: { text?: string; fileId?: string },
): Promise<void> {
  await db
    .insert(afterSaleEvidence)
    .values({ ...what, ...from, caseId: row.id, shopId: row.shopId, at: clock.now() });
}

/** Words or a picture for a case, from anybody but its merchant; a case that is closed takes nothing more. */
export async function addEvidence(
  deps: CaseDeps,
  row: CaseRow,
  { text, picture, ...from }: From & { text?: string | undefined; picture?: Blob | undefined },
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
  await add(deps, row, from, { ...(text && { text }), ...(file && { fileId: file.id }) });
}

/** The merchant's own uploads, each taken into use by this case. */
export async function addUploads(
  deps: CaseDeps,
  row: CaseRow,
  actor: string,
  fileIds: readonly string[],
): Promise<void> {
  for (const fileId of fileIds) {
    await takeFile(deps, { fileId, shopId: row.shopId, purpose: evidencePurpose, field: 'fileIds' });
    await add(deps, row, { party: 'merchant', actor }, { fileId });
  }
}

/** Everything that was laid before a case, the oldest first. */
export const evidenceOf = (db: Database, caseId: string): Promise<EvidenceRow[]> =>
  db
    .select()
    .from(afterSaleEvidence)
    .where(eq(afterSaleEvidence.caseId, caseId))
    .orderBy(asc(afterSaleEvidence.seq));
