import { asc, eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { removeFile } from '../../platform/files/remove-file.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { qualifications } from '../../schema/shops.ts';
import { attachFile } from '../files/uploads.ts';
import { notify } from '../notices/notify.ts';
import { type DocumentCode, documentReasons, documentText } from './document-codes.ts';

export type QualificationRow = typeof qualifications.$inferSelect;

/** The most documents of a shop that are valid or under review. */
const maxDocuments = 10;

const documentsOf = ({ db }: Deps, shopId: string): Promise<QualificationRow[]> =>
  db
    .select()
    .from(qualifications)
    .where(eq(qualifications.shopId, shopId))
    .orderBy(asc(qualifications.addedAt), asc(qualifications.id));

/** Returns the documents of a shop as its merchant sees them, with links valid for five minutes. */
export async function qualificationsOf(deps: Deps, shopId: string, lang: string) {
  const link = await linkSigner(deps);
  return (await documentsOf(deps, shopId)).map(({ id, url, fileId, status, reason, note }) => ({
    id,
    status,
    note,
    url: fileId ? link(fileId) : url,
    reason: reason === null ? null : documentText(lang, reason),
  }));
}

/** Adds uploaded documents for review; deletes those that were rejected. The caller has locked the shop's row. */
export async function addQualifications(deps: Deps, shopId: string, fileIds: string[]): Promise<void> {
  const { db, clock, random } = deps;
  const documents = await documentsOf(deps, shopId);
  const active = documents.filter(({ status }) => status !== 'rejected');
  if (active.length + fileIds.length > maxDocuments)
    throw refuse(codes.invalidOperation, { reason: 'too_many_papers', params: { max: maxDocuments } });
  const addedAt = clock.now();
  for (const fileId of fileIds) {
    await attachFile(deps, { fileId, shopId, purpose: 'qualification', field: 'qualificationFileIds' });
    const id = newId(random, 'qua');
    await db.insert(qualifications).values({ id, shopId, url: '', fileId, status: 'applying', addedAt });
  }
  for (const { id, fileId, status } of documents) {
    if (status !== 'rejected') continue;
    await db.delete(qualifications).where(eq(qualifications.id, id));
    await removeFile(deps, fileId);
  }
}

/** Decides a document under review: verified, or rejected for a reason. */
export async function decideQualification(
  { db, clock }: Deps,
  {
    id,
    actor,
    code,
    note = null,
  }: { id: string; actor: string; code: DocumentCode | null; note?: string | null },
): Promise<QualificationRow> {
  const [document] = await db.select().from(qualifications).where(eq(qualifications.id, id)).for('update');
  if (!document) throw refuse(codes.recordNotFound, { field: 'qualification' });
  if (document.status !== 'applying') throw refuse(codes.invalidOperation, { reason: document.status });
  const decidedAt = clock.now();
  const status = code === null ? ('verified' as const) : ('rejected' as const);
  const change = { status, reason: code, note, decidedAt, decidedBy: actor };
  await db.update(qualifications).set(change).where(eq(qualifications.id, id));
  const notice = { shopId: document.shopId, at: decidedAt };
  if (code === null) await notify(db, { ...notice, kind: 'qualification_verified', params: {} });
  else
    await notify(db, {
      ...notice,
      kind: 'qualification_rejected',
      params: { reason: documentReasons[code] },
    });
  return { ...document, ...change };
}
