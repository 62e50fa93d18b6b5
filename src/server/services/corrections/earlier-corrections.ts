import { and, eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { corrections } from '../../schema/corrections.ts';

export type CorrectionRow = typeof corrections.$inferSelect;

/** How often the correction of one posting is announced: once, and once more after a justified appeal. */
const maxAnnouncements = 2;

const refused = (reason: string, message: string) => refuse(codes.invalidOperation, { reason, message });

/** Normalises a text for comparison: another case, spacing or other marks are no new ground. */
const groundOf = (words: string): string =>
  words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const isDropped = ({ state }: CorrectionRow): boolean => state === 'dropped';

/** Returns earlier announced corrections of a posting; refuses another while one of them is open. */
export async function droppedCorrections(
  db: Database,
  { shopId, seq }: { shopId: string; seq: bigint },
): Promise<CorrectionRow[]> {
  const before = await db
    .select()
    .from(corrections)
    .where(and(eq(corrections.shopId, shopId), eq(corrections.seq, seq)));
  const standing = before.find((row) => !isDropped(row));
  if (!standing) return before;
  throw refused(
    'announced_already',
    `A correction of this posting is announced for ${standing.postAt.toISOString()}, or was posted.`,
  );
}

/**
 * Refuses to correct a posting again after the merchant's appeals: after a justified one it is allowed once more,
 * with other grounds; after one that was never answered, not at all.
 * @throws Refusal 203 `appeal_unanswered`, `announced_twice` or `same_grounds`
 */
export function requireNewGrounds(before: CorrectionRow[], reason: string): void {
  if (before.some(({ expiredAt }) => expiredAt))
    throw refused(
      'appeal_unanswered',
      'The merchant appealed a correction of this posting and was not answered in time: it stays as it is.',
    );
  if (before.length >= maxAnnouncements)
    throw refused(
      'announced_twice',
      'The merchant appealed two corrections of this posting and was right: it stays as it is.',
    );
  if (before.some((row) => groundOf(row.reason) === groundOf(reason)))
    throw refused(
      'same_grounds',
      '"reason": the merchant appealed a correction for these grounds and was right. Write what is new.',
    );
}
