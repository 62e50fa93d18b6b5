import { and, eq, isNull, sql } from 'drizzle-orm';
import { fileBodies, files } from '../../schema/files.ts';
import type { Deps } from '../context.ts';

export type FileRow = typeof files.$inferSelect;

/** Removes a file: its content goes with this transaction, or soon after where the bucket may have it. */
export const removeFile = async ({ db, clock }: Deps, fileId: string | null): Promise<void> => {
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
