import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import { codes } from '../contract/errors.ts';
import type { restriction } from '../contract/restriction.ts';
import type { Database } from './db.ts';
import { refuse } from './refuse.ts';
import { restrictions, statements } from './schema/restrictions.ts';

export type Restriction = InferOutput<typeof restriction>;

const inForce = (shopId: string, now: Date) =>
  and(
    eq(restrictions.shopId, shopId),
    isNull(restrictions.liftedAt),
    or(isNull(restrictions.until), gt(restrictions.until, now)),
  );

/** Every restriction in force on a shop, each with the facts and the rule of its statement of reasons. */
export const activeRestrictions = async (db: Database, shopId: string, now: Date): Promise<Restriction[]> => {
  const found = await db
    .select({ restriction: restrictions, statement: statements })
    .from(restrictions)
    .innerJoin(statements, eq(statements.id, restrictions.statementId))
    .where(inForce(shopId, now))
    .orderBy(restrictions.since);
  return found.map(({ restriction: one, statement }) => ({
    id: one.id,
    kind: one.kind,
    facts: statement.facts,
    rule: statement.rule,
    since: one.since.toISOString(),
    until: one.until?.toISOString() ?? null,
    reviewBy: one.reviewBy.toISOString(),
    appeal: statement.appeal || null,
    fileUrl: null,
  }));
};

/** Refuses with 450 and the restriction itself while the shop's wallet is frozen. */
export const requireOpenWallet = async (db: Database, shopId: string, now: Date): Promise<void> => {
  const frozen = (await activeRestrictions(db, shopId, now)).find((one) => one.kind === 'wallet_frozen');
  if (frozen) throw refuse(codes.walletFrozen, { restriction: frozen });
};
