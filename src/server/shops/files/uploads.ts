import { createHash } from 'node:crypto';
import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { fileTypesFor } from '../../../contract/file-types.ts';
import { bytesPerMb } from '../../../contract/screen-limits.ts';
import { second } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { insertOne } from '../../platform/database/db.ts';
import { type FileKind, readKind } from '../../platform/file-kinds/kind.ts';
import { storeContent } from '../../platform/files/content-pieces.ts';
import type { FileRow } from '../../platform/files/remove-file.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal, refuse } from '../../platform/refuse.ts';
import { startOfDay } from '../../platform/zone.ts';
import { type filePurposes, files } from '../../schema/files.ts';
import { lockShop, type ShopRow } from '../shop-row.ts';
import { countDiscarded, discardedBytes } from './discarded-bytes.ts';

export type FilePurpose = (typeof filePurposes)[number];

/** Returns the refusal for a shop that has used up its daily quota. */
const dayFull = ({ clock, config }: Deps, { timeZone }: ShopRow): Refusal => {
  const now = clock.now();
  const { uploadsPerDay, uploadMbPerDay } = config.limits;
  const resetsAt = startOfDay(timeZone, now, 1);
  return refuse(codes.systemBusy, {
    reason: 'upload_quota',
    params: { limit: uploadsPerDay, maxMb: uploadMbPerDay, resetsAt: resetsAt.toISOString() },
    retryAfter: Math.ceil((resetsAt.getTime() - now.getTime()) / second),
  });
};

const requireQuota = async (deps: Deps, shop: ShopRow, bytes: number): Promise<void> => {
  const { db, clock, config } = deps;
  const today = gte(files.createdAt, startOfDay(shop.timeZone, clock.now()));
  const [row] = await db
    .select({
      count: sql<string>`count(*)::text`,
      bytes: sql<string>`coalesce(sum(${files.bytes}), 0)::text`,
    })
    .from(files)
    .where(and(eq(files.shopId, shop.id), eq(files.by, 'shop'), today));
  const { uploadsPerDay, uploadMbPerDay } = config.limits;
  const used = Number(row?.bytes) + (await discardedBytes(deps, shop));
  const isFull = Number(row?.count) >= uploadsPerDay;
  if (!isFull && used + bytes <= uploadMbPerDay * bytesPerMb) return;
  throw dayFull(deps, shop);
};

/**
 * Refuses an upload before its body is read, where discarded bodies have used up the shop's daily quota.
 * @throws Refusal 201
 */
export const requireDiscardQuota = async (deps: Deps, shop: ShopRow): Promise<void> => {
  if ((await discardedBytes(deps, shop)) >= deps.config.limits.uploadMbPerDay * bytesPerMb)
    throw dayFull(deps, shop);
};

export interface IncomingFile {
  shopId: string;
  purpose: FilePurpose;
  file: Blob;
  /** The owner of the file, where it is not the shop. */
  by?: FileRow['by'];
  /** The input field it came in, named in a refusal. */
  field: string;
}

/**
 * Stores an upload, in a transaction: checks its kind by its bytes, removes a camera's metadata, counts it against the
 * shop's daily quota, and gives it a new name. A refused upload leaves nothing behind. A later call attaches it by
 * `attachFile`, or it is removed.
 * @throws Refusal 405 too large (`params.maxMb`) or of a kind that is not accepted here; 201 the shop's daily quota is
 *   used up
 */
export const storeUpload = async (
  deps: Deps,
  { shopId, purpose, file, field, by = 'shop' }: IncomingFile,
): Promise<FileRow> => {
  const { db, clock, config, random } = deps;
  const { uploadMb } = config.limits;
  if (file.size > uploadMb * bytesPerMb)
    throw refuse(codes.invalidParameter, { field, reason: 'file_too_large', params: { maxMb: uploadMb } });
  const recognised = readKind(Buffer.from(await file.arrayBuffer()));
  const kinds: readonly FileKind[] = fileTypesFor(purpose);
  if (recognised === null || !kinds.includes(recognised.kind)) {
    const allowed = kinds.map((one) => one.split('/')[1]).join(', ');
    throw refuse(codes.invalidParameter, {
      field,
      reason: 'file_kind',
      params: { kind: 'file_kind', allowed },
    });
  }
  const { kind, body } = recognised;
  if (by === 'shop') {
    const shop = await lockShop(db, shopId);
    await requireQuota(deps, shop, file.size);
    const dropped = file.size - body.length;
    if (dropped > 0) await countDiscarded(deps, shop, dropped);
  }
  const sha256 = createHash('sha256').update(body).digest('hex');
  const uploaded = { id: newId(random, 'fil'), shopId, purpose, by, type: kind, bytes: body.length, sha256 };
  const row = await insertOne(db, files, { ...uploaded, createdAt: clock.now() });
  await storeContent(db, row.id, body);
  return row;
};

/** Stores and attaches a file that came with the call that uses it; refuses as `storeUpload` does. */
export const receiveFile = async (deps: Deps, incoming: IncomingFile): Promise<FileRow> => {
  const { id } = await storeUpload(deps, incoming);
  const { shopId, purpose, field } = incoming;
  return attachFile(deps, { fileId: id, shopId, purpose, field });
};

/**
 * Attaches an upload to the call that names it: once, by its own shop, for its declared purpose.
 * @throws Refusal 404 where any of that does not hold, 203 `file_used` where it is attached already
 */
export const attachFile = async (
  { db, clock }: Deps,
  { fileId, shopId, purpose, field = 'fileId' }: FileReference,
): Promise<FileRow> => {
  const ownUpload = and(
    eq(files.id, fileId),
    eq(files.shopId, shopId),
    eq(files.purpose, purpose),
    isNull(files.removedAt),
  );
  const [upload] = await db.select().from(files).where(ownUpload).for('update');
  if (!upload) throw refuse(codes.recordNotFound, { field });
  if (upload.usedAt) throw refuse(codes.invalidOperation, { field, reason: 'file_used' });
  const usedAt = clock.now();
  await db.update(files).set({ usedAt }).where(eq(files.id, fileId));
  return { ...upload, usedAt };
};

/**
 * Attaches the uploads that a call names in `fileIds`, each as `attachFile` does. A refusal names all that it is about
 * by their positions from 0, in its `params.positions`, so that a merchant chooses these again and no others.
 */
export const attachFiles = async (
  deps: Deps,
  { fileIds, ...files }: Omit<FileReference, 'fileId' | 'field'> & { fileIds: readonly string[] },
): Promise<void> => {
  const refused: { position: number; refusal: Refusal }[] = [];
  for (const [position, fileId] of fileIds.entries()) {
    await attachFile(deps, { ...files, fileId, field: 'fileIds' }).catch((refusal) => {
      if (!(refusal instanceof Refusal)) throw refusal;
      refused.push({ position, refusal });
    });
  }
  const [first] = refused;
  if (!first) return;
  const { code, detail } = first.refusal;
  throw refuse(code, { ...detail, params: { positions: refused.map(({ position }) => position).join(' ') } });
};

export interface FileReference {
  fileId: string;
  shopId: string;
  purpose: FilePurpose;
  /** The input field that named it. */
  field?: string;
}
