import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { dueWork } from '../../platform/due-work.ts';
import { shops } from '../../schema/shops.ts';
import { operatorTerms, shopTerms } from '../../schema/terms.ts';
import { notify } from '../notices/notify.ts';
import { lockShop } from '../shop-row.ts';
import { isSame, pickTerms, termsAtOpening, termsOf } from './terms.ts';
import { termsNotices } from './terms-notices.ts';

/** How long what gets worse for a shop waits after it was announced to it. */
const noticePeriod = 15 * day;

const lastTerms = async (db: Deps['db']) => {
  const [row] = await db.select().from(operatorTerms).orderBy(desc(operatorTerms.seq)).limit(1);
  return row;
};

// An arbitrary number, the same in every Souk process. A lock of the table would need the right to change its rows.
const lock = sql`736078004`;

/**
 * Stores the terms of this server's configuration, where they differ from the last: the due work sends each shop a
 * notice, and what gets worse applies to it 15 days after that.
 */
export async function announceTerms({ db, clock, config }: Deps): Promise<void> {
  await inTransaction(db, async (tx) => {
    // The lock lets only one of several starting servers announce.
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    const last = await lastTerms(tx);
    const terms = pickTerms(config.limits);
    if (last && isSame(terms, last.terms)) return;
    await tx.insert(operatorTerms).values({ terms, announcedAt: clock.now() });
  });
}

/** Announces the latest terms once to each shop that does not have them yet. */
export const termsDue = dueWork({
  name: 'terms',
  due: () => ({
    id: shops.id,
    at: shops.createdAt,
    where: and(
      isNull(shops.closedAt),
      or(
        isNull(shops.termsSeq),
        lt(shops.termsSeq, sql`(select max(${operatorTerms.seq}) from ${operatorTerms})`),
      ),
      sql`exists (select 1 from ${operatorTerms})`,
    ),
  }),
  handle: async (deps, shopId) => {
    const { db: tx, clock } = deps;
    const at = clock.now();
    const shop = await lockShop(tx, shopId);
    const last = await lastTerms(tx);
    if (!last || shop.termsSeq === last.seq) return false;
    const opening = shop.termsSeq ?? (await termsAtOpening(tx, shopId))?.seq;
    const { now: inForce, next: announced } = await termsOf(deps, shopId);
    await tx.update(shops).set({ termsSeq: last.seq }).where(eq(shops.id, shopId));
    if (opening === last.seq) return true;
    const incoming = last.terms;
    const raisedFrom = after(at, noticePeriod);
    await tx.insert(shopTerms).values({
      shopId,
      termsSeq: last.seq,
      terms: incoming,
      oldTerms: inForce,
      announcedAt: at,
      raisedFrom,
    });
    const { now } = await termsOf(deps, shopId);
    const change = { now, before: announced ?? inForce, next: incoming, raisedFrom, at };
    for (const notice of termsNotices(change)) await notify(tx, { ...notice, shopId, at });
    return true;
  },
});
