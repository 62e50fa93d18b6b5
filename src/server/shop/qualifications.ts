import { asc, eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Basics, Deps } from '../context.ts';
import { removeFile, takeFile } from '../files/uploads.ts';
import { type PaperCode, paperReasons, paperText } from '../identity/paper-codes.ts';
import { newId } from '../ids.ts';
import { notify } from '../notices/notify.ts';
import { refuse } from '../refuse.ts';
import { qualifications } from '../schema/shops.ts';
import { linkSigner } from '../secrets/signed-links.ts';

export type QualificationRow = typeof qualifications.$inferSelect;

/** A shop has no more papers than this that count or are being looked at. */
const most = 10;

const papersOf = ({ db }: Pick<Deps, 'db'>, shopId: string): Promise<QualificationRow[]> =>
  db
    .select()
    .from(qualifications)
    .where(eq(qualifications.shopId, shopId))
    .orderBy(asc(qualifications.addedAt), asc(qualifications.id));

/** The papers of a shop as its merchant sees them, with links of five minutes. */
export async function qualificationsOf(deps: Basics, shopId: string, lang: string) {
  const link = await linkSigner(deps);
  return (await papersOf(deps, shopId)).map(({ id, url, fileId, status, reason, note }) => ({
    ...{ id, status, note },
    url: fileId ? link(fileId) : url,
    reason: reason === null ? null : paperText(lang, reason),
  }));
}

/** Adds uploaded papers, to be reviewed; those that were refused make room for them. The shop's row is locked. */
export async function addQualifications(deps: Basics, shopId: string, fileIds: string[]): Promise<void> {
  const { db, clock, random } = deps;
  const before = await papersOf(deps, shopId);
  const standing = before.filter(({ status }) => status !== 'rejected');
  if (standing.length + fileIds.length > most)
    throw refuse(codes.invalidOperation, { reason: 'too_many_papers', params: { max: most } });
  const addedAt = clock.now();
  for (const fileId of fileIds) {
    await takeFile(deps, { fileId, shopId, purpose: 'qualification', field: 'qualificationFileIds' });
    const id = newId(random, 'qua');
    await db.insert(qualifications).values({ id, shopId, url: '', fileId, status: 'applying', addedAt });
  }
  for (const { id, fileId, status } of before) {
    if (status !== 'rejected') continue;
    await db.delete(qualifications).where(eq(qualifications.id, id));
    await removeFile(deps, fileId);
  }
}

/** Decides on a paper under review: it counts, or it does not for a reason. */
export async function decideQualification(
  { db, clock }: Basics,
  {
    id,
    actor,
    code,
    note = null,
  }: { id: string; actor: string; code: PaperCode | null; note?: string | null },
): Promise<QualificationRow> {
  const [found] = await db.select().from(qualifications).where(eq(qualifications.id, id)).for('update');
  if (!found) throw refuse(codes.recordNotFound, { field: 'qualification' });
  if (found.status !== 'applying') throw refuse(codes.invalidOperation, { reason: found.status });
  const decidedAt = clock.now();
  const status = code === null ? ('verified' as const) : ('rejected' as const);
  const change = { status, reason: code, note, decidedAt, decidedBy: actor };
  await db.update(qualifications).set(change).where(eq(qualifications.id, id));
  const told = { shopId: found.shopId, link: '/shop', at: decidedAt };
  if (code === null) await notify(db, { ...told, kind: 'qualification_verified', params: {} });
  else await notify(db, { ...told, kind: 'qualification_rejected', params: { reason: paperReasons[code] } });
  return { ...found, ...change };
}
