import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { fileBodies, files } from '../../schema/files.ts';
import type { Bucket } from '../bucket.ts';
import { after, day, minute } from '../clock.ts';
import type { Deps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { dueWork } from '../due-work.ts';
import { chunkBytes, type Source, streamChunks } from '../stream-chunks.ts';
import { contentReader, readContent } from './content-pieces.ts';
import { type FileRow, removeFile } from './remove-file.ts';

const batch = 20;
/** An upload that no call has attached by then was abandoned. */
export const unusedFor = 2 * day;

/**
 * Makes a reader of a file in the bucket, which fails before the last bytes where the content differs from what was
 * stored.
 */
const fromBucket = (bucket: Bucket | null, { id, sha256, bytes }: FileRow): Source['read'] => {
  const hash = createHash('sha256');
  return async (from, length) => {
    if (!bucket) throw new Error(`the file ${id} lies in a bucket: set FILES_URL to the one it was moved to`);
    const read = await bucket.get(id, { from, length });
    if (!read) return new Uint8Array();
    hash.update(read);
    if (from + length >= bytes && hash.digest('hex') !== sha256)
      throw new Error(`the file ${id} in the bucket is not what was put there`);
    return read;
  };
};

interface Content {
  file: FileRow;
  /** A short file as bytes, a longer one as a stream. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

/** Returns a private file with its content, from the database or the bucket; null where it does not exist. */
export const readFile = async ({ db, bucket }: Deps, fileId: string): Promise<Content | null> => {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), isNull(files.removedAt)));
  if (!file) return null;
  const size = file.bytes;
  const inDatabase = contentReader(db, fileId);
  const stored = await inDatabase(0, chunkBytes);
  const read = stored.length > 0 ? inDatabase : fromBucket(bucket, file);
  const first = stored.length > 0 ? stored : await read(0, Math.min(size, chunkBytes));
  if (first.length === 0) return null;
  if (first.length === size) return { file, body: first };
  const readOn: Source['read'] = async (from, length) => (from === 0 ? first : read(from, length));
  return { file, body: streamChunks({ size, read: readOn }) };
};

// Marked before the upload starts, so that a concurrent removal knows that the bucket may have the file.
const markAsMoving = async ({ db }: Deps): Promise<string[]> => {
  const notMoved = and(inArray(files.place, ['database', 'moving']), isNull(files.removedAt));
  const waiting = db
    .select({ id: files.id })
    .from(files)
    .where(notMoved)
    .orderBy(asc(files.createdAt))
    .limit(batch);
  const rows = await db
    .update(files)
    .set({ place: 'moving' })
    .where(and(inArray(files.id, waiting), notMoved))
    .returning({ id: files.id });
  return rows.map(({ id }) => id);
};

const move = async ({ db }: Deps, bucket: Bucket, id: string): Promise<void> => {
  const [file] = await db.select().from(files).where(eq(files.id, id));
  const content = file && (await readContent(db, file));
  if (!content) return;
  await bucket.put(id, content, file.sha256);
  const isMoved = await inTransaction(db, async (tx) => {
    const there = and(eq(files.id, id), isNull(files.removedAt));
    const moved = await tx.update(files).set({ place: 'bucket' }).where(there).returning({ id: files.id });
    if (moved.length > 0) await tx.delete(fileBodies).where(eq(fileBodies.fileId, id));
    return moved.length > 0;
  });
  if (!isMoved) await bucket.remove(id);
};

const deleteRemoved = async ({ db, clock }: Deps, bucket: Bucket): Promise<void> => {
  // A file that was removed during its upload gets time to arrive, or it would stay in the bucket for good.
  const arrived = lt(files.removedAt, after(clock.now(), -10 * minute));
  const removed = await db
    .select({ id: files.id })
    .from(files)
    .where(
      and(isNotNull(files.removedAt), or(eq(files.place, 'bucket'), and(eq(files.place, 'moving'), arrived))),
    )
    .limit(batch);
  for (const { id } of removed) {
    await bucket.remove(id);
    await db.update(files).set({ place: 'gone' }).where(eq(files.id, id));
  }
};

const isUnused = (now: Date) =>
  and(isNull(files.usedAt), isNull(files.removedAt), lt(files.createdAt, after(now, -unusedFor)));

/** Removes uploads that no call has attached. */
export const unusedFilesDue = dueWork({
  name: 'unused file',
  due: (now) => ({ id: files.id, at: files.createdAt, where: isUnused(now) }),
  handle: async (deps, id) => {
    const { db, clock } = deps;
    const due = and(eq(files.id, id), isUnused(clock.now()));
    const [row] = await db.select({ id: files.id }).from(files).where(due).for('update');
    if (!row) return false;
    await removeFile(deps, id);
    return true;
  },
});

// An unavailable bucket is not tried every second: the waiting files are safe in the database.
const retryAt = new WeakMap<Bucket, Date>();

/** Moves file contents into the bucket, and deletes removed files from it. */
export const runFilesDue = async (deps: Deps): Promise<void> => {
  const { bucket, clock, log } = deps;
  if (!bucket || (retryAt.get(bucket) ?? clock.now()) > clock.now()) return;
  try {
    for (const id of await markAsMoving(deps)) await move(deps, bucket, id);
    await deleteRemoved(deps, bucket);
  } catch (error) {
    retryAt.set(bucket, after(clock.now(), minute));
    log.error('bucket', error);
  }
};
