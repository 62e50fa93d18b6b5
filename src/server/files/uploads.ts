import { createHash } from 'node:crypto';
import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { fileTypesFor } from '../../contract/file-types.ts';
import { bytesPerMb } from '../../contract/limits.ts';
import { second } from '../clock.ts';
import type { Basics, Deps } from '../context.ts';
import { type FileKind, kindOf } from '../file-kinds/kind.ts';
import { newId } from '../ids.ts';
import { refuse } from '../refuse.ts';
import { fileBodies, type filePurposes, files } from '../schema/files.ts';
import { lockShop, type ShopRow } from '../shop/shop-row.ts';
import { startOfDay } from '../zone.ts';

export type FilePurpose = (typeof filePurposes)[number];
export type FileRow = typeof files.$inferSelect;

const requireQuota = async ({ db, clock, config }: Basics, shop: ShopRow, bytes: number): Promise<void> => {
  const now = clock.now();
  const today = gte(files.createdAt, startOfDay(shop.timeZone, now));
  const [row] = await db
    .select({
      count: sql<string>`count(*)::text`,
      bytes: sql<string>`coalesce(sum(${files.bytes}), 0)::text`,
    })
    .from(files)
    .where(and(eq(files.shopId, shop.id), eq(files.by, 'shop'), today));
  const { uploadsPerDay, uploadMbPerDay } = config.limits;
  const isFull = Number(row?.count) >= uploadsPerDay;
  if (!isFull && Number(row?.bytes) + bytes <= uploadMbPerDay * bytesPerMb) return;
  const resetsAt = startOfDay(shop.timeZone, now, 1);
  throw refuse(codes.systemBusy, {
    reason: 'upload_quota',
    params: { limit: uploadsPerDay, maxMb: uploadMbPerDay, resetsAt: resetsAt.toISOString() },
    retryAfter: Math.ceil((resetsAt.getTime() - now.getTime()) / second),
  });
};

export interface IncomingFile {
  shopId: string;
  purpose: FilePurpose;
  file: Blob;
  /** Whose it is, where it is not the shop's own. */
  by?: FileRow['by'];
  /** The input field it came in, named in a refusal. */
  field: string;
}

/**
 * Takes in an upload, in a transaction: checked by its bytes, counted against the shop's day, kept under a name of ours.
 * Where it is refused, nothing of it is stored. A later call takes it into use by `takeFile`, or it is dropped.
 * @throws Refusal 405 too large (`params.maxMb`) or of a kind that is not taken here; 201 the shop's day is full
 */
export const storeUpload = async (
  deps: Basics,
  { shopId, purpose, file, field, by = 'shop' }: IncomingFile,
): Promise<FileRow> => {
  const { db, clock, config, random } = deps;
  const { uploadMb } = config.limits;
  if (file.size > uploadMb * bytesPerMb)
    throw refuse(codes.invalidParameter, { field, reason: 'file_too_large', params: { maxMb: uploadMb } });
  const body = Buffer.from(await file.arrayBuffer());
  const kind = kindOf(body);
  const kinds: readonly FileKind[] = fileTypesFor(purpose);
  if (kind === null || !kinds.includes(kind)) {
    const allowed = kinds.map((one) => one.split('/')[1]).join(', ');
    throw refuse(codes.invalidParameter, {
      field,
      reason: 'file_kind',
      params: { kind: 'file_kind', allowed },
    });
  }
  if (by === 'shop') await requireQuota(deps, await lockShop(db, shopId), body.length);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const facts = { id: newId(random, 'fil'), shopId, purpose, by, type: kind, bytes: body.length, sha256 };
  const [row] = await db
    .insert(files)
    .values({ ...facts, createdAt: clock.now() })
    .returning();
  if (!row) throw new Error('the file was not stored');
  await db.insert(fileBodies).values({ fileId: row.id, body });
  return row;
};

/** Takes in a file that came with the call that uses it; what holds for `storeUpload` holds here too. */
export const receiveFile = async (deps: Basics, incoming: IncomingFile): Promise<FileRow> => {
  const { id } = await storeUpload(deps, incoming);
  const { shopId, purpose, field } = incoming;
  return takeFile(deps, { fileId: id, shopId, purpose, field });
};

/**
 * The upload that a call names by its id, taken into use by it: once, by its own shop, for what it was uploaded for.
 * @throws Refusal 404 where any of that does not hold, 203 `file_used` where it is in use already
 */
export const takeFile = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { fileId, shopId, purpose, field = 'fileId' }: TakenFile,
): Promise<FileRow> => {
  const mine = and(
    eq(files.id, fileId),
    eq(files.shopId, shopId),
    eq(files.purpose, purpose),
    isNull(files.removedAt),
  );
  const [found] = await db.select().from(files).where(mine).for('update');
  if (!found) throw refuse(codes.recordNotFound, { field });
  if (found.usedAt) throw refuse(codes.invalidOperation, { field, reason: 'file_used' });
  const usedAt = clock.now();
  await db.update(files).set({ usedAt }).where(eq(files.id, fileId));
  return { ...found, usedAt };
};

export interface TakenFile {
  fileId: string;
  shopId: string;
  purpose: FilePurpose;
  /** The input field that named it. */
  field?: string;
}

/** Takes a file out of use: its content goes with this transaction, or soon after where a bucket may hold it. */
export const removeFile = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  fileId: string | null,
): Promise<void> => {
  if (fileId === null) return;
  const place = sql<
    FileRow['place']
  >`case when ${files.place} = 'database' then 'gone' else ${files.place} end`;
  await db
    .update(files)
    .set({ removedAt: clock.now(), place })
    .where(and(eq(files.id, fileId), isNull(files.removedAt)));
  await db.delete(fileBodies).where(eq(fileBodies.fileId, fileId));
};
