import { createHash } from 'node:crypto';
import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { pictures } from '../../schema/files.ts';
import { after } from '../clock.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../database/db.ts';
import { dueWork } from '../due-work.ts';
import { readKind } from '../file-kinds/kind.ts';
import { chunkBytes, type Source, streamChunks } from '../stream-chunks.ts';
import { unusedFor } from './file-contents.ts';

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

/** Letters, digits, `_` and `-`, then the extension of a served type. */
const pictureName = /^[a-z0-9_-]{1,80}\.(jpg|png|webp|svg)$/;

export interface Picture {
  /** A short picture as bytes, a longer one as a stream. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  bytes: number;
  type: string;
}

const part = (from: number, length: number) =>
  sql<Uint8Array>`substring(${pictures.body} from ${from}::int for ${length}::int)`;

/** Returns a public picture; null where none has the name. Merchants' uploads are never among them. */
export const readPicture = async (db: Database, name: string): Promise<Picture | null> => {
  const type = types[pictureName.exec(name)?.[1] ?? ''];
  if (!type) return null;
  const read: Source['read'] = async (from, length) => {
    const [row] = await db
      .select({ bytes: part(from + 1, length) })
      .from(pictures)
      .where(eq(pictures.name, name));
    return new Uint8Array(row?.bytes ?? []);
  };
  const size = sql<number>`octet_length(${pictures.body})`;
  const [row] = await db.select({ bytes: size }).from(pictures).where(eq(pictures.name, name));
  if (!row) return null;
  const { bytes } = row;
  const body = bytes <= chunkBytes ? await read(0, bytes) : streamChunks({ size: bytes, read });
  return { body, bytes, type };
};

/**
 * Stores a picture that is in use; its name contains a hash of its content, so one with the same name is the same picture.
 */
export const storePicture = async (
  db: Database,
  name: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> => {
  if (!pictureName.test(name)) throw new Error(`"${name}" is no picture's name: use ${pictureName.source}`);
  await db.insert(pictures).values({ name, body }).onConflictDoNothing();
};

const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/**
 * Stores an uploaded picture without a camera's metadata, for something to name it within two days.
 * @returns its address; null for a file that is no JPEG, PNG or WebP
 */
export const uploadPicture = async ({ db, clock }: Deps, file: Blob): Promise<string | null> => {
  const recognised = readKind(Buffer.from(await file.arrayBuffer()));
  const extension = recognised && extensions[recognised.kind];
  if (!extension) return null;
  const body = new Uint8Array(recognised.body);
  const name = `${createHash('sha256').update(body).digest('hex').slice(0, 32)}.${extension}`;
  const unusedSince = clock.now();
  await db
    .insert(pictures)
    .values({ name, body, unusedSince })
    .onConflictDoUpdate({
      target: pictures.name,
      set: { unusedSince },
      setWhere: isNotNull(pictures.unusedSince),
    });
  return `/files/${name}`;
};

/** Marks pictures as used, so that they stay; returns the names of those that are not there. */
export const usePictures = async (db: Database, names: string[]): Promise<string[]> => {
  const named = inArray(pictures.name, names);
  const found = await db
    .select({ name: pictures.name, unusedSince: pictures.unusedSince })
    .from(pictures)
    .where(named);
  // Only one that is not in use may be removed, and needs a lock before it is relied on.
  const kept = found.every(({ unusedSince }) => unusedSince === null)
    ? found
    : await db.update(pictures).set({ unusedSince: null }).where(named).returning({ name: pictures.name });
  const there = new Set(kept.map(({ name }) => name));
  return names.filter((name) => !there.has(name));
};

const isUnused = (now: Date) => lt(pictures.unusedSince, after(now, -unusedFor));

/** Removes uploaded pictures that nothing has named. */
export const unusedPicturesDue = dueWork({
  name: 'unused picture',
  due: (now) => ({ id: pictures.name, at: pictures.unusedSince, where: isUnused(now) }),
  handle: async ({ db, clock }, name) => {
    const removed = await db
      .delete(pictures)
      .where(and(eq(pictures.name, name), isUnused(clock.now())))
      .returning({ name: pictures.name });
    return removed.length > 0;
  },
});
