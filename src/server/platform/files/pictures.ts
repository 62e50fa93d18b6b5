import { eq, sql } from 'drizzle-orm';
import { pictures } from '../../schema/files.ts';
import type { Database } from '../database/db.ts';
import { chunkBytes, type Source, streamChunks } from '../stream-chunks.ts';

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
 * Stores a picture of goods; its name contains a hash of its content, so one with the same name is the same picture.
 */
export const storePicture = async (
  db: Database,
  name: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> => {
  if (!pictureName.test(name)) throw new Error(`"${name}" is no picture's name: use ${pictureName.source}`);
  await db.insert(pictures).values({ name, body }).onConflictDoNothing();
};
