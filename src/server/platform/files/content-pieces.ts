import { and, desc, eq, lte, sql } from 'drizzle-orm';
import { fileBodies, type files } from '../../schema/files.ts';
import type { Database } from '../database/db.ts';
import type { Source } from '../stream-chunks.ts';

/** Bytes of a file in one row: what the embedded database stores in about 10 ms. */
const storedPieceBytes = 262_144;

/** Stores the content of a file piece by piece, so that other requests run in between. */
export const storeContent = async (db: Database, fileId: string, content: Uint8Array): Promise<void> => {
  for (let position = 0; position < content.length; position += storedPieceBytes) {
    const body = new Uint8Array(content.subarray(position, position + storedPieceBytes));
    await db.insert(fileBodies).values({ fileId, position, body });
  }
};

/** Makes a reader of a file's content in the database: from a position, up to the end of its piece. */
export const contentReader =
  (db: Database, fileId: string): Source['read'] =>
  async (from, length) => {
    const start = sql`${from}::int - ${fileBodies.position} + 1`;
    const [row] = await db
      .select({ bytes: sql<Uint8Array>`substring(${fileBodies.body} from ${start} for ${length}::int)` })
      .from(fileBodies)
      .where(and(eq(fileBodies.fileId, fileId), lte(fileBodies.position, from)))
      .orderBy(desc(fileBodies.position))
      .limit(1);
    return new Uint8Array(row?.bytes ?? []);
  };

/** Reads the whole content of a file; null where it is no longer in the database. */
export const readContent = async (
  db: Database,
  { id, bytes }: Pick<typeof files.$inferSelect, 'id' | 'bytes'>,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const read = contentReader(db, id);
  const content = new Uint8Array(bytes);
  for (let position = 0; position < bytes; ) {
    const piece = await read(position, storedPieceBytes);
    if (piece.length === 0) return null;
    content.set(piece, position);
    position += piece.length;
  }
  return content;
};
