import type { Database } from '../database/db.ts';
import { notify } from '../notices/notify.ts';
import type { RestrictionRow } from './restrictions.ts';

export interface RestrictionTelling {
  kind: 'restriction_placed' | 'restriction_renewed' | 'restriction_ended';
  restriction: RestrictionRow;
  at: Date;
}

/** Tells a shop of a restriction on the whole of it; goods that are meant alone are told by their name instead. */
export async function tellRestriction(
  tx: Database,
  { kind, restriction, at }: RestrictionTelling,
): Promise<void> {
  const { shopId, kind: measure, reviewBy, statementId, subject } = restriction;
  if (subject !== null) return;
  const link = `/appeal?ref=${statementId}`;
  if (kind === 'restriction_ended') return notify(tx, { shopId, kind, params: { measure }, link: null, at });
  return notify(tx, { shopId, kind, params: { measure, reviewBy: reviewBy.toISOString() }, link, at });
}
