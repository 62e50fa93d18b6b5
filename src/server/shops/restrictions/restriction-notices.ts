import type { Database } from '../../platform/database/db.ts';
import { notify } from '../notices/notify.ts';
import type { RestrictionRow } from './restrictions.ts';

export interface RestrictionNotice {
  kind: 'restriction_placed' | 'restriction_renewed' | 'restriction_ended';
  restriction: RestrictionRow;
  at: Date;
}

/** Notifies a shop of a restriction on all of it; a restriction on one listing has a notice of its goods instead. */
export async function notifyRestriction(
  tx: Database,
  { kind, restriction, at }: RestrictionNotice,
): Promise<void> {
  const { shopId, kind: measure, reviewBy, statementId, subject } = restriction;
  if (subject !== null) return;
  if (kind === 'restriction_ended') return notify(tx, { shopId, kind, params: { measure }, at });
  return notify(tx, { shopId, kind, params: { measure, reviewBy: reviewBy.toISOString() }, statementId, at });
}
