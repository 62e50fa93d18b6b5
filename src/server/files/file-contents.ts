import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { after, day, minute } from '../clock.ts';
import type { Deps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { fileBodies, files } from '../schema/files.ts';
import type { Bucket } from './bucket.ts';
import { type FileRow, removeFile } from './uploads.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'bucket' | 'log'>;

const batch = 20;
/** What no call has taken into use by then was dropped by its form. */
const unusedFor = 2 * day;

const fetched = async (
  bucket: Bucket | null,
  { id, sha256 }: FileRow,
): Promise<Buffer<ArrayBuffer> | null> => {
  if (!bucket) throw new Error(`the file ${id} lies in a bucket: set FILES_URL to the one it was moved to`);
  const body = await bucket.get(id);
  if (body && createHash('sha256').update(body).digest('hex') !== sha256)
    throw new Error(`the file ${id} in the bucket is not what was put there`);
  return body;
};

/** A private file with its content, wherever that lies; null for one that is not there or no longer. */
export const readFile = async (
  { db, bucket }: Pick<Deps, 'db' | 'bucket'>,
  fileId: string,
): Promise<{ file: FileRow; body: Uint8Array<ArrayBuffer> } | null> => {
  const [row] = await db
    .select({ file: files, body: fileBodies.body })
    .from(files)
    .leftJoin(fileBodies, eq(fileBodies.fileId, files.id))
    .where(and(eq(files.id, fileId), isNull(files.removedAt)));
  if (!row) return null;
  const body = row.body ? new Uint8Array(row.body) : await fetched(bucket, row.file);
  return body && { file: row.file, body: new Uint8Array(body) };
};

// Said before the first byte leaves: whoever removes the file meanwhile knows that the bucket may hold it.
const announce = async ({ db }: Needs): Promise<string[]> => {
  const here = and(inArray(files.place, ['database', 'moving']), isNull(files.removedAt));
  const waiting = db
    .select({ id: files.id })
    .from(files)
    .where(here)
    .orderBy(asc(files.createdAt))
    .limit(batch);
  const rows = await db
    .update(files)
    .set({ place: 'moving' })
    .where(and(inArray(files.id, waiting), here))
    .returning({ id: files.id });
  return rows.map(({ id }) => id);
};

const move = async ({ db }: Needs, bucket: Bucket, id: string): Promise<void> => {
  const [row] = await db
    .select({ sha256: files.sha256, body: fileBodies.body })
    .from(files)
    .innerJoin(fileBodies, eq(fileBodies.fileId, files.id))
    .where(eq(files.id, id));
  if (!row) return;
  await bucket.put(id, new Uint8Array(row.body), row.sha256);
  const isMoved = await inTransaction(db, async (tx) => {
    const there = and(eq(files.id, id), isNull(files.removedAt));
    const moved = await tx.update(files).set({ place: 'bucket' }).where(there).returning({ id: files.id });
    if (moved.length > 0) await tx.delete(fileBodies).where(eq(fileBodies.fileId, id));
    return moved.length > 0;
  });
  if (!isMoved) await bucket.remove(id);
};

const wipe = async ({ db, clock }: Needs, bucket: Bucket): Promise<void> => {
  // One that was on its way when it was removed gets the time to arrive: else it would lie there for good.
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

const forgetUnused = async ({ db, clock }: Needs): Promise<void> => {
  const old = and(
    isNull(files.usedAt),
    isNull(files.removedAt),
    lt(files.createdAt, after(clock.now(), -unusedFor)),
  );
  const found = await db.select({ id: files.id }).from(files).where(old).limit(batch);
  for (const { id } of found) await inTransaction(db, (tx) => removeFile({ db: tx, clock }, id));
};

// A bucket that is away is not asked every second: what waits is safe in the database.
const resting = new WeakMap<Bucket, Date>();

/** Moves contents into the bucket, wipes what was removed there, and drops uploads that nothing ever used. */
export const runFilesDue = async (deps: Needs): Promise<void> => {
  await forgetUnused(deps);
  const { bucket, clock, log } = deps;
  if (!bucket || (resting.get(bucket) ?? clock.now()) > clock.now()) return;
  try {
    for (const id of await announce(deps)) await move(deps, bucket, id);
    await wipe(deps, bucket);
  } catch (error) {
    resting.set(bucket, after(clock.now(), minute));
    log.error('bucket', error);
  }
};
