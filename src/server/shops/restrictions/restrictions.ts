import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import { codes, type ErrorCode } from '../../../contract/errors.ts';
import type { restriction } from '../../../contract/restriction.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { operatorTextsIn } from '../../platform/texts/reason-text.ts';
import { type restrictionKinds, restrictions, statements } from '../../schema/restrictions.ts';
import { statementLinks } from './statement-links.ts';

export type Restriction = InferOutput<typeof restriction>;
export type RestrictionKind = (typeof restrictionKinds)[number];
export type RestrictionRow = typeof restrictions.$inferSelect;

/**
 * Selects restrictions in force: until they are lifted or their review date passes, even where the due work that ends
 * them is late.
 */
export const inForce = (shopId: string, now: Date) =>
  and(eq(restrictions.shopId, shopId), isNull(restrictions.liftedAt), gt(restrictions.reviewBy, now));

type RestrictionWithStatement = { restriction: RestrictionRow; statement: typeof statements.$inferSelect };

const toRestriction = (row: RestrictionWithStatement, fileUrl: string): Restriction => ({
  id: row.restriction.id,
  kind: row.restriction.kind,
  facts: row.statement.facts,
  rule: row.statement.rule,
  operatorTexts: operatorTextsIn('en', row.statement.facts, row.statement.rule),
  since: row.restriction.since.toISOString(),
  until: row.restriction.until?.toISOString() ?? null,
  reviewBy: row.restriction.reviewBy.toISOString(),
  appeal: row.statement.appeal || null,
  fileUrl,
});

/**
 * Returns every restriction in force on a whole shop, with the facts and the rule of its latest statement of reasons.
 */
export async function activeRestrictions(deps: Deps, shopId: string): Promise<Restriction[]> {
  const restrictionRows = await deps.db
    .select({ restriction: restrictions, statement: statements })
    .from(restrictions)
    .innerJoin(statements, eq(statements.id, restrictions.statementId))
    .where(and(inForce(shopId, deps.clock.now()), isNull(restrictions.subject)))
    .orderBy(asc(restrictions.since), asc(restrictions.id));
  if (restrictionRows.length === 0) return [];
  const linkTo = await statementLinks(deps);
  return restrictionRows.map((one) => toRestriction(one, linkTo(one.statement)));
}

/** The restrictions that block each act, the gravest first, each with its refusal code. */
const blockedActs = {
  spend: { wallet_frozen: codes.walletFrozen },
  recharge: { wallet_frozen: codes.walletFrozen },
  withdraw: { wallet_frozen: codes.walletFrozen, withdrawal_prohibited: codes.withdrawalDisabled },
  list: { listing: codes.insufficientPermissions },
  signIn: { account_disabled: codes.accountDisabled, sign_in_refused: codes.loginError },
  call: {
    account_disabled: codes.accountDisabled,
    page_closed: codes.invalidUserPage,
    sign_in_refused: codes.loginError,
  },
} as const satisfies Record<string, Partial<Record<RestrictionKind, ErrorCode>>>;

/** An act that a restriction can block. */
export type Act = keyof typeof blockedActs;

/** Kinds that close the account to every call. */
export const accountKinds = Object.keys(blockedActs.call) as (keyof typeof blockedActs.call)[];

/**
 * Returns the restriction in force that blocks an act of the shop, the gravest of several, and its code; null where
 * none does.
 */
export async function blockingRestriction(
  deps: Deps,
  shopId: string,
  act: Act,
): Promise<{ code: ErrorCode; restriction: Restriction } | null> {
  const refusals = Object.entries(blockedActs[act]) as [RestrictionKind, ErrorCode][];
  const inForce = await activeRestrictions(deps, shopId);
  for (const [kind, code] of refusals) {
    const restriction = inForce.find((one) => one.kind === kind);
    if (restriction) return { code, restriction };
  }
  return null;
}

/**
 * Refuses an act of the shop that a restriction in force blocks.
 * @throws Refusal 450, 449 or 409, with the restriction itself
 * @example await requireUnrestricted(context, caller.shopId, 'withdraw');
 */
export async function requireUnrestricted(deps: Deps, shopId: string, act: Act): Promise<void> {
  const blocking = await blockingRestriction(deps, shopId, act);
  if (blocking) throw refuse(blocking.code, { restriction: blocking.restriction });
}
