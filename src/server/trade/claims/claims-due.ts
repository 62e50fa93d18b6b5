import { lte } from 'drizzle-orm';
import { dueWork } from '../../platform/due-work.ts';
import { depositClaims } from '../../schema/cases.ts';
import { appealUnanswered, lockClaim } from './claim-row.ts';
import { dropClaim } from './drop-claims.ts';
import { payClaim } from './end-claim.ts';

/**
 * Pays every claim without an appeal in time, and drops every claim with an appeal that was not answered in time.
 */
export const claimsDue = dueWork({
  name: 'claim',
  due: (now) => ({ id: depositClaims.id, at: depositClaims.dueAt, where: lte(depositClaims.dueAt, now) }),
  handle: async (deps, id) => {
    const locked = await lockClaim(deps.db, id);
    const { order, claim } = locked;
    const { dueAt, endReason, state } = claim;
    // The date is gone where the claim was appealed, dropped or paid after it was selected.
    if (!dueAt || dueAt > deps.clock.now()) return false;
    if (state === 'objected' && endReason === null) {
      await dropClaim(deps, order, claim, { actor: 'system', reason: appealUnanswered });
      return true;
    }
    // An appeal that was answered before the date has left its reason in `endReason`.
    await payClaim(deps, locked, { actor: 'system', reason: endReason ?? 'no_objection' });
    return true;
  },
});
