import { eq } from 'drizzle-orm';
import { appealTo } from '../../../contract/appeals.ts';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { holds } from '../../schema/restrictions.ts';
import { postHold, postRelease } from './holds.ts';
import { maxReviewDays } from './review-periods.ts';

/**
 * The reasons for taking an amount that is announced to a merchant first; their texts are in `locales`, section
 * `reasons`, as `<code>_hold`.
 */
type AnnouncedReason = 'refund' | 'correction';

interface AnnouncedAmount {
  shopId: string;
  amount: bigint;
  reasonCode: AnnouncedReason;
  /** The number of the order or posting it is for, as the merchant knows it. */
  ref: string;
  statementId: string;
  actor: string;
  /** When the amount is taken, unless the merchant has appealed. */
  until: Date;
}

/**
 * Places a hold on an amount that is announced to be taken, so that it is available on the date and visible until then.
 * It ends with its case or correction; operators' decisions on holds do not affect it.
 * @throws Refusal 424 where the balance is lower
 */
export async function placeAnnouncedHold(deps: Deps, announced: AnnouncedAmount): Promise<string> {
  const { db: tx, clock, random } = deps;
  const { shopId, amount, reasonCode, ref, statementId, actor, until } = announced;
  const id = newId(random, 'hld');
  const at = clock.now();
  await tx.insert(holds).values({
    id,
    shopId,
    amount,
    reasonCode,
    text: `${reasonCode}_hold`,
    ref,
    statementId,
    since: at,
    releaseAt: until,
    reviewBy: until,
    appealUrl: appealTo(statementId),
  });
  await postHold(tx, { id, shopId, amount }, { actor, at, reason: `${reasonCode}_hold` });
  return id;
}

/**
 * Releases the hold on an announced amount: because nothing is taken, or because it is taken in the same transaction.
 */
export async function releaseAnnouncedHold(
  { db: tx, clock }: Deps,
  id: string,
  { actor, reason }: { actor: string; reason: string },
): Promise<void> {
  const at = clock.now();
  const [hold] = await tx.update(holds).set({ releasedAt: at }).where(eq(holds.id, id)).returning();
  if (!hold) throw new Error(`there is no hold ${id}`);
  await postRelease(tx, hold, { actor, at, reason });
}

/** Changes the date of the hold on an announced amount. */
export async function rescheduleAnnouncedHold({ db: tx }: Deps, id: string, until: Date): Promise<void> {
  await tx.update(holds).set({ releaseAt: until, reviewBy: until }).where(eq(holds.id, id));
}

/**
 * Returns the date by which an appeal must be answered, or nothing is taken: no later than any hold is reviewed.
 */
export function appealDeadline(at: Date, decideBy: Date): Date {
  const end = after(at, maxReviewDays * day);
  return decideBy < end ? decideBy : end;
}
