import { readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/db.ts';
import { pictures } from '../schema/files.ts';

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

/** Letters, digits, `_` and `-`, then one of the kinds we serve. */
const pictureName = /^[a-z0-9_-]{1,80}\.(jpg|png|webp|svg)$/;

export interface Picture {
  body: Uint8Array<ArrayBuffer>;
  type: string;
}

/** A picture that anybody may see. What merchants upload is not among them, by whatever name it is asked for. */
export const readPicture = async (db: Database, name: string): Promise<Picture | null> => {
  const type = types[pictureName.exec(name)?.[1] ?? ''];
  if (!type) return null;
  const [row] = await db.select().from(pictures).where(eq(pictures.name, name));
  return row ? { body: new Uint8Array(row.body), type } : null;
};

/** Stores a picture of goods; its name says what is in it, so a second one of that name is the same. */
export const keepPicture = async (
  db: Database,
  name: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> => {
  if (!pictureName.test(name)) throw new Error(`"${name}" is no picture's name: use ${pictureName.source}`);
  await db.insert(pictures).values({ name, body }).onConflictDoNothing();
};

/** Takes over the pictures of a version that kept them in a directory, once. */
export const adoptPictures = async (db: Database, directory: string): Promise<number> => {
  const found = await readdir(directory).catch(() => null);
  if (found === null) return 0;
  const named = found.filter((name) => pictureName.test(name));
  for (const name of named) {
    await keepPicture(db, name, new Uint8Array(await readFile(join(directory, name))));
    await rm(join(directory, name), { force: true });
  }
  // What else somebody put there stays, and the directory with it.
  await rmdir(directory).catch(() => undefined);
  return named.length;
};
